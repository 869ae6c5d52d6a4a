import { type Actor, type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { RejectionReason, ReturnReason } from '#shared/payouts/stages.ts';
import { type AnyPayout, describePayout } from '../describe.ts';
import { checkSanctions, findSanctionsHold } from '../payees/check-sanctions.ts';
import { changeStatus } from '../stages/change-status.ts';
import { type LockedPayout, lockPayout } from '../stages/lock-payout.ts';
import { findLivePayment } from '../stages/record-payment.ts';
import type { StoredPayout } from '../tables.ts';
import { listValidApprovals } from './approvals.ts';
import { readApprovalsRequired } from './approvals-required.ts';
import { findHold, holdErrors } from './list-holds.ts';
import { creditIfLate } from './promise-hour.ts';
import { requireSettledApprover } from './require-settled-approver.ts';

type Reply = { readonly payout: AnyPayout };
type Step = (trx: Trx, locked: LockedPayout, actor: string) => Promise<StoredPayout>;

/** Applies a staff action to a locked payout. @throws {ServiceError} 404, 409 `payout_step` */
export async function applyStaffStep(deps: Deps, operator: Actor, payoutId: string, step: Step): Promise<Reply> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, payoutId);
    const changed = await step(trx, locked, `person:${operator.personId}`);
    return { payout: await describePayout(deps, trx, changed) };
  });
}

/** Starts the review; starting it again changes nothing. */
export async function reviewPayout(deps: Deps, operator: Actor, payoutId: string): Promise<Reply> {
  return applyStaffStep(deps, operator, payoutId, async (trx, locked, actor) =>
    locked.payout.status === 'in-review' ? locked.payout : changeStatus(deps, trx, locked, 'review', { actor }),
  );
}

type Rejection = { readonly payoutId: string; readonly reason: RejectionReason; readonly note: string };

/** Rejects for one of the listed reasons; everything is given back. */
export async function rejectPayout(deps: Deps, operator: Actor, { payoutId, reason, note }: Rejection): Promise<Reply> {
  await requireConfirmed(deps, operator);
  return applyStaffStep(deps, operator, payoutId, (trx, locked, actor) =>
    changeStatus(deps, trx, locked, 'reject', { actor, reason, note }),
  );
}

type ManualPayment = { readonly payoutId: string; readonly reference: string };

/**
 * Records a payment made by hand, after screening its payee against the current edition of the sanctions list.
 * @throws {ServiceError} 409 `payout_batched` while a batch holds it, `payout_conduct`, `payout_finding`,
 * `payout_corrected`, `payout_disputed`, `payout_sales`, `payout_sanctions` while a match is open, or `payout_unapproved` if its approvals no longer count
 */
export async function sendPayout(deps: Deps, operator: Actor, { payoutId, reference }: ManualPayment): Promise<Reply> {
  await requireConfirmed(deps, operator);
  await screenPayee(deps, payoutId);
  return applyStaffStep(deps, operator, payoutId, async (trx, locked, actor) => {
    await requireSettledApprover(trx, operator.personId, deps.clock());
    await requirePayable(deps, trx, locked.payout);
    return changeStatus(deps, trx, await creditIfLate(deps, trx, locked), 'send', { actor, reference });
  });
}

/** What must hold when money leaves us. @throws {ServiceError} as for a payment by hand */
export async function requirePayable(deps: Deps, trx: Trx, payout: StoredPayout): Promise<void> {
  if (await findLivePayment(trx, payout.id)) throw new ServiceError(409, 'payout_batched');
  const hold = await findHold(deps, trx, payout.id);
  if (hold !== null) throw new ServiceError(409, holdErrors[hold]);
  if (await findSanctionsHold(trx, payout.person_id)) throw new ServiceError(409, 'payout_sanctions');
  if (!(await isApproved(deps, trx, payout))) throw new ServiceError(409, 'payout_unapproved');
}

/** Whether enough approvals still count. A status that forbids the step is reported by the step. */
async function isApproved(deps: Deps, trx: Trx, payout: StoredPayout): Promise<boolean> {
  if (payout.status !== 'approved') return true;
  const approvals = (await listValidApprovals(trx, [payout])).get(payout.id) ?? [];
  return approvals.length >= (await readApprovalsRequired(deps, trx, payout));
}

/** The result is stored even if the payment is then refused: staff decide about the match. */
export async function screenPayee(deps: Deps, payoutId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const payee = await trx
      .selectFrom('payout')
      .innerJoin('payout_destination', 'payout_destination.id', 'payout.destination_id')
      .select(['payout.person_id as personId', 'payee_name as name'])
      .where('payout.id', '=', payoutId)
      .where('payout.status', '=', 'approved')
      .executeTakeFirst();
    if (payee) await checkSanctions(deps, trx, { ...payee, cause: 'payment', subjectId: payoutId });
  });
}

type Settlement = { readonly payoutId: string; readonly reference?: string | undefined };

export async function settlePayout(deps: Deps, operator: Actor, { payoutId, reference }: Settlement): Promise<Reply> {
  await requireConfirmed(deps, operator);
  return applyStaffStep(deps, operator, payoutId, (trx, locked, actor) =>
    changeStatus(deps, trx, locked, 'pay', { actor, ...(reference === undefined ? {} : { reference }) }),
  );
}

/** Records that the money came back; everything is given back. */
export async function returnPayout(
  deps: Deps,
  operator: Actor,
  { payoutId, reason, note }: { readonly payoutId: string; readonly reason: ReturnReason; readonly note: string },
): Promise<Reply> {
  await requireConfirmed(deps, operator);
  return applyStaffStep(deps, operator, payoutId, (trx, locked, actor) =>
    changeStatus(deps, trx, locked, 'return', { actor, reason, note }),
  );
}
