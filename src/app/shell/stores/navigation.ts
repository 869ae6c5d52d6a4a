import { openPage } from '#app/http/tab-navigation.ts';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { matchRoute, pathTo } from '#routes.ts';

export function currentLocale(): Locale {
  const language = globalThis.document?.documentElement.lang;
  return isLocale(language) ? language : defaultLocale;
}

export function currentParams(): Readonly<Record<string, string>> {
  return matchRoute(globalThis.location?.pathname ?? '/')?.params ?? {};
}

export function currentQuery(): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(globalThis.location?.search ?? ''));
}

/** The `reason` parameter of a redirect after a session has expired. */
export const sessionExpired = 'session-expired';

/** Reads a query parameter from the address and removes it, so that a reload doesn't repeat its effect. */
export function consumeQuery(name: string): string | null {
  const url = new URL(globalThis.location?.href ?? 'http://localhost/');
  const value = url.searchParams.get(name);
  if (value === null) return null;
  url.searchParams.delete(name);
  globalThis.history.replaceState(globalThis.history.state, '', url.pathname + url.search + url.hash);
  return value;
}

/**
 * Browsers skip the cross-fade if the next page is on another site, such as the payment page, and report that as an
 * unhandled rejection.
 */
function ignoreSkippedTransition({ viewTransition }: PageSwapEvent): void {
  const { ready, finished, updateCallbackDone } = viewTransition ?? {};
  for (const step of [ready, finished, updateCallbackDone]) step?.catch(() => undefined);
}

globalThis.addEventListener?.('pageswap', ignoreSkippedTransition);

export function goTo(path: string): void {
  openPage(path, 'assign');
}

/** Like `goTo`, but without a history entry for the current screen; for redirects. */
export function replaceWith(path: string): void {
  openPage(path, 'replace');
}

/** A same-site path from the `next` parameter, or the person's first screen for anything else. */
export function safeNext(home: 'myAccount' | 'office' | 'riskManager' = 'myAccount'): string {
  const next = new URLSearchParams(globalThis.location.search).get('next') ?? '';
  const fallback = pathTo(home, {}, currentLocale());
  if (!next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return fallback;
  return URL.canParse(next, globalThis.location.origin) &&
    new URL(next, globalThis.location.origin).origin === globalThis.location.origin
    ? next
    : fallback;
}

/**
 * The one-time secret of a mailed link: from the fragment, which no log sees, or from the path of older mails. Another
 * such link opened in this tab only changes the fragment, so the page reloads.
 */
export function readLinkSecret(name: 'token' | 'code'): string {
  globalThis.addEventListener?.('hashchange', () => globalThis.location.reload(), { once: true });
  const inHash = new URLSearchParams(globalThis.location?.hash.slice(1) ?? '').get(name);
  return inHash ?? currentParams()[name] ?? '';
}

/**
 * Reads the code of a mailed link, and the address if it has one, from the fragment, which no log sees, and removes both
 * from the page's address.
 */
export function consumeLinkCode(): { readonly code: string; readonly email: string } {
  const fragment = new URLSearchParams(globalThis.location?.hash.slice(1) ?? '');
  const [code, email] = [fragment.get('code') ?? '', fragment.get('email') ?? ''];
  if (code) globalThis.history.replaceState(null, '', globalThis.location.pathname + globalThis.location.search);
  return { code, email };
}
