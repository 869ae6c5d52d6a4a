import { type Actor, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { AnyPayout } from '../describe.ts';
import { findSanctionsHold } from '../payees/check-sanctions.ts';
import { changeStatus } from '../stages/change-status.ts';
import { isAccountPayout, type StoredPayout } from '../tables.ts';
import { applyStaffStep } from './apply-staff-step.ts';
import { findRecipient, fingerprintOf, listValidApprovals } from './approvals.ts';
import { readApprovalsRequired } from './approvals-required.ts';
import { findHold, holdErrors } from './list-holds.ts';
import { listApprovalRequirements } from './list-requirements.ts';
import { requireSettledApprover } from './require-settled-approver.ts';
import { isAmountDeducted } from './select-deducted.ts';

type Approved = {
  readonly payout: AnyPayout;
  /** `waits`: for a second person. `already`: it still waits, and this person's approval counts. */
  readonly outcome: 'approved' | 'waits' | 'already';
};

/**
 * Approves a payout in review. From the two-person limit on, by itself or with the payee's other payouts of the day, it
 * stays in review until a second person approves; repeating an approval changes nothing. An approved payout whose
 * approvals no longer count is approved again.
 * @throws {ServiceError} 403 without a fresh proof, for a new approver and the person who entered the destination; 409
 * for another status, money still in the account, a conduct case, an open dispute, or missing requirements
 */
export async function approvePayout(deps: Deps, operator: Actor, payoutId: string): Promise<Approved> {
  await requireConfirmed(deps, operator);
  let outcome: Approved['outcome'] = 'approved';
  const { payout: changed } = await applyStaffStep(deps, operator, payoutId, async (trx, locked, actor) => {
    const { payout } = locked;
    await requireSettledApprover(trx, operator.personId, deps.clock());
    const required = await readApprovalsRequired(deps, trx, payout);
    const earlier = await listApprovers(trx, payout);
    const isRepeated = earlier.includes(operator.personId);
    // What was approved may have changed since, or its approver's role.
    const isVoid = payout.status === 'approved' && earlier.length < required;
    if (payout.status !== 'in-review' && !isVoid) throw new ServiceError(409, 'payout_step');
    const destination = await findRecipient(trx, payout);
    if (destination?.added_by === operator.personId) throw new ServiceError(403, 'not_allowed');
    if (isAccountPayout(payout) && !(await isAmountDeducted(trx, payout.id)))
      throw new ServiceError(409, 'payout_money');
    const hold = await findHold(deps, trx, payout.id);
    if (hold !== null) throw new ServiceError(409, holdErrors[hold]);
    const missing = await listApprovalRequirements(deps, trx, payout);
    if (!destination || missing.length > 0) {
      throw new ServiceError(409, 'payout_requirements', { data: { requirements: missing } });
    }
    if ((await findSanctionsHold(trx, payout.person_id)) !== null) throw new ServiceError(409, 'payout_sanctions');
    if (isRepeated && earlier.length < required) {
      outcome = 'already';
      return payout;
    }
    const fingerprint = fingerprintOf(payout, destination);
    const at = deps.clock();
    await trx
      .insertInto('payout_approval')
      .values({ payout_id: payout.id, approver_id: operator.personId, fingerprint, at })
      .onConflict((conflict) => conflict.columns(['payout_id', 'approver_id']).doUpdateSet({ fingerprint, at }))
      .execute();
    const approvals = (await listApprovers(trx, payout)).length;
    await writeAudit(deps, trx, actor, 'payout-approval', ['payout', payout.id], {
      before: { approvals: earlier.length },
      after: { approvals },
      fingerprint,
      amountCents: payout.amount_cents,
    });
    outcome = approvals < required ? 'waits' : 'approved';
    return isVoid || outcome === 'waits' ? payout : changeStatus(deps, trx, locked, 'approve', { actor });
  });
  return { payout: changed, outcome };
}

async function listApprovers(trx: Trx, payout: StoredPayout): Promise<string[]> {
  const approvals = await listValidApprovals(trx, [payout]);
  return (approvals.get(payout.id) ?? []).map(({ approverId }) => approverId);
}
