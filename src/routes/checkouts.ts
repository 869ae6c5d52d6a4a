import type { Locale } from '#i18n/locales.ts';
import { fillPattern, type Params, type RouteName, routes } from '#routes.ts';

/** The checkouts: each path's kind of purchase, and its platform unless a choice, an account or a bill decides it. */
export const checkouts = {
  checkout: { kind: 'evaluation', platform: null },
  checkoutTrial: { kind: 'trial', platform: null },
  checkoutThor: { kind: 'thor', platform: null },
  checkoutReset: { kind: 'reset', platform: 'rithmic' },
  checkoutResetDxfeed: { kind: 'reset', platform: 'dxfeed' },
  checkoutRenew: { kind: 'renew', platform: 'rithmic' },
  checkoutRenewDxfeed: { kind: 'renew', platform: 'dxfeed' },
  checkoutMarket: { kind: 'market-data', platform: 'rithmic' },
  checkoutMarketDxfeed: { kind: 'market-data', platform: 'dxfeed' },
  checkoutMarketFree: { kind: 'market-data-free', platform: 'dxfeed' },
  checkoutFunded: { kind: 'funded-activation', platform: 'rithmic' },
  checkoutFundedDxfeed: { kind: 'funded-activation', platform: 'dxfeed' },
  checkoutReview: { kind: 'performance-review', platform: null },
  billCheckout: { kind: 'pending-bill', platform: null },
  dataBillCheckout: { kind: 'pending-data-bill', platform: null },
} as const satisfies { readonly [Name in RouteName]?: object };

export type CheckoutRoute = keyof typeof checkouts;
type PurchaseKind = (typeof checkouts)[CheckoutRoute]['kind'];

/**
 * The address of a kind of purchase on a platform. A platform without addresses of its own is named in the query of those
 * that name none.
 */
export function checkoutPath(kind: PurchaseKind, platform: string, params: Params, locale: Locale): string {
  const names = (Object.keys(checkouts) as CheckoutRoute[]).filter((name) => checkouts[name].kind === kind);
  const own = names.find((name) => checkouts[name].platform === platform) ?? (names[0] as CheckoutRoute);
  const path = fillPattern(routes[own].pattern, params, locale);
  const named = checkouts[own].platform;
  return named === null || named === platform ? path : `${path}?${new URLSearchParams({ platform })}`;
}
