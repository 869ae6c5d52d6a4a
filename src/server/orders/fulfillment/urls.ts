import { toLocale } from '#i18n/locales.ts';
import { type CheckoutRoute, checkouts, fillPattern, type RouteName, routes } from '#routes.ts';
import type { Deps } from '#server/core/deps.ts';
import type { OrderKind, OrderPlatform } from '#shared/orders/types.ts';
import { getProduct } from '../products/registry.ts';
import type { OrderRow } from '../tables.ts';

/** The checkout route of an order kind, specific to the platform if there are several. */
function checkoutRoute(kind: OrderKind, platform: OrderPlatform): RouteName {
  const names = (Object.keys(checkouts) as CheckoutRoute[]).filter((name) => checkouts[name].kind === kind);
  const found = names.find((name) => checkouts[name].platform === platform) ?? names[0];
  if (found === undefined) throw new Error(`${kind} has no checkout`);
  return found;
}

function pathOf(order: OrderRow, screen: RouteName, status: string): string {
  const params = {
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
  return fillPattern(routes[screen].pattern, params, toLocale(order.locale));
}

/** The path that the buyer returns to. The screen fetches the order's status and doesn't trust the one in the path. */
export function resultPath(order: OrderRow, status: 'success' | 'cancelled'): string {
  const screen = getProduct(order.kind).resultRoute[order.platform];
  const path = pathOf(order, screen, status);
  // The trial's path has no order parameter, so the query carries it.
  const query =
    screen === 'trialResult' ? `?${new URLSearchParams({ orderId: order.id, sessionId: order.session_id })}` : '';
  return path + query;
}

export function resultUrl(deps: Deps, order: OrderRow, status: 'success' | 'cancelled'): string {
  return deps.env.origin + resultPath(order, status);
}

/** The checkout of the order's product. */
export function checkoutPath(order: OrderRow): string {
  return pathOf(order, checkoutRoute(order.kind, order.platform), '');
}

/** The checkout of the order's product, prefilled with the order's details. */
export function retryPath(order: OrderRow): string {
  return `${checkoutPath(order)}?${new URLSearchParams({ order: order.id })}`;
}
