import { type NumberedPage, readNumberedPage } from '#lib/numbered-page.ts';
import { routes } from '#routes.ts';

/** Patterns of the screens whose one file stands for every value of their parameters, the most literal first. */
export function listShells(): readonly string[] {
  const literal = (pattern: string) => pattern.split('/').filter((part) => !part.includes('{')).length;
  return Object.values(routes)
    .filter((route) => route.render === 'shell' && route.pattern.includes('{'))
    .map(({ pattern }) => pattern)
    .toSorted((left, right) => literal(right) - literal(left));
}

/** Articles and answers, which are known by their number, with the path each is built at. */
export function listNumbered(paths: readonly string[]): readonly (NumberedPage & { readonly path: string })[] {
  return paths.toSorted().flatMap((path) => {
    const page = readNumberedPage(path);
    return page ? [{ ...page, path }] : [];
  });
}
