import { isListedRoute, matchRoute } from '../routes.ts';

/** Whether an address of the built site belongs in the sitemap. */
export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  return match !== undefined && isListedRoute(match.name);
}
