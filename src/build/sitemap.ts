import { isListedRoute, matchRoute } from '../routes.ts';

/** True if the sitemap lists this address. */
export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  return match !== undefined && isListedRoute(match.name);
}
