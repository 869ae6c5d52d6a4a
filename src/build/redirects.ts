import { writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { locales } from '../i18n/locales.ts';
import { localizePath, routes, shellPath } from '../routes.ts';

/** `{name}` becomes `:name`, the only parameter syntax CDNs support. */
function toPlaceholder(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
}

/** The site's rewrites and its final redirect, in the `_redirects` format of Netlify and Cloudflare Pages. */
export function redirectLines(): string[] {
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
  return [...rewrites, ...homes];
}

export function redirects(): AstroIntegration {
  return {
    name: 'redirects',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(new URL('_redirects', dir), `${redirectLines().join('\n')}\n`);
      },
    },
  };
}
