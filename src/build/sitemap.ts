import { isListedRoute, matchRoute } from '#routes.ts';

/** Whether the sitemap lists a URL. */
export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  return match !== undefined && isListedRoute(match.name);
}
