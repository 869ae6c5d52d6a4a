import { getCacheKey } from '#i18n/cache-key.ts';
import { localeParams } from '#i18n/pages.ts';
import { localizePath, type RouteName, routes, shellPath } from '#routes.ts';
import type { ShellRoute } from './shell-routes.ts';

/** Paths of several screens that share a page file: `src/pages/[...<param>].astro` renders each in each language. */
export function getSharedPaths<Route extends RouteName>(param: string, names: readonly Route[]) {
  return localeParams().flatMap(({ locale }) =>
    names.map((route) => ({
      params: { [param]: localizePath(shellPath(routes[route].pattern), locale).slice(1) },
      props: { locale, route },
    })),
  );
}

/** The same for shells, which depend only on strings and the catalog: builds reuse them until one of those changes. */
export function getSharedShellPaths<Route extends ShellRoute>(param: string, names: readonly Route[]) {
  return getSharedPaths(param, names).map((path) => ({ ...path, cacheKey: getCacheKey(path.props.locale, []) }));
}
