import type { User } from '#shared/core/envelope.ts';

export type TraderView = {
  readonly viewId: string;
  readonly token: string;
  readonly endsAt: number;
  /** The trader, as returned to their own screens. */
  readonly user: User;
  /** The path that the view was opened from. */
  readonly back: string;
};

/**
 * Stored for this tab only, so other tabs stay the staff member's. The script in the page's head (boot.js) also uses
 * this key.
 */
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

/** The trader view that this tab shows; null in any other tab and after a view has ended. */
export function readTraderView(): TraderView | null {
  if (known === undefined) known = readTab();
  return known;
}

/**
 * Whether a view started or ended in this tab after this page loaded, so that the back button restored an outdated
 * page.
 */
export function isFormerTraderView(): boolean {
  return known !== undefined && known?.viewId !== readTab()?.viewId;
}

/** @returns false if the browser stores nothing, because the next page couldn't find the view */
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
