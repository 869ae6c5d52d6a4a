import { liftSuspension } from '#server/accounts/access/suspend.ts';
import { notifyOwner } from '#server/accounts/alerts/notify-owner.ts';
import { terminateAccount } from '#server/accounts/lifecycle/terminate.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { rejectUnpaidPayouts } from '#server/payouts/stages/reject-unpaid.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { decideConduct } from '#shared/risk/contract-conduct.ts';
import { lockCase } from './lock-case.ts';

/**
 * Decides a case once, with a reason for the trader. Upholding it rejects the account's unpaid payouts, ends the
 * account and its subscription, and is possible only after the answer or the deadline. @throws {ServiceError} 404, 409 if it is decided, or upheld too early
 */
export async function decideConductCase(
  deps: Deps,
  operator: Actor,
  { caseId, decision, reason }: BodyOf<typeof decideConduct>,
): Promise<{ decidedAt: number }> {
  return runTransaction(deps, async (trx) => {
    const { conduct, account } = await lockCase(trx, caseId);
    if (conduct.status !== 'open') throw new ServiceError(409, 'conduct_decided');
    const decidedAt = deps.clock();
    const isDue = conduct.answered_at !== null || decidedAt > conduct.answer_until;
    if (decision === 'upheld' && !isDue) throw new ServiceError(409, 'conduct_early');
    const actor = `person:${operator.personId}`;
    await updateRow(trx, 'conduct_case', caseId, {
      status: decision,
      decision_reason: reason,
      decided_by: actor,
      decided_at: decidedAt,
    });
    if (decision === 'lifted') await liftSuspension(deps, trx, `conduct:${caseId}`);
    else {
      await rejectUnpaidPayouts(deps, trx, account.id, { actor, reason: 'conduct-upheld', note: reason });
      await terminateAccount(deps, trx, account.id, actor);
    }
    await writeAudit(deps, trx, actor, `conduct-${decision}`, ['account', account.id], {
      caseId,
      before: { status: conduct.status },
      after: { status: decision },
      reason,
    });
    await notifyOwner(deps, trx, account, {
      kind: `conduct_${decision}`,
      key: `conduct-${decision}:${caseId}`,
      conduct: { cause: conduct.cause, reason },
    });
    return { decidedAt: decidedAt.getTime() };
  });
}
