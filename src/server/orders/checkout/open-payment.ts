import type { CheckoutItem, CheckoutRequest, CheckoutSession } from '#server/billing/ports/payments/payments.ts';
import { conflict, type Deps, ServiceError } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { platformFacts } from '#shared/catalog/platforms.ts';
import { payOrder } from '../fulfillment/pay.ts';
import { resultUrl } from '../fulfillment/urls.ts';
import { lockPurchase } from '../lock-purchase.ts';
import { getOrderName } from '../name.ts';
import { getProduct } from '../products/registry.ts';
import type { OrderRow } from '../tables.ts';
import { transitionOrder } from '../transition.ts';
import { findOrder } from './find-order.ts';
import { isReplaced } from './replacement.ts';

/** Payment pages must stay open for at least half an hour, so an older draft can't get one. */
const minPaymentMs = 35 * 60 * 1000;

type OpenedOrder = OrderRow & { readonly payment_url: string };

/**
 * Opens a draft's payment at the provider, or returns the open one. Payments are keyed by the order's id, so a retry
 * after a lost response finds the same one.
 * @throws {ServiceError} 503 if the provider doesn't answer, 409 if the order was replaced or abandoned before it
 * had a payment
 */
export async function openPayment(deps: Deps, order: OrderRow): Promise<OpenedOrder> {
  if (await isReplaced(deps, order)) throw new ServiceError(409, 'order_replaced');
  if (isOpened(order)) return order;
  const leftMs = order.expires_at.getTime() - deps.clock().getTime();
  if (order.status !== 'draft' || leftMs < minPaymentMs) throw conflict();
  if (order.total_cents === 0) return openFreeOrder(deps, order);
  const session = await openCheckout(deps, order);
  const submitted = await deps.db.transaction().execute((trx) =>
    transitionOrder(deps, trx, {
      orderId: order.id,
      event: 'submit',
      actor: 'system',
      changes: { payment_session_id: session.paymentSessionId, payment_url: session.url },
      details: { provider: deps.payments.name },
    }),
  );
  // A concurrent request with the same key was faster; return its payment.
  const opened = submitted ?? (await findOrder(deps, order.id));
  if (opened && isOpened(opened)) return opened;
  if (!opened || !(await isReplaced(deps, opened))) throw conflict();
  // The order was replaced while its payment was being opened, so nobody has the payment's URL.
  await deps.payments.expireCheckout(session.paymentSessionId);
  throw new ServiceError(409, 'order_replaced');
}

/** A free order counts as paid, and its buyer goes straight to the result. */
async function openFreeOrder(deps: Deps, order: OrderRow): Promise<OpenedOrder> {
  const url = resultUrl(deps, order, 'success');
  await deps.db.transaction().execute(async (trx) => {
    await lockPurchase(trx, order.id);
    const changes = { payment_url: url };
    const submitted = await transitionOrder(deps, trx, {
      orderId: order.id,
      event: 'submit',
      actor: 'system',
      changes,
    });
    if (submitted) await payOrder(deps, trx, submitted, 'system');
  });
  return { ...order, payment_url: url };
}

function isOpened(order: OrderRow): order is OpenedOrder {
  return order.payment_url !== null;
}

async function openCheckout(deps: Deps, order: OrderRow): Promise<CheckoutSession> {
  try {
    return await deps.payments.openCheckout(toCheckout(deps, order));
  } catch (cause) {
    deps.log.error({ err: cause, orderId: order.id }, 'the payment provider did not open a payment');
    throw new ServiceError(503, 'payment_unavailable', { cause });
  }
}

function toCheckout(deps: Deps, order: OrderRow): CheckoutRequest {
  const discount = order.lines.find((line) => line.item === 'coupon');
  return {
    orderId: order.id,
    orderNumber: order.number,
    amountCents: order.total_cents,
    items: order.lines.filter((line) => line.item !== 'coupon').map((line) => toItem(deps, order, line)),
    discountCents: discount ? -discount.amountCents : 0,
    currency: 'USD',
    email: order.email,
    locale: order.locale,
    successUrl: resultUrl(deps, order, 'success'),
    cancelUrl: resultUrl(deps, order, 'canceled'),
    expiresAt: order.expires_at,
    savesMethod: willBeChargedAgain(deps, order),
  };
}

/** Whether the payment method must be saved. */
function willBeChargedAgain({ catalog }: Deps, { kind, package_id: packageId, total_cents: totalCents }: OrderRow) {
  const plan = getProduct(kind).findPlan(catalog, packageId);
  return plan !== null && plan.days === null && totalCents > 0;
}

function toItem(deps: Deps, order: OrderRow, line: OrderRow['lines'][number]): CheckoutItem {
  const t = getTranslate('payment', order.locale);
  const { item, amountCents } = line;
  if (item === 'market-data') return { description: t('lineMarketData'), amountCents };
  if (item === 'funded-reset') return { description: t('lineFundedReset'), amountCents };
  const name = getOrderName(deps, order);
  const platform = platformFacts[order.platform].name;
  const description = order.kind === 'evaluation' ? t('lineEvaluation', { name, platform }) : name;
  return { description, amountCents };
}
