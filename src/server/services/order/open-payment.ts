import { findEvaluation } from '../../../content/catalog.ts';
import { defaultLocale, isLocale } from '../../../i18n/locales.ts';
import { pathTo } from '../../../routes.ts';
import type { Deps } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import type { CheckoutItem, CheckoutRequest, CheckoutSession } from '../../ports/payments/payments.ts';
import { paymentWords } from '../../ports/payments/words.ts';
import { moveOrder, type OrderRow } from './move.ts';

/** Payment pages must stay open for half an hour at least, so an older draft cannot have one any more. */
const shortestPaymentMs = 35 * 60 * 1000;

type OpenedOrder = OrderRow & { readonly payment_url: string };

/**
 * Opens the payment of a draft at the provider, or gives back the one that is open. The provider knows payments by the
 * order's id, so a retry after a lost answer finds the same one.
 * @throws {ServiceError} 503 while the provider does not answer, 409 for an order that was given up before it had one
 */
export async function openPayment(deps: Deps, order: OrderRow): Promise<OpenedOrder> {
  if (isOpened(order)) return order;
  const leftMs = order.expires_at.getTime() - deps.clock().getTime();
  if (order.status !== 'draft' || leftMs < shortestPaymentMs) throw new ServiceError(409, 'conflict');
  const session = await askProvider(deps, order);
  const moved = await deps.db.transaction().execute((trx) =>
    moveOrder(deps, trx, {
      orderId: order.id,
      event: 'submit',
      actor: 'system',
      changes: { payment_session_id: session.paymentSessionId, payment_url: session.url },
      details: { provider: deps.payments.name },
    }),
  );
  // Another request with the same key was faster; its payment is this one.
  const opened = moved ?? (await findOrder(deps, order.id));
  if (!opened || !isOpened(opened)) throw new ServiceError(409, 'conflict');
  return opened;
}

function isOpened(order: OrderRow): order is OpenedOrder {
  return order.payment_url !== null;
}

async function askProvider(deps: Deps, order: OrderRow): Promise<CheckoutSession> {
  try {
    return await deps.payments.openCheckout(toCheckout(deps, order));
  } catch (cause) {
    deps.log.error({ err: cause, orderId: order.id }, 'the payment provider did not open a payment');
    throw new ServiceError(503, 'payment_unavailable', { cause });
  }
}

async function findOrder(deps: Deps, orderId: string): Promise<OrderRow | undefined> {
  return deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
}

function toCheckout(deps: Deps, order: OrderRow): CheckoutRequest {
  const discount = order.lines.find((line) => line.item === 'coupon');
  return {
    orderId: order.id,
    amountCents: order.total_cents,
    items: order.lines.filter((line) => line.item !== 'coupon').map((line) => toItem(deps, order, line)),
    discountCents: discount ? -discount.amountCents : 0,
    currency: 'USD',
    email: order.email,
    locale: order.locale,
    successUrl: resultUrl(deps, order, 'success'),
    cancelUrl: resultUrl(deps, order, 'cancelled'),
    expiresAt: order.expires_at,
  };
}

const platformNames = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;

function toItem(deps: Deps, order: OrderRow, line: OrderRow['lines'][number]): CheckoutItem {
  const { t } = paymentWords(order.locale);
  const { item, amountCents } = line;
  if (item === 'market-data') return { description: t('lineMarketData'), amountCents, renews: null };
  if (item === 'funded-reset') return { description: t('lineFundedReset'), amountCents, renews: null };
  const evaluation = findEvaluation(deps.catalog, order.package_id);
  if (!evaluation) throw new Error(`Order ${order.id} is for ${order.package_id}, which is not in the catalogue`);
  const programme = evaluation.programme.replace(/^./, (first) => first.toUpperCase());
  const description = t('lineEvaluation', {
    programme,
    size: evaluation.size,
    platform: platformNames[order.platform],
  });
  return { description, amountCents, renews: evaluation.billing === 'once' ? null : evaluation.billing };
}

/** Where the buyer comes back to; the screen asks what became of the order and does not believe the status here. */
export function resultUrl(deps: Deps, order: OrderRow, status: 'success' | 'cancelled'): string {
  const locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const { package_id: packageId, id: orderId, email: orderEmail, session_id: sessionId } = order;
  return deps.env.origin + pathTo('orderResult', { packageId, orderId, orderEmail, status, sessionId }, locale);
}
