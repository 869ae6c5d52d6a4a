import { getRow, requireLockedRow, requireRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, conflict, type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { isDisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { Breach } from '#shared/accounts/model.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideDispute } from '#shared/firm/contract-corrections.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { readEventLogPages } from '../event-log/read-event-log.ts';
import { rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';

/**
 * Decides a disputed breach. Upheld means that the trader is right: the breach is void, and a job restores the account
 * with the equity it had before, unless it has ended or started over since. A reset that was bought for it is refunded.
 * @throws {ServiceError} 404, or 409 if it is already decided
 */
export async function decideBreachDispute(
  deps: Deps,
  actor: Actor,
  { disputeId, decision, reason }: BodyOf<typeof decideDispute>,
): Promise<{ decidedAt: number; isRestored: boolean }> {
  const creditCents = decision === 'upheld' ? await findCredit(deps, disputeId) : null;
  return deps.db.transaction().execute(async (trx) => {
    const dispute = await requireLockedRow(trx, 'account_dispute', disputeId, ['account_id', 'status', 'breach_at']);
    if (dispute.status !== 'open') throw conflict();
    const decidedAt = deps.clock();
    const decidedBy = `person:${actor.personId}`;
    await updateRow(trx, 'account_dispute', disputeId, {
      status: decision,
      decision_reason: reason,
      decided_by: decidedBy,
      decided_at: decidedAt,
      credit_cents: creditCents,
    });
    const refundedOrder = decision === 'upheld' ? await refundReset(deps, trx, dispute, decidedBy) : null;
    await writeAudit(deps, trx, decidedBy, 'dispute-decided', ['account', dispute.account_id], {
      disputeId,
      before: { status: 'open' },
      after: { status: decision },
      reason,
      creditCents,
      refundedOrder,
    });
    const account = await getRow(trx, 'trading_account', dispute.account_id);
    const isRestored = creditCents !== null;
    if (isRestored) await deps.jobs.send(trx, 'restore-account', { disputeId }, { singletonKey: disputeId });
    const kind = decision === 'rejected' ? 'dispute_rejected' : isRestored ? 'dispute_restored' : 'dispute_upheld';
    await notifyOwner(deps, trx, account, { kind, key: `dispute-decided:${disputeId}`, cause: reason });
    return { decidedAt: decidedAt.getTime(), isRestored };
  });
}

/** What the breach cost: the equity before it less the balance since; null if there is no breach to void anymore. */
async function findCredit(deps: Deps, disputeId: string): Promise<number | null> {
  const dispute = await requireRow(deps.db, 'account_dispute', disputeId, ['account_id', 'breach_at']);
  const account = await getRow(deps.db, 'trading_account', dispute.account_id);
  const { breach, balanceCents } = account.state;
  if (account.ended_at !== null || breach === null || breach.at > dispute.breach_at.getTime()) return null;
  return Math.max(0, (await readEquityBefore(deps, account, breach)) - balanceCents);
}

/** The equity, in cents, that an account had before the event that breached it. */
async function readEquityBefore(deps: Deps, account: StoredAccount, breach: Breach): Promise<number> {
  const rules = rulesOf(deps.catalog, account);
  let state = createState(rules);
  for await (const page of readEventLogPages(deps, account.id, breach.at)) {
    for (const { event } of page) {
      const next = applyEvent(rules, state, event);
      if (next.breach?.at === breach.at) return state.equityCents;
      state = next;
    }
  }
  return state.equityCents;
}

/**
 * Requests the refund of the reset that a void breach made the trader buy: the first one paid since, unless the account
 * had started over before. @returns its order’s number, or null
 */
export async function refundReset(
  deps: Deps,
  trx: Trx,
  { account_id: accountId, breach_at: breachAt }: { readonly account_id: string; readonly breach_at: Date },
  actor: string,
): Promise<string | null> {
  const order = await trx
    .selectFrom('orders')
    .select(['id', 'number', 'total_cents'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'reset')
    .where('status', 'in', paidStatuses)
    .where('paid_at', '>=', breachAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_event')
            .select('source_id')
            .whereRef('account_event.account_id', '=', 'orders.account_id')
            .where('type', '=', 'reset')
            .where('at', '>', breachAt)
            .whereRef('at', '<', 'orders.paid_at'),
        ),
      ),
    )
    .orderBy('paid_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!order || (await isDisputed(trx, order.id))) return null;
  return (await requestOrderRefund(deps, trx, order, 'upheld', actor)) ? order.number : null;
}
