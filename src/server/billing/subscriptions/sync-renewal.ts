import { liftSuspension } from '#server/accounts/access/suspend.ts';
import { atLeast, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type PlainAction, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';
import { readBillingIdentity } from './read-billing-identity.ts';
import { readBuyer } from './read-buyer.ts';
import { queueRefundAhead } from './refund-ahead.ts';

/**
 * Aligns an evaluation's renewal with its verdict: a pass ends it, and a reversal before the funded account opens
 * resumes it. Reads the current state, so it may run late, twice or out of order.
 */
export async function syncRenewal(deps: Deps, accountId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const subscription = await trx
      .selectFrom('subscription')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('renews', '=', true)
      .orderBy('created_at', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
    if (!subscription) return;
    const account = await trx
      .selectFrom('trading_account')
      .leftJoin('trading_account as funded', 'funded.parent_id', 'trading_account.id')
      .select(['trading_account.phase', 'trading_account.state', 'trading_account.ended_at', 'funded.id as funded_id'])
      .where('trading_account.id', '=', accountId)
      .executeTakeFirstOrThrow();
    const isPassed = account.phase === 'evaluation' && account.state.status === 'passed';
    if (isPassed && subscription.status !== 'ended' && subscription.canceled_at === null) {
      await stopRenewal(deps, trx, subscription);
    } else if (!isPassed && subscription.end_reason === 'passed' && !account.funded_id && account.ended_at === null) {
      await resumeRenewal(deps, trx, subscription);
    }
  });
}

/** Ends a passed evaluation's renewal; the account stays, and a prepaid period is refunded. */
async function stopRenewal(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, name } = subscription;
  const now = deps.clock();
  const ended = { status: 'ended', ended_at: now, end_reason: 'passed' } as const;
  await updateRow(trx, 'subscription', id, ended);
  const unpaid = trx.updateTable('bill').set({ status: 'void', next_attempt_at: null });
  await unpaid.where('subscription_id', '=', id).where('status', '=', 'open').execute();
  await queueRefundAhead(deps, trx, { subscriptionId: id, reason: 'passed' });
  await liftSuspension(deps, trx, `subscription:${id}`);
  await record(deps, trx, subscription, 'subscription-ended');
  const person = await readBuyer(trx, subscription.person_id);
  await queueMail(deps, trx, person, 'renewal-stopped', `renewal-stopped:${id}:${now.getTime()}`, { name });
}

/** Resumes a renewal, but charges no earlier than a reminder could announce it. */
async function resumeRenewal(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, name, period_ends_at: paidUntil, anchor_at: anchorAt } = subscription;
  const person = await readBuyer(trx, subscription.person_id);
  const { country } = await readBillingIdentity(trx, id);
  const { consumerRights } = deps.catalog;
  const earliest = deps.clock().getTime() + renewalReminderMs(consumerRights, subscription.billing_interval, country);
  const isLater = paidUntil.getTime() < earliest;
  const next = isLater ? new Date(earliest) : paidUntil;
  await updateRow(trx, 'subscription', id, {
    ...{ status: 'active', ended_at: null, end_reason: null, reminded_for: null },
    ...{ period_ends_at: next, anchor_at: isLater ? next : anchorAt },
  });
  // Its bill became void while nothing was due.
  await updateRow(
    trx,
    'bill',
    { subscription_id: id, period_starts_at: atLeast(next), status: 'void' },
    { status: 'open', order_id: null, paid_at: null, attempts: 0, first_attempt_at: null, next_attempt_at: null },
  );
  await record(deps, trx, subscription, 'subscription-resumed');
  await queueMail(deps, trx, person, 'renewal-resumed', `renewal-resumed:${id}:${deps.clock().getTime()}`, {
    name,
    amountCents: subscription.amount_cents,
    at: next.getTime(),
    isAsked: false,
  });
}

async function record(deps: Deps, trx: Trx, { id }: SubscriptionRow, action: PlainAction): Promise<void> {
  await writeAudit(deps, trx, 'system', action, ['subscription', id]);
}
