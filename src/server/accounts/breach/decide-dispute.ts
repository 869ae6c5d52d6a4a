import { findRow, getRow, lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, notFound, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideDispute } from '#shared/firm/contract-corrections.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { readEquityBefore } from './equity-before.ts';
import { refundReset } from './refund-reset.ts';

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
    const dispute = await lockRow(trx, 'account_dispute', disputeId, ['account_id', 'status', 'breach_at']);
    if (!dispute) throw notFound();
    if (dispute.status !== 'open') throw new ServiceError(409, 'conflict');
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
  const dispute = await findRow(deps.db, 'account_dispute', disputeId, ['account_id', 'breach_at']);
  if (!dispute) throw notFound();
  const account = await getRow(deps.db, 'trading_account', dispute.account_id);
  const { breach, balanceCents } = account.state;
  if (account.ended_at !== null || breach === null || breach.at > dispute.breach_at.getTime()) return null;
  return Math.max(0, (await readEquityBefore(deps, account, breach)) - balanceCents);
}
