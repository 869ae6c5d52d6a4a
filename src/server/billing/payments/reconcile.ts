import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#server/core/database/database.ts';
import { atMost, isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { closeUnpaidOrder } from '#server/orders/close-unpaid.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { paidStatuses, payableStatuses } from '#shared/orders/machine.ts';
import { isRenewal } from '../bills/renewal.ts';
import { handleProviderEvent } from './handle.ts';
import { releaseReservations } from './release-reservations.ts';
import { requestPayment } from './request-payment.ts';

/** Grace periods before pending work is checked, and the interval between checks. */
const defaultDelays = { accountMs: 30_000, messageMs: 60_000, paymentMs: 120_000, intervalMs: 300_000 };
/** Used right after a start, when work was interrupted. Other servers may be doing it, but all steps are idempotent. */
const noDelays: typeof defaultDelays = { accountMs: 0, messageMs: 0, paymentMs: 0, intervalMs: 0 };
const batchSize = 20;
/** A run must end within its interval; the rest is left for the next run. */
const maxRunMs = 40_000;

/**
 * Finds stuck work: paid orders without an account, payments without a webhook, unhandled webhooks, unpaid orders.
 * Runs every minute and at start; every step is idempotent.
 */
export async function reconcileOrders(deps: Deps, options: { afterStart?: boolean } = {}): Promise<void> {
  const delays = options.afterStart ? noDelays : defaultDelays;
  await handleStuckEvents(deps, delays);
  const startedAt = deps.clock();
  await untilEmpty(() => requestPayments(deps, delays, startedAt));
  await untilEmpty(() => expireDrafts(deps));
  await releaseReservations(deps);
  await untilEmpty(() => resendFulfillments(deps, delays, startedAt));
  await untilEmpty(() => resendRefunds(deps, delays, startedAt));
  await resendPartialRefunds(deps, delays);
}

/** Repeats while batches are full, so that thousands of unpaid orders don't delay others for hours. */
async function untilEmpty(step: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + maxRunMs / 4;
  while ((await step()) === batchSize && performance.now() < deadline);
}

async function handleStuckEvents(deps: Deps, { messageMs }: typeof defaultDelays): Promise<void> {
  const events = await listRows(
    deps.db,
    'provider_event',
    { handled_at: isNull, received_at: atMost(ago(deps, messageMs)) },
    ['id'],
    { orderBy: 'received_at', limit: batchSize },
  );
  for (const { id } of events) {
    await handleProviderEvent(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, eventId: id }, 'a payment event could not be processed'),
    );
  }
}

async function requestPayments(
  deps: Deps,
  { paymentMs, intervalMs }: typeof defaultDelays,
  before: Date,
): Promise<number> {
  const waiting = await claim(deps, intervalMs, before, (where) =>
    where.and([
      where('status', 'in', ['processing', ...payableStatuses]),
      where.or([where('expires_at', '<=', deps.clock()), where('created_at', '<=', ago(deps, paymentMs))]),
    ]),
  );
  for (const order of waiting) {
    try {
      await reconcilePayment(deps, order);
    } catch (error) {
      // If one request fails, the others would too; they are retried after the interval.
      deps.log.warn({ err: error, orderId: order.id }, 'the payment provider did not return a payment’s status');
      return 0;
    }
  }
  return waiting.length;
}

async function reconcilePayment(deps: Deps, order: OrderRow): Promise<void> {
  // A renewal has no payment page that could be open, so another charge job is safe: the provider charges it once.
  if (isRenewal(order) && order.status !== 'processing') {
    if (order.status === 'failed')
      await deps.db.transaction().execute((trx) => closeUnpaidOrder(deps, trx, order, 'expire'));
    else await deps.jobs.send(deps.db, 'charge-bill', { orderId: order.id }, { singletonKey: order.id });
    return;
  }
  const isDecided = await requestPayment(deps, order);
  // The transition leaves a payment on its way alone.
  if (!isDecided && order.payment_session_id !== null && order.expires_at <= deps.clock()) {
    await deps.db.transaction().execute((trx) => closeUnpaidOrder(deps, trx, order, 'expire'));
  }
}

async function expireDrafts(deps: Deps): Promise<number> {
  const drafts = await listRows(deps.db, 'orders', { status: 'draft', expires_at: atMost(deps.clock()) }, ['id'], {
    limit: batchSize,
  });
  for (const draft of drafts) {
    await deps.db.transaction().execute((trx) => closeUnpaidOrder(deps, trx, draft, 'expire'));
  }
  return drafts.length;
}

async function resendFulfillments(
  deps: Deps,
  { accountMs, intervalMs }: typeof defaultDelays,
  before: Date,
): Promise<number> {
  const paid = await claim(deps, intervalMs, before, (where) =>
    where.and([
      where('status', '=', 'paid'),
      where('paid_at', '<=', ago(deps, accountMs)),
      where('refund_requested_at', 'is', null),
      where.or([where('begins_at', 'is', null), where('begins_at', '<=', deps.clock())]),
    ]),
  );
  for (const order of paid) {
    // The order's id alone may be the key of a job that waits for a start that was deferred and then asked for early.
    const options = { singletonKey: `resend:${order.id}` };
    await deps.jobs.send(deps.db, 'fulfill-order', { orderId: order.id }, options);
  }
  return paid.length;
}

async function resendRefunds(deps: Deps, { intervalMs }: typeof defaultDelays, before: Date): Promise<number> {
  const claimed = await claim(deps, intervalMs, before, (where) =>
    where.and([where('status', 'in', paidStatuses), where('refund_requested_at', 'is not', null)]),
  );
  for (const order of claimed) {
    await deps.jobs.send(deps.db, 'refund-order', { orderId: order.id }, { singletonKey: order.id });
  }
  return claimed.length;
}

async function resendPartialRefunds(deps: Deps, { intervalMs }: typeof defaultDelays): Promise<void> {
  const open = await deps.db
    .selectFrom('partial_refund')
    .select('refund_id')
    .distinct()
    .where('settled_at', 'is', null)
    .where('requested_at', '<=', ago(deps, intervalMs))
    // These wait for a bank's decision, which sends them.
    .where('order_id', 'not in', deps.db.selectFrom('payment_dispute').select('order_id').where('status', '=', 'open'))
    .limit(batchSize)
    .execute();
  for (const { refund_id: refundId } of open)
    await deps.jobs.send(deps.db, 'refund-add-ons', { refundId }, { singletonKey: refundId });
}

type Condition = (
  where: ExpressionBuilder<Database, 'orders'>,
) => ReturnType<ExpressionBuilder<Database, 'orders'>['and']>;

/** Claims orders that haven't been checked for a while, each on one server only. */
async function claim(deps: Deps, intervalMs: number, before: Date, condition: Condition): Promise<OrderRow[]> {
  const due = deps.db
    .selectFrom('orders')
    .select('id')
    .where(condition)
    .where((where) =>
      where.or([
        where('reconciled_at', 'is', null),
        where.and([where('reconciled_at', '<', before), where('reconciled_at', '<=', ago(deps, intervalMs))]),
      ]),
    )
    .orderBy(sql`reconciled_at nulls first`)
    .limit(batchSize)
    .forUpdate()
    .skipLocked();
  return deps.db
    .updateTable('orders')
    .set({ reconciled_at: deps.clock() })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

function ago(deps: Deps, ms: number): Date {
  return new Date(deps.clock().getTime() - ms);
}
