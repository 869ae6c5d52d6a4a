import { atom } from 'nanostores';
import { currentLocale, currentQuery, goTo } from '#app/shell/stores/navigation.ts';
import { $session } from '#app/shell/stores/session.ts';
import { fillPattern, matchRoute, type PayoutRoute, payoutRoutes, routes } from '#routes.ts';
import { type PlatformName, platformFacts } from '#shared/catalog/platforms.ts';
import { $payoutAccess } from './access.ts';

export type PayoutLocation = {
  readonly screen: PayoutRoute;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
};

export const $payoutLocation = atom<PayoutLocation | null>(null);

export function readPayoutLocation(): void {
  const found = matchRoute(globalThis.location.pathname);
  const screen = payoutRoutes.find((each) => each === found?.name);
  if (found && screen) $payoutLocation.set({ screen, params: found.params, query: currentQuery() });
}

/**
 * Goes to another payout screen. With a mailed code the page doesn't reload, because only its memory holds the access.
 */
export function openPayoutPath(path: string): void {
  if ($session.get().status === 'verified' || $payoutAccess.get() === null) {
    goTo(path);
    return;
  }
  globalThis.history.pushState(null, '', path);
  readPayoutLocation();
  globalThis.scrollTo?.(0, 0);
}

/** Follows the back and forward buttons until the returned function is called. */
export function followPayoutLocation(): () => void {
  readPayoutLocation();
  globalThis.addEventListener('popstate', readPayoutLocation);
  return () => globalThis.removeEventListener('popstate', readPayoutLocation);
}

type PlatformAccount = { readonly platform: PlatformName; readonly platformAccountId: string };

export function requestPath({ platform, platformAccountId }: PlatformAccount): string {
  const params = { rithmic_account_id: platformAccountId, dxfeed_account_id: platformAccountId };
  return fillPattern(routes[platformFacts[platform].routes.payoutRequest].pattern, params, currentLocale());
}
