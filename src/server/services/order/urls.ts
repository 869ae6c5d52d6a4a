import type { OrderKind, OrderPlatform } from '../../../domain/order/types.ts';
import { defaultLocale, isLocale } from '../../../i18n/locales.ts';
import { fillPattern, type RouteName, routes } from '../../../routes.ts';
import type { Deps } from '../../deps.ts';
import type { OrderRow } from './transition.ts';

type Screens = { readonly checkout: RouteName; readonly result: RouteName };
type ByPlatform = Readonly<Record<OrderPlatform, Screens>>;

function onBoth(screens: Screens): ByPlatform {
  return { rithmic: screens, dxfeed: screens };
}

/** Which screens a purchase has, by kind and platform: the specification gives most kinds their own. */
const screensOf: Readonly<Record<OrderKind, ByPlatform>> = {
  evaluation: onBoth({ checkout: 'checkout', result: 'orderResult' }),
  trial: onBoth({ checkout: 'checkoutTrial', result: 'trialResult' }),
  thor: onBoth({ checkout: 'checkoutThor', result: 'thorResult' }),
  reset: {
    rithmic: { checkout: 'checkoutReset', result: 'resetResult' },
    dxfeed: { checkout: 'checkoutResetDxfeed', result: 'resetResultDxfeed' },
  },
  renew: {
    rithmic: { checkout: 'checkoutRenew', result: 'orderResult' },
    dxfeed: { checkout: 'checkoutRenewDxfeed', result: 'orderResult' },
  },
  'market-data': {
    rithmic: { checkout: 'checkoutMarket', result: 'marketResult' },
    dxfeed: { checkout: 'checkoutMarketDxfeed', result: 'marketResultDxfeed' },
  },
  'market-data-free': onBoth({ checkout: 'checkoutMarketFree', result: 'marketResultDxfeed' }),
  'funded-activation': {
    rithmic: { checkout: 'checkoutFunded', result: 'fundedResult' },
    dxfeed: { checkout: 'checkoutFundedDxfeed', result: 'fundedResult' },
  },
  'performance-review': onBoth({ checkout: 'checkoutReview', result: 'orderResult' }),
  'pending-bill': onBoth({ checkout: 'billCheckout', result: 'billResult' }),
  'pending-data-bill': onBoth({ checkout: 'dataBillCheckout', result: 'dataBillResult' }),
};

function pathOf(order: OrderRow, screen: RouteName, status: string): string {
  const params = {
    packageId: order.package_id,
    accountId: order.account_id ?? '',
    // The funded and billing screens call their subject `id`.
    id: order.bill_id ?? order.account_id ?? '',
    rithimicUserId: order.details.platformUser ?? '',
    orderId: order.id,
    orderEmail: order.email,
    status,
    sessionId: order.session_id,
  };
  return fillPattern(routes[screen].pattern, params, isLocale(order.locale) ? order.locale : defaultLocale);
}

/** Where the buyer comes back to; the screen asks what became of the order and does not believe the status here. */
export function resultUrl(deps: Deps, order: OrderRow, status: 'success' | 'cancelled'): string {
  const screen = screensOf[order.kind][order.platform].result;
  const path = pathOf(order, screen, status);
  // The trial's address has no place for the order; the screen reads it here.
  const query =
    screen === 'trialResult' ? `?${new URLSearchParams({ orderId: order.id, sessionId: order.session_id })}` : '';
  return deps.env.origin + path + query;
}

/** The checkout of the same thing again. */
export function checkoutPath(order: OrderRow): string {
  return pathOf(order, screensOf[order.kind][order.platform].checkout, '');
}
