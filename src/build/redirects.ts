import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { locales } from '#i18n/locales.ts';
import { readNumberedPage } from '#lib/numbered-page.ts';
import { frameRules, securityHeaders } from '#lib/security-headers.ts';
import { localizePath, routes, shellPath } from '#routes.ts';

/** `{name}` becomes `:name`, the only parameter syntax CDNs support. */
function toPlaceholder(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

/**
 * The site's rewrites and redirects, in the `_redirects` format of Netlify and Cloudflare Pages. Built files win over
 * them, so only outdated addresses of articles and answers are redirected.
 * @param paths of the built pages
 */
export function redirectLines(paths: readonly string[]): string[] {
  const shells = Object.values(routes).filter((route) => route.render === 'shell' && route.pattern.includes('{'));
  const literal = (pattern: string) => pattern.split('/').filter((part) => !part.includes('{')).length;
  const rewrites = shells
    .toSorted((left, right) => literal(right.pattern) - literal(left.pattern))
    .flatMap(({ pattern }) =>
      locales.map((locale) => {
        const target = localizePath(shellPath(pattern), locale);
        return `${localizePath(toPlaceholder(pattern), locale)} ${target} 200`;
      }),
    );
  const homes = locales.toReversed().map((locale) => `${localizePath('/*', locale)} ${localizePath('/', locale)} 302`);
  const renamed = paths.flatMap((path) => {
    const page = readNumberedPage(path);
    return page ? [`${page.folder}:name/${page.id} ${path} 301`] : [];
  });
  return [...rewrites, ...renamed.toSorted(), ...homes];
}

/** The server's headers in the `_headers` format of Netlify and Cloudflare Pages, for CDNs that serve `dist/` alone. */
export function headerLines(): string[] {
  const block = (path: string, headers: readonly (readonly [string, string])[]) => [
    path,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ];
  const personal = Object.values(routes).filter(({ render, pattern }) => render === 'shell' && pattern.includes('{'));
  const paths = personal.flatMap(({ pattern }) =>
    locales.map((locale) => localizePath(toPlaceholder(pattern), locale)),
  );
  return [
    ...block('/*', [...securityHeaders, ['Content-Security-Policy', frameRules]]),
    // The later header wins. These paths contain email addresses and one-time codes.
    ...paths.flatMap((path) => block(path, [['Referrer-Policy', 'no-referrer']])),
  ];
}

export function redirects(): AstroIntegration {
  return {
    name: 'redirects',
    hooks: {
      'astro:build:done': async ({ dir, pages }) => {
        const lines = redirectLines(pages.map(({ pathname }) => `/${pathname.replace(/^\//, '')}`));
        await writeFile(new URL('_redirects', dir), `${lines.join('\n')}\n`);
        await writeFile(new URL('_headers', dir), `${headerLines().join('\n')}\n`);
      },
    },
  };
}
