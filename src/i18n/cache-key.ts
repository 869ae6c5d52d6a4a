import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLocale, type Locale } from './locales.ts';

/** The shared sources of a language's pages. The build itself tracks their own texts and the code. */
function listSources(locale: Locale): string[] {
  return ['content/site.yaml', 'content/catalog', `public/locales/${defaultLocale}`, `public/locales/${locale}`];
}

function* readAll(path: string): Generator<Buffer> {
  if (statSync(path).isFile()) {
    yield readFileSync(path);
    return;
  }
  for (const name of readdirSync(path).sort()) yield* readAll(join(path, name));
}

/** Environment variables written into page scripts. */
const variables = ['PUBLIC_ENVIRONMENT', 'PUBLIC_API_ROOT', 'CAPTCHA_PROVIDER'] as const;

const baseHashes = new Map<Locale, string>();

function getBaseHash(locale: Locale): string {
  const cached = baseHashes.get(locale);
  if (cached && import.meta.env.PROD) return cached;
  const hash = createHash('sha256').update(String(new Date().getUTCFullYear()));
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const source of listSources(locale)) for (const bytes of readAll(source)) hash.update(bytes);
  const base = hash.digest('hex');
  baseHashes.set(locale, base);
  return base;
}

/**
 * The cache key of a built page, derived from the language's strings, the catalog and the digests of all entries on
 * the page.
 */
export function getCacheKey(locale: Locale, digests: readonly (string | number | undefined)[]): string {
  return createHash('sha256').update(getBaseHash(locale)).update(digests.join('|')).digest('hex');
}
