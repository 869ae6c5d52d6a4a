import { isStorageBlocked } from './browser-storage.ts';

/**
 * Goes to another page of this site. Where storage is blocked, it hands the tab's values over by first adding the new
 * address to this page's history.
 */
export function openPage(path: string, method: 'assign' | 'replace'): void {
  const { location, history } = globalThis;
  const isOwn = isStorageBlocked() && new URL(path, location.href).origin === location.origin;
  if (!isOwn) {
    location[method](path);
    return;
  }
  if (method === 'assign') history.pushState(history.state, '', path);
  else history.replaceState(history.state, '', path);
  location.reload();
}

/** Where storage is blocked, makes links of this site and the back button keep the tab's session too. */
export function keepTabSession(): void {
  if (!isStorageBlocked()) return;
  globalThis.document?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== globalThis.location.origin)
      return;
    if (link.pathname === globalThis.location.pathname && link.hash) return;
    event.preventDefault();
    openPage(link.href, 'assign');
  });
  globalThis.addEventListener?.('popstate', () => globalThis.location.reload());
}
