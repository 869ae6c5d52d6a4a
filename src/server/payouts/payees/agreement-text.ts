import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { legalSchema } from '#content/front-matter.ts';
import { readMarkdown } from '#content/localized-markdown.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { findTextInForce } from '#server/core/text-in-force.ts';

export type AgreementText = {
  readonly title: string;
  readonly version: string;
  readonly locale: Locale;
  /** Headings begin with `## `; blocks are separated by empty lines. */
  readonly body: string;
  /** Hash of title, version and body. */
  readonly sha256: string;
};

export type AgreementBlock = { readonly kind: 'heading' | 'paragraph'; readonly text: string };

const nameIn = (locale: Locale) => `agreements/${locale}/funded-account`;
const cache = new Map<string, AgreementText>();

/** The agreement in force at a time in a language, or in English if it isn't translated. */
export function getAgreementText(locale: Locale, at: Date, folder = 'content'): AgreementText {
  const textLocale = existsSync(`${folder}/${nameIn(locale)}.md`) ? locale : defaultLocale;
  const { file } = findTextInForce(nameIn(textLocale), at, folder);
  const cached = cache.get(file);
  if (cached) return cached;
  const { data, body } = readMarkdown(readFileSync(file, 'utf8'), file, textLocale, legalSchema);
  const { title, version } = data;
  const sha256 = createHash('sha256').update(`${title}\n${version}\n${body}`).digest('hex');
  const text = { title, version, locale: textLocale, body, sha256 };
  cache.set(file, text);
  return text;
}

/** The version in force at a time; it is the same in every language. */
export function getAgreementVersion(at: Date): string {
  return getAgreementText(defaultLocale, at).version;
}

export function splitAgreement(body: string): AgreementBlock[] {
  return body.split(/\n{2,}/).map((block) => {
    const text = block.replace(/[^\S\u00a0\u202f]+/g, ' ').trim();
    return text.startsWith('## ') ? { kind: 'heading', text: text.slice(3) } : { kind: 'paragraph', text };
  });
}
