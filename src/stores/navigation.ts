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
