import { matchRoute, routes } from '../routes.ts';

/** Search engines are shown finished pages only: a shell says nothing until a person is known. */
export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  return match !== undefined && routes[match.name].render === 'page' && routes[match.name].access === 'any';
}
