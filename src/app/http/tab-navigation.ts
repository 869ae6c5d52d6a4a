import { isStorageBlocked } from './browser-storage.ts';

function hasForm(): boolean {
  return (globalThis.history?.state as { form?: unknown } | null)?.form !== undefined;
}

/**
 * Goes to another page of this site. Where storage is blocked, it hands the tab's values over by first adding the new
 * address to this page's history; `takesForm` hands over a form that someone has begun.
 */
export function openPage(path: string, method: 'assign' | 'replace', takesForm = method === 'replace'): void {
  const { location, history } = globalThis;
  const keepsState = isStorageBlocked() || (takesForm && hasForm());
  const isOwn = keepsState && new URL(path, location.href).origin === location.origin;
  if (!isOwn) {
    location[method](path);
    return;
  }
  if (method === 'assign') history.pushState(history.state, '', path);
  else history.replaceState(history.state, '', path);
  location.reload();
}

/**
 * Lets the back button load a page that handed something over to this one. Where storage is blocked, makes links of this
 * site keep the tab's session too.
 */
export function keepTabSession(): void {
  const opened = globalThis.location?.pathname;
  globalThis.addEventListener?.('popstate', () => {
    const { location } = globalThis;
    if (isStorageBlocked() || (hasForm() && location.pathname !== opened)) location.reload();
  });
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
}
