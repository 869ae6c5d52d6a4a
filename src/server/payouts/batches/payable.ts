import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { livePaymentStatuses } from '#shared/payouts/batch.ts';
import type { PayoutMethod } from '#shared/payouts/payees/destination.ts';
import { listValidApprovals } from '../approval/approvals.ts';
import { listApprovalsRequired } from '../approval/approvals-required.ts';
import { listHolds } from '../approval/list-holds.ts';
import { selectDeductedPayouts } from '../approval/select-deducted.ts';
import type { StoredPayout } from '../tables.ts';

export type PayablePayout = {
  readonly payoutId: string;
  /** Shown to people and used as the reference for the bank. */
  readonly number: string;
  readonly personId: string;
  readonly destinationId: string;
  /** What the payee receives. */
  readonly netCents: number;
  readonly approvedAt: Date;
  /** Belongs to the demo. */
  readonly isSample: boolean;
};

/** Approved payouts whose money has left the account. */
function selectApproved(executor: Db | Trx) {
  return executor
    .selectFrom('payout')
    .innerJoin('payout_stage', (join) =>
      join.onRef('payout_stage.payout_id', '=', 'payout.id').on('payout_stage.status', '=', 'approved'),
    )
    .selectAll('payout')
    .select('payout_stage.at as approved_at')
    .where('payout.status', '=', 'approved')
    .where((eb) =>
      eb.or([
        // Commissions don't come from an account.
        eb('payout.source', '=', 'affiliate'),
        eb('payout.id', 'in', selectDeductedPayouts(executor)),
      ]),
    );
}

/** Leaves out payouts that are held, or whose approvals are no longer valid because something changed. */
async function describePayable(
  deps: Deps,
  executor: Db | Trx,
  rows: readonly (StoredPayout & { readonly approved_at: Date })[],
): Promise<PayablePayout[]> {
  const approvals = await listValidApprovals(executor, rows);
  const required = await listApprovalsRequired(deps, executor, rows);
  const holds = await listHolds(
    deps,
    executor,
    rows.map(({ id }) => id),
  );
  return rows
    .filter(({ id }) => !holds.has(id))
    .filter((row) => (approvals.get(row.id)?.length ?? 0) >= (required.get(row.id) ?? 2))
    .map((row) => ({
      payoutId: row.id,
      number: row.number,
      personId: row.person_id,
      destinationId: row.destination_id,
      netCents: row.trader_cents - row.fee_cents,
      approvedAt: row.approved_at,
      isSample: row.is_sample,
    }));
}

/** Payouts with valid approvals for a method that are in no live batch, oldest first. */
export async function listPayable(
  deps: Deps,
  executor: Db | Trx,
  method: PayoutMethod,
  limit: number,
): Promise<PayablePayout[]> {
  const rows = await selectApproved(executor)
    .where('payout.method', '=', method)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payout_payment')
            .select('payout_payment.id')
            .whereRef('payout_payment.payout_id', '=', 'payout.id')
            .where('payout_payment.status', 'in', livePaymentStatuses),
        ),
      ),
    )
    .orderBy('payout_stage.at')
    .orderBy('payout.number')
    .limit(limit)
    .execute();
  return describePayable(deps, executor, rows);
}

/** The payable payouts among these ids, locked in the order of the ids. */
export async function lockPayable(deps: Deps, trx: Trx, ids: readonly string[]): Promise<PayablePayout[]> {
  if (ids.length === 0) return [];
  await trx.selectFrom('payout').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const rows = await selectApproved(trx).where('payout.id', 'in', ids).execute();
  return describePayable(deps, trx, rows);
}
