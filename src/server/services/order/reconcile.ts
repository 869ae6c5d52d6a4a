import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { isRenewal } from '../bill/renewal.ts';
import { handleProviderEvent } from '../payment/handle.ts';
import { expireOrder } from './expire.ts';
import { requestPayment } from './request-payment.ts';
import type { OrderRow } from './transition.ts';

/**
 * How long things may be on their way by themselves before they are looked after, and how often they are looked at
 * again.
 */
const usual = { accountMs: 30_000, messageMs: 60_000, paymentMs: 120_000, pauseMs: 300_000 };
/**
 * After a start what is unfinished was cut off. Another copy's work may be under way; each step bears being done twice.
 */
const none: typeof usual = { accountMs: 0, messageMs: 0, paymentMs: 0, pauseMs: 0 };
const batch = 20;
/** No run takes longer than its turn; what it doesn't reach is left for the next one. */
const longestMs = 40_000;

/**
 * Finds what got stuck: paid orders without an account, payments whose message never came, messages nobody handled,
 * orders nobody paid. Runs every minute and at the start; each step is harmless when it is done twice.
 */
export async function reconcileOrders(deps: Deps, options: { afterStart?: boolean } = {}): Promise<void> {
  const patience = options.afterStart ? none : usual;
  await handleForgottenEvents(deps, patience);
  const sweptBefore = deps.clock();
  await untilEmpty(() => askForPayments(deps, patience, sweptBefore));
  await untilEmpty(() => expireDrafts(deps));
  await untilEmpty(() => resendFulfilments(deps, patience, sweptBefore));
  await untilEmpty(() => resendRefunds(deps, patience, sweptBefore));
}

/** Goes on while batches are full: a shop with thousands of unpaid orders must not wait hours for its turn. */
async function untilEmpty(step: () => Promise<number>): Promise<void> {
  const until = performance.now() + longestMs / 4;
  while ((await step()) === batch && performance.now() < until);
}

async function handleForgottenEvents(deps: Deps, { messageMs }: typeof usual): Promise<void> {
  const events = await deps.db
    .selectFrom('provider_event')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<=', ago(deps, messageMs))
    .orderBy('received_at')
    .limit(batch)
    .execute();
  for (const { id } of events) {
    await handleProviderEvent(deps, id).catch((error: unknown) =>
      deps.log.error({ err: error, eventId: id }, 'a payment message cannot be handled'),
    );
  }
}

async function askForPayments(deps: Deps, { paymentMs, pauseMs }: typeof usual, before: Date): Promise<number> {
  const waiting = await claim(deps, pauseMs, before, (where) =>
    where.and([
      where('status', 'in', ['awaiting-payment', 'failed']),
      where.or([where('expires_at', '<=', deps.clock()), where('created_at', '<=', ago(deps, paymentMs))]),
    ]),
  );
  for (const order of waiting) {
    try {
      await lookAfter(deps, order);
    } catch (error) {
      // Where one question fails the others would too; they are asked again after the pause.
      deps.log.warn({ err: error, orderId: order.id }, 'the payment provider does not say how a payment stands');
      return 0;
    }
  }
  return waiting.length;
}

async function lookAfter(deps: Deps, order: OrderRow): Promise<void> {
  // A renewal has no page that somebody could still be on: it is charged again, which is charged once.
  if (isRenewal(order)) {
    if (order.status === 'failed')
      await deps.db.transaction().execute((trx) => expireOrder(deps, trx, order, 'system'));
    else await deps.jobs.send(deps.db, 'charge-bill', { orderId: order.id }, { singletonKey: order.id });
    return;
  }
  const isDecided = await requestPayment(deps, order);
  if (!isDecided && order.payment_session_id !== null && order.expires_at <= deps.clock()) {
    await deps.db.transaction().execute((trx) => expireOrder(deps, trx, order, 'system'));
  }
}

async function expireDrafts(deps: Deps): Promise<number> {
  const drafts = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'draft')
    .where('expires_at', '<=', deps.clock())
    .limit(batch)
    .execute();
  for (const draft of drafts) {
    await deps.db.transaction().execute((trx) => expireOrder(deps, trx, draft, 'system'));
  }
  return drafts.length;
}

async function resendFulfilments(deps: Deps, { accountMs, pauseMs }: typeof usual, before: Date): Promise<number> {
  const paid = await claim(deps, pauseMs, before, (where) =>
    where.and([
      where('status', '=', 'paid'),
      where('paid_at', '<=', ago(deps, accountMs)),
      where('refund_requested_at', 'is', null),
      where.or([where('begins_at', 'is', null), where('begins_at', '<=', deps.clock())]),
    ]),
  );
  for (const order of paid) {
    await deps.jobs.send(deps.db, 'fulfil-order', { orderId: order.id }, { singletonKey: order.id });
  }
  return paid.length;
}

async function resendRefunds(deps: Deps, { pauseMs }: typeof usual, before: Date): Promise<number> {
  const wanted = await claim(deps, pauseMs, before, (where) =>
    where.and([where('status', 'in', ['paid', 'fulfilled']), where('refund_requested_at', 'is not', null)]),
  );
  for (const order of wanted) {
    await deps.jobs.send(deps.db, 'refund-order', { orderId: order.id }, { singletonKey: order.id });
  }
  return wanted.length;
}

type Condition = (
  where: ExpressionBuilder<Database, 'orders'>,
) => ReturnType<ExpressionBuilder<Database, 'orders'>['and']>;

/** Takes orders that were not looked after for a while, each by one copy of the server. */
async function claim(deps: Deps, pauseMs: number, before: Date, condition: Condition): Promise<OrderRow[]> {
  const due = deps.db
    .selectFrom('orders')
    .select('id')
    .where(condition)
    .where((where) =>
      where.or([
        where('reconciled_at', 'is', null),
        where.and([where('reconciled_at', '<', before), where('reconciled_at', '<=', ago(deps, pauseMs))]),
      ]),
    )
    .orderBy(sql`reconciled_at nulls first`)
    .limit(batch)
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
