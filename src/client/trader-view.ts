import type { User } from '../contract/envelope.ts';

export type TraderView = {
  readonly viewId: string;
  readonly token: string;
  readonly endsAt: number;
  /** The trader, as their own screens know them. */
  readonly user: User;
  /** Where the view was opened from. */
  readonly back: string;
};

/** In the tab's own storage: other tabs stay the staff member's. The script in the page's head (boot.js) knows it. */
const key = 'traderView';

let known: TraderView | null | undefined;

function readTab(): TraderView | null {
  try {
    const stored = globalThis.sessionStorage.getItem(key);
    return stored === null ? null : (JSON.parse(stored) as TraderView);
  } catch {
    return null;
  }
}

/** The view of a trader's screens that this tab is; null for everyone else, including views that were ended. */
export function readTraderView(): TraderView | null {
  if (known === undefined) known = readTab();
  return known;
}

/** Whether a view started or ended in this tab after this page loaded, so the back button restored an outdated page. */
export function isFormerTraderView(): boolean {
  return known !== undefined && known?.viewId !== readTab()?.viewId;
}

/** @returns false where the browser stores nothing, so that the next page couldn't know the view */
export function storeTraderView(view: TraderView): boolean {
  try {
    globalThis.sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    return false;
  }
  known = view;
  return true;
}

export function forgetTraderView(): void {
  known = null;
  try {
    globalThis.sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
