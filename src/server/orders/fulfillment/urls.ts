import { toLocale } from '#i18n/locales.ts';
import { checkoutPath as pathOfCheckout } from '#routes/checkouts.ts';
import { fillPattern, routes } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import { getProduct } from '../products/registry.ts';
import type { OrderRow } from '../tables.ts';

function paramsOf(order: OrderRow, status: string) {
  return {
    packageId: order.package_id,
    accountId: order.account_id ?? '',
    // Funded and billing screens name their parameter `id`.
    id: order.bill_id ?? order.account_id ?? '',
    rithimicUserId: order.details.platformUser ?? '',
    orderId: order.id,
    orderEmail: order.email,
    status,
    sessionId: order.session_id,
  };
}

/** The path that the buyer returns to. The screen fetches the order's status and doesn't trust the one in the path. */
export function resultPath(order: OrderRow, status: 'success' | 'canceled'): string {
  const { resultRoute } = getProduct(order.kind);
  const screen = typeof resultRoute === 'string' ? resultRoute : resultRoute(order.platform);
  const path = fillPattern(routes[screen].pattern, paramsOf(order, status), toLocale(order.locale));
  // The trial's path has no order parameter, so the query carries it.
  const query =
    screen === 'trialResult' ? `?${new URLSearchParams({ orderId: order.id, sessionId: order.session_id })}` : '';
  return path + query;
}

export function resultUrl(deps: Deps, order: OrderRow, status: 'success' | 'canceled'): string {
  return deps.env.origin + resultPath(order, status);
}

export function checkoutPath(order: OrderRow): string {
  return pathOfCheckout(order.kind, order.platform, paramsOf(order, ''), toLocale(order.locale));
}

/** The checkout of the order's product, prefilled with the order's details. */
export function retryPath(order: OrderRow): string {
  const path = checkoutPath(order);
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ order: order.id })}`;
}
