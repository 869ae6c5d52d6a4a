import { isCountable } from '#components/site/is-countable.ts';
import { toCountedSearch } from '#shared/support/unanswered-search.ts';

/** Typing pauses less; a text that stood this long was searched for. */
const standsMs = 1_500;
const address = document.querySelector<HTMLElement>('[data-count-at]')?.dataset['countAt'] ?? '';
/** The search that the reader sees, none of whose results was opened. */
let last: { readonly text: string; readonly kind: 'none' | 'unclicked'; readonly at: number } | undefined;

/** Tells once that a search was in vain, and nothing about whose it was. */
function tell(): void {
  if (!last || !isCountable) return;
  const { text, kind } = last;
  last = undefined;
  const body = JSON.stringify({ text, language: document.documentElement.lang.slice(0, 2), kind });
  const headers = { 'Content-Type': 'application/json' };
  fetch(address, { method: 'POST', body, headers, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}

/** The reader sees what a term found, after another one unless they only typed on. */
export function noteSearch(term: string, found: number): void {
  const text = toCountedSearch(term);
  if (last && !text?.startsWith(last.text) && performance.now() - last.at > standsMs) tell();
  last = text === undefined ? undefined : { text, kind: found === 0 ? 'none' : 'unclicked', at: performance.now() };
}

/** A result was opened, or the next page shows the same search. */
export function closeSearch(): void {
  last = undefined;
}

addEventListener('pagehide', tell);
