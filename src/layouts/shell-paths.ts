import { getCacheKey } from '#i18n/cache-key.ts';
import type { Locale } from '#i18n/locales.ts';
import { localeParams } from '#i18n/pages.ts';
import { localizePath, routes, shellPath } from '#routes.ts';
import type { ShellRoute } from './shell-routes.ts';

type ShellPath<Route extends ShellRoute> = {
  readonly params: Record<string, string>;
  readonly props: { readonly locale: Locale; readonly route: Route };
  readonly cacheKey: string;
};

/** Paths of several shells that share a page file: `src/pages/[...<param>].astro` renders each one in each language. */
export function getSharedShellPaths<Route extends ShellRoute>(
  param: string,
  names: readonly Route[],
): ShellPath<Route>[] {
  return localeParams().flatMap(({ locale }) =>
    names.map((route) => ({
      params: { [param]: localizePath(shellPath(routes[route].pattern), locale).slice(1) },
      props: { locale, route },
      cacheKey: getCacheKey(locale, []),
    })),
  );
}
