import { matchRoute, type RouteName, routes } from '../routes.ts';

/** Pages that only somebody who has just done something has reason to see. */
const unlisted: ReadonlySet<RouteName> = new Set(['thankyou', 'thankyouThor']);

/** Search engines are shown finished pages only: a shell says nothing until a person is known. */
export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  if (!match || unlisted.has(match.name)) return false;
  return routes[match.name].render === 'page' && routes[match.name].access === 'any';
}
