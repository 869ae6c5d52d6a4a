import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { locales } from '#i18n/locales.ts';
import { cacheRules, frameRules, noReferrer, securityHeaders, strictTransport } from '#lib/site-rules.ts';
import { localizePath, shellPath } from '#routes.ts';
import { listNumbered, listShells } from './addresses.ts';
import { caddyRules, nginxHeaders, nginxRules } from './proxy-rules.ts';

/** `{name}` becomes `:name`, the only parameter syntax CDNs support. */
function toPlaceholder(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

/**
 * The site's rewrites and redirects, in Netlify's `_redirects` format. Built files win over them, so only outdated
 * addresses of articles and answers are redirected.
 * @param paths of the built pages
 */
export function redirectLines(paths: readonly string[]): string[] {
  const rewrites = listShells().flatMap((pattern) =>
    locales.map((locale) => {
      const target = localizePath(shellPath(pattern), locale);
      return `${localizePath(toPlaceholder(pattern), locale)} ${target} 200`;
    }),
  );
  const renamed = listNumbered(paths).map(({ folder, id, path }) => `${folder}:name/${id} ${path} 301`);
  const homes = locales.toReversed().map((locale) => `${localizePath('/*', locale)} ${localizePath('/', locale)} 302`);
  // A page's script that is gone must not become the home page.
  return [...rewrites, ...renamed.toSorted(), '/_astro/* /404.html 404', ...homes];
}

/** The server's headers in Netlify's `_headers` format, for CDNs that serve `dist/` alone and revalidate by default. */
export function headerLines(): string[] {
  const block = (path: string, headers: readonly (readonly [string, string])[]) => [
    path,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ];
  const personal = listShells().flatMap((pattern) =>
    locales.map((locale) => localizePath(toPlaceholder(pattern), locale)),
  );
  const assets = cacheRules.filter(({ start }) => start !== '');
  return [
    ...block('/*', [...securityHeaders, ['Content-Security-Policy', frameRules], strictTransport]),
    ...assets.flatMap(({ start, control }) => block(`${start}*`, [['Cache-Control', control]])),
    // The later header wins. These paths contain email addresses and one-time codes.
    ...personal.flatMap((path) => block(path, [noReferrer])),
  ];
}

export function redirects(): AstroIntegration {
  return {
    name: 'redirects',
    hooks: {
      'astro:build:done': async ({ dir, pages }) => {
        const paths = pages.map(({ pathname }) => `/${pathname.replace(/^\//, '')}`);
        const write = (name: string, lines: readonly string[]) =>
          writeFile(new URL(name, dir), `${lines.join('\n')}\n`);
        await write('_redirects', redirectLines(paths));
        await write('_headers', headerLines());
        await write('_nginx-maps.conf', nginxRules(paths));
        await write('_nginx-headers.conf', nginxHeaders());
        await write('_Caddyfile', caddyRules(paths));
      },
    },
  };
}
