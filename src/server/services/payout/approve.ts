import { getPayoutVersion } from '../../../content/catalog.ts';
import { isAccountPayout, type StoredPayout } from '../../db/payout-tables.ts';
import type { Actor, Db, Deps, Trx } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { sha256 } from '../../ids.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { findSanctionsHold } from '../payee/check-sanctions.ts';
import { changeStatus } from './change-status.ts';
import type { AnyPayout } from './describe.ts';
import { takeStep } from './staff-steps.ts';

/** What an approval is of: any change of it voids the approvals so far. */
export function fingerprintOf({
  id,
  amount_cents,
  trader_cents,
  fee_cents,
  destination_id,
  method,
}: StoredPayout): string {
  return sha256(JSON.stringify([id, amount_cents, trader_cents, fee_cents, destination_id, method]));
}

/** How many people approve a payout of an amount. */
export function approvalsRequired(
  deps: Deps,
  { amount_cents: amountCents }: Pick<StoredPayout, 'amount_cents'>,
): number {
  return amountCents >= getPayoutVersion(deps.catalog).twoApprovalsFromCents ? 2 : 1;
}

/** Approvals of what the payout is now. */
export async function listApprovals(executor: Db | Trx, payout: StoredPayout) {
  const rows = await executor
    .selectFrom('payout_approval')
    .select(['approver_id as approverId', 'at'])
    .where('payout_id', '=', payout.id)
    .where('fingerprint', '=', fingerprintOf(payout))
    .orderBy('at')
    .execute();
  return rows.map(({ approverId, at }) => ({ approverId, at: at.getTime() }));
}

/**
 * Approves a payout in review. From the limit on it stays in review until a second person approves; approving twice
 * changes nothing. @throws {ServiceError} 403 for the payee, 409 for another status or money that is still in the account
 */
export async function approvePayout(deps: Deps, operator: Actor, payoutId: string): Promise<{ payout: AnyPayout }> {
  return takeStep(deps, operator, payoutId, async (trx, locked, actor) => {
    const { payout } = locked;
    if (payout.person_id === operator.personId) throw new ServiceError(403, 'not_allowed');
    if (payout.status !== 'in-review') throw new ServiceError(409, 'payout_step');
    if (isAccountPayout(payout)) await requireTaken(trx, payout);
    await requireDestination(trx, payout);
    if ((await findSanctionsHold(trx, payout.person_id)) !== null) throw new ServiceError(409, 'payout_sanctions');
    const fingerprint = fingerprintOf(payout);
    const at = deps.clock();
    await trx
      .insertInto('payout_approval')
      .values({ payout_id: payout.id, approver_id: operator.personId, fingerprint, at })
      .onConflict((conflict) => conflict.columns(['payout_id', 'approver_id']).doUpdateSet({ fingerprint, at }))
      .execute();
    await writeAudit(deps, trx, {
      actor,
      action: 'payout-approval',
      entity: 'payout',
      entityId: payout.id,
      details: { fingerprint, amountCents: payout.amount_cents },
    });
    const approvals = await listApprovals(trx, payout);
    if (approvals.length < approvalsRequired(deps, payout)) return payout;
    return changeStatus(deps, trx, locked, 'approve', { actor });
  });
}

/** A removed destination is paid by nobody; the payout is rejected or closed. */
async function requireDestination(trx: Trx, payout: StoredPayout): Promise<void> {
  const present = await trx
    .selectFrom('payout_destination')
    .select('id')
    .where('id', '=', payout.destination_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!present) throw new ServiceError(409, 'payout_requirements');
}

/** Nothing is paid that hasn't left the account. */
async function requireTaken(trx: Trx, payout: StoredPayout): Promise<void> {
  const taken = await trx
    .selectFrom('payout_move')
    .select('id')
    .where('payout_id', '=', payout.id)
    .where('amount_cents', '<', 0)
    .where('moved_at', 'is not', null)
    .executeTakeFirst();
  if (!taken) throw new ServiceError(409, 'payout_money');
}
