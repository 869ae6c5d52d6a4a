import type * as z from 'zod/mini';
import { findEvaluation, getAccountRules } from '#content/catalog.ts';
import { requestPaymentForBuyer } from '#server/billing/payments/request-payment.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import { createState } from '#shared/accounts/engine.ts';
import type * as calls from '#shared/orders/contract.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import { isPaid } from '#shared/orders/machine.ts';
import { buyerScope } from '../buyer-scope.ts';
import { describeRight, saleOf } from '../describe-sale.ts';
import { resultPath, retryPath } from '../fulfillment/urls.ts';
import { getOrderName } from '../name.ts';
import { sumCredits } from '../sum-credits.ts';
import type { OrderRow } from '../tables.ts';
import { isSameSecret } from './find-order.ts';
import { findReplacement } from './replacement.ts';
import { startStateOf } from './start.ts';

type Query = z.output<typeof calls.orderResult.query>;
type Result = z.output<typeof calls.orderResult.data>;

/** An order's result. @throws {ServiceError} 404 if the order is unknown or belongs to another session */
export async function getOrderResult(deps: Deps, { orderId, sessionId, browserSessionId }: Query): Promise<Result> {
  const found = await findOrderWithBuyer(deps, orderId);
  const isOwnSession = isSameSecret(sessionId, found?.session_id ?? '');
  if (!found || !isOwnSession) throw notFound();
  const order = (await requestPaymentForBuyer(deps, found))
    ? ((await findOrderWithBuyer(deps, orderId)) ?? found)
    : found;
  const isPayable =
    (order.status === 'awaiting-payment' || order.status === 'failed') && order.expires_at > deps.clock();
  const isOwnBrowser = order.idempotency_scope === buyerScope(null, browserSessionId);
  return {
    orderId: order.id,
    orderNumber: order.number,
    status: order.status,
    kind: order.kind,
    name: getOrderName(deps, order),
    packageId: order.package_id,
    account: startOf(deps, order),
    platform: order.platform,
    lines: [...order.lines],
    currency: 'USD',
    totalCents: order.total_cents,
    tax: {
      name: order.tax_name,
      includedCents: includedTaxCents(order.total_cents, order.tax_bps),
      rateBps: order.tax_bps,
    },
    refundedCents: await sumCredits(deps.db, order.id),
    invoice: order.invoice,
    email: isOwnBrowser ? order.email : maskEmail(order.email),
    isAddressOpen: isOwnBrowser && isPaid(order) && order.password_hash === null && order.email_verified_at === null,
    // Before the payment, the result must not reveal whether the address has an account.
    passwordWanted: isPaid(order) && order.password_hash === null,
    paymentUrl: isPayable ? order.payment_url : null,
    checkoutPath: retryPath(order),
    replacedByPath: await findReplacementPath(deps, order),
    createdAt: order.created_at.getTime(),
    paidAt: order.paid_at?.getTime() ?? null,
    beginsAt: order.begins_at?.getTime() ?? null,
    isDeferred: startStateOf(deps, order) === 'deferred',
    cancellationRight: describeRight(saleOf(deps, order).right),
    fulfilledAt: order.fulfilled_at?.getTime() ?? null,
    refundComing: order.refund_requested_at !== null && order.status !== 'refunded',
  };
}

function startOf(
  { catalog }: Deps,
  { kind, package_id: packageId, rules_version: version }: OrderRow,
): Result['account'] {
  const offer = kind === 'trial' ? catalog.packages.trial : findEvaluation(catalog, packageId);
  if (!offer || (kind !== 'evaluation' && kind !== 'trial')) return null;
  const { equityCents, floorCents } = createState(getAccountRules(catalog, version, offer.program, offer.size));
  return { balanceCents: equityCents, floorCents };
}

function findOrderWithBuyer(deps: Deps, orderId: string) {
  return deps.db
    .selectFrom('orders')
    .leftJoin('person', 'person.id', 'orders.person_id')
    .leftJoin('invoice', (join) => join.onRef('invoice.order_id', '=', 'orders.id').on('invoice.kind', '=', 'invoice'))
    .selectAll('orders')
    .select(['person.password_hash', 'person.email_verified_at', 'invoice.number as invoice'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
}

async function findReplacementPath(deps: Deps, order: OrderRow): Promise<string | null> {
  const replacement = await findReplacement(deps, order);
  return replacement ? resultPath(replacement, 'success') : null;
}

/** `trader@example.com` → `t•••r@example.com`; a short local part keeps only its first letter. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  return `${local.slice(0, 1)}•••${local.length > 3 ? local.slice(-1) : ''}${email.slice(at)}`;
}
