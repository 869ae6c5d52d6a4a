import { defaultLocale, isLocale, type Locale } from '../i18n/locales.ts';
import { matchRoute, pathTo } from '../routes.ts';

/** The language of the page that is open. */
export function currentLocale(): Locale {
  const language = globalThis.document?.documentElement.lang;
  return isLocale(language) ? language : defaultLocale;
}

/** The parameters the address of this screen carries. */
export function currentParams(): Readonly<Record<string, string>> {
  return matchRoute(globalThis.location?.pathname ?? '/')?.params ?? {};
}

/** What stands behind the question mark of this screen's address. */
export function currentQuery(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(globalThis.location?.search ?? ''));
}

/** Why a redirect led to this screen, as its address says. */
export const sessionExpired = 'session-expired';

/** The reason in this screen's address; taken off the address bar once read, so that a reload doesn't repeat it. */
export function takeReason(): string | null {
  const url = new URL(globalThis.location?.href ?? 'http://localhost/');
  const reason = url.searchParams.get('reason');
  if (reason === null) return null;
  url.searchParams.delete('reason');
  globalThis.history.replaceState(globalThis.history.state, '', url.pathname + url.search + url.hash);
  return reason;
}

/**
 * Pages fade into each other, which the browser gives up where the next page is not one of ours, such as the payment
 * page. It reports that as an error nobody handled.
 */
function ignoreSkippedTransition({ viewTransition }: PageSwapEvent): void {
  for (const step of [viewTransition?.ready, viewTransition?.finished]) step?.catch(() => undefined);
}

globalThis.addEventListener?.('pageswap', ignoreSkippedTransition);

export function goTo(path: string): void {
  globalThis.location.assign(path);
}

/** As `goTo`, without leaving the present screen behind in the history: for redirects. */
export function replaceWith(path: string): void {
  globalThis.location.replace(path);
}

/** A path of this very site out of a `next` parameter; the account page for anything that could lead elsewhere. */
export function safeNext(search: string = globalThis.location.search): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  const fallback = pathTo('myAccount', {}, currentLocale());
  if (!next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return fallback;
  return URL.canParse(next, globalThis.location.origin) &&
    new URL(next, globalThis.location.origin).origin === globalThis.location.origin
    ? next
    : fallback;
}

/** A code that a mail's link carries behind the hash, where no log sees it; taken off the address bar once read. */
export function takeHashCode(): string {
  const code = new URLSearchParams(globalThis.location?.hash.slice(1) ?? '').get('code') ?? '';
  if (code) globalThis.history.replaceState(null, '', globalThis.location.pathname + globalThis.location.search);
  return code;
}
