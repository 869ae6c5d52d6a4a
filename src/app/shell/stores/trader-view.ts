import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { forgetTraderView, readTraderView, storeTraderView, type TraderView } from '#app/http/trader-view.ts';
import { pathTo } from '#routes.ts';
import type { DataOf } from '#shared/core/call.ts';
import { endTraderView, type startTraderView } from '#shared/people/contract-trader-views.ts';
import { currentLocale, goTo, replaceWith } from './navigation.ts';
import { notify } from './toasts.ts';

/** The trader view that this tab shows; null in any other tab. */
export const $traderView = atom<TraderView | null>(null);

/** Opens the trader's screens as they see them; the view ends by itself or with `endView`. */
export function openView(data: DataOf<typeof startTraderView>): void {
  const back = globalThis.location.pathname + globalThis.location.search;
  if (storeTraderView({ ...data, back })) goTo(pathTo('myAccount', {}, currentLocale()));
  else notify('error', { key: 'unexpected' });
}

/** Leaves the trader's screens for the record they were opened from. */
export function leaveView(): void {
  const view = readTraderView();
  if (view === null) return;
  forgetTraderView();
  $traderView.set(null);
  replaceWith(view.back);
}

export async function endView(): Promise<void> {
  const view = readTraderView();
  if (view === null) return;
  // From here on, calls use the staff member's own token again.
  forgetTraderView();
  await send(endTraderView, { body: { viewId: view.viewId }, keepalive: true });
  replaceWith(view.back);
}

/** A longer timer fires at once, if the browser's clock is far behind. The server ends the view in any case. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Resumes this tab's view, and leaves it when it ends.
 * @returns null if the tab shows no view
 */
export function resumeView(): TraderView | null {
  const view = readTraderView();
  if (view === null) return null;
  const leftMs = view.endsAt - Date.now();
  if (leftMs <= 0) {
    leaveView();
    return null;
  }
  $traderView.set(view);
  setTimeout(leaveView, Math.min(leftMs, maxTimerMs));
  return view;
}
