import { dayMs } from '#lib/durations.ts';
import { taxColumns } from '#server/catalog/tax.ts';
import { isClosing } from '#server/core/database/closing.ts';
import { atMost, findRow, insertRow, lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { newToken } from '#server/core/encryption.ts';
import { pickOrderNumber } from '#server/orders/pick-number.ts';
import type { BillRow, SubscriptionRow } from '#server/orders/product.ts';
import { taxedBuyerOf } from '#shared/billing/billing-identity.ts';
import { awaitsConfirmation } from '../subscription-cancellation/confirm.ts';
import { lockSubscription, startPaidPeriod } from '../subscriptions/advance-period.ts';
import { stopUnusedData } from '../subscriptions/cancel-unused-data.ts';
import { endSubscription } from '../subscriptions/end.ts';
import { endByLaw, findMoved } from '../subscriptions/end-with-term.ts';
import { endsInactive } from '../subscriptions/ends-inactive.ts';
import { type DueSubscription, dueBatchSize, findDue, findToRetry } from '../subscriptions/find-due.ts';
import { readBillingIdentity } from '../subscriptions/read-billing-identity.ts';
import { readBuyer } from '../subscriptions/read-buyer.ts';
import { findToRemind, sendReminder } from './remind.ts';
import { renewalScope } from './renewal.ts';
import { openNextBill, settleBill } from './settle.ts';

/** Pages of due renewals read in one run. */
const maxPages = 20;

/**
 * Runs all due subscription steps: reminders, renewals, retries and the end of canceled ones. Servers may run it
 * concurrently, because each step locks its subscription.
 */
export async function runRenewals(deps: Deps): Promise<void> {
  if (await isClosing(deps.db)) return;
  for (const id of await findMoved(deps)) await runStep(deps, id, endByLaw);
  for (const id of await findToRemind(deps)) await runStep(deps, id, sendReminder);
  // A renewal that waits, for example for its account to close, must not hold up those behind it.
  let after: DueSubscription | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const due = await findDue(deps, after);
    for (const { id } of due) await runStep(deps, id, renew);
    after = due.at(-1);
    if (due.length < dueBatchSize) break;
  }
  for (const id of await findToRetry(deps)) await runStep(deps, id, retryCharge);
}

/** Charges a subscription's due bill now, because its buyer has just added another card. */
export async function retryCharges(deps: Deps, subscriptionId: string): Promise<void> {
  for (const id of await findToRetry(deps, subscriptionId)) await runStep(deps, id, retryCharge);
}

type Step = (deps: Deps, trx: Trx, subscription: SubscriptionRow) => Promise<unknown>;

async function runStep(deps: Deps, id: string, step: Step): Promise<void> {
  try {
    await deps.db.transaction().execute(async (trx) => step(deps, trx, await lockSubscription(trx, id)));
  } catch (error) {
    deps.log.error({ err: error, subscriptionId: id }, 'a subscription step failed');
  }
}

async function renew(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  if (subscription.status !== 'active' || subscription.period_ends_at > deps.clock()) return;
  // A prepaid period is delivered even after a cancellation.
  const prepaid = await findRow(trx, 'bill', {
    subscription_id: subscription.id,
    period_starts_at: subscription.period_ends_at,
    status: 'paid',
  });
  if (prepaid) return await startPaidPeriod(deps, trx, subscription, prepaid);
  const isOver = subscription.canceled_at !== null || !subscription.renews;
  if (isOver || (await endByLaw(deps, trx, subscription))) {
    await endSubscription(deps, trx, subscription, 'system');
    return;
  }
  if (await isPassed(trx, subscription)) {
    const accountId = subscription.account_id ?? '';
    await deps.jobs.send(trx, 'sync-renewal', { accountId }, { singletonKey: accountId });
    return;
  }
  if (await endsInactive(trx, subscription)) {
    await deps.jobs.send(trx, 'check-inactivity', {}, { singletonKey: 'renewal' });
    return;
  }
  if (await stopUnusedData(deps, trx, subscription)) return;
  if (await awaitsConfirmation(deps, trx, subscription.id, subscription.period_ends_at)) return;
  const bill = await openNextBill(deps, trx, subscription);
  if (bill.amount_cents === 0) {
    await settleBill(deps, trx, subscription, bill, { orderId: null, method: null });
  } else if (bill.first_attempt_at === null) await placeCharge(deps, trx, subscription, bill);
}

async function retryCharge(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  if (await stopUnusedData(deps, trx, subscription)) return;
  const bill = await lockRow(trx, 'bill', {
    subscription_id: subscription.id,
    status: 'open',
    next_attempt_at: atMost(deps.clock()),
  });
  if (!bill || (await awaitsConfirmation(deps, trx, subscription.id, bill.next_attempt_at ?? deps.clock()))) return;
  // The bill's payment page is open, so charging it now could charge it twice.
  const openOrder = await trx
    .selectFrom('orders')
    .select('id')
    .where('bill_id', '=', bill.id)
    .where('status', 'in', ['awaiting-payment', 'processing', 'paid'])
    .executeTakeFirst();
  if (!openOrder && !(await isPassed(trx, subscription))) await placeCharge(deps, trx, subscription, bill);
}

/** A passed evaluation is never charged again, even before the job that ends its renewal has run. */
async function isPassed(trx: Trx, { account_id: accountId }: SubscriptionRow): Promise<boolean> {
  const account = await findRow(trx, 'trading_account', accountId, ['phase', 'state']);
  return account?.phase === 'evaluation' && account.state.status === 'passed';
}

async function placeCharge(deps: Deps, trx: Trx, subscription: SubscriptionRow, bill: BillRow): Promise<void> {
  const now = deps.clock();
  const { email, locale } = await readBuyer(trx, subscription.person_id);
  const identity = await readBillingIdentity(trx, subscription.id);
  const [attempts, orderId] = [bill.attempts + 1, newId()];
  const firstAttemptAt = bill.first_attempt_at ?? now;
  await updateRow(trx, 'bill', bill.id, { attempts, first_attempt_at: firstAttemptAt, next_attempt_at: null });
  await insertRow(trx, 'orders', {
    id: orderId,
    number: await pickOrderNumber(trx),
    purchase_id: orderId,
    session_id: newToken(),
    kind: subscription.kind === 'market-data' ? 'pending-data-bill' : 'pending-bill',
    status: 'awaiting-payment',
    person_id: subscription.person_id,
    email,
    locale,
    ...identity,
    name: subscription.name,
    package_id: subscription.package_id,
    platform: subscription.platform,
    bill_id: bill.id,
    rules_version: deps.catalog.packages.rulesVersion,
    lines: JSON.stringify([{ item: 'package', amountCents: bill.amount_cents }]),
    coupon: null,
    total_cents: bill.amount_cents,
    ...taxColumns(deps, taxedBuyerOf(identity)),
    currency: deps.catalog.packages.currency,
    consents: JSON.stringify([]),
    idempotency_scope: renewalScope,
    idempotency_key: `${bill.id}:${attempts}`,
    request_hash: '',
    payment_provider: subscription.payment_provider,
    payment_session_id: null,
    payment_url: null,
    payment_method: subscription.payment_method,
    created_at: now,
    expires_at: new Date(now.getTime() + dayMs),
  });
  const details = { billId: bill.id, attempts, totalCents: bill.amount_cents };
  await writeAudit(deps, trx, 'system', 'order-created', ['order', orderId], details);
  await deps.jobs.send(trx, 'charge-bill', { orderId }, { singletonKey: orderId });
}
