import { insertRow, listRows } from '#server/core/database/rows.ts';
import {
  type Actor,
  type Db,
  type Deps,
  invalid,
  newId,
  ServiceError,
  type Trx,
  writeAudit,
} from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { requireConfirmed } from '#server/people/sign-in/confirm.ts';
import type { BodyOf, DataOf } from '#shared/core/call.ts';
import { formatsOf, livePaymentStatuses, maxBatchPayments } from '#shared/payouts/batch.ts';
import type { createPayoutBatch as call } from '#shared/payouts/contract-office-batches.ts';
import { findHolds } from './find-holds.ts';
import { listPayable, lockPayable, type PayablePayout } from './payable.ts';

type Candidate = PayablePayout & { readonly payeeName: string };

/** Payouts are in dollars, whatever currency the payee's bank converts them into. */
const currency = 'USD';

/**
 * Puts the approved payouts of a method into a draft, oldest first. Payees with an undecided sanctions match stay out.
 * @throws {ServiceError} 403 without a fresh proof, 422 for a format of another method, 409 if nothing can be paid
 */
export async function createBatch(
  deps: Deps,
  operator: Actor,
  { method, format }: BodyOf<typeof call>,
): Promise<DataOf<typeof call>> {
  await requireConfirmed(deps, operator);
  if (!formatsOf(method).includes(format)) throw invalid({ format: ['batch_format'] });
  await prefetchScreenings(deps, method);
  return runTransaction(deps, async (trx) => {
    const candidates = await lockCandidates(deps, trx, method);
    if (candidates.length === 0) throw new ServiceError(409, 'batch_empty');
    const id = newId();
    const held = await findHolds(deps, trx, id, candidates);
    const paid = candidates.filter(({ personId }) => !held.has(personId));
    const heldNumbers = candidates.filter(({ personId }) => held.has(personId)).map(({ number }) => number);
    // The checks are stored even so: staff decide about the matches.
    if (paid.length === 0) return { batchId: null, number: null, payments: 0, totalCents: 0, held: heldNumbers };
    const at = deps.clock();
    const number = await nextSeriesNumber(trx, `B${at.getUTCFullYear()}`);
    await insertRow(trx, 'payout_batch', {
      ...{ id, number, method, currency, format, created_by: operator.personId, created_at: at },
      is_sample: paid.every(({ isSample }) => isSample),
    });
    await insertPayments(trx, id, at, paid);
    const totalCents = paid.reduce((sum, { netCents }) => sum + netCents, 0);
    await writeAudit(deps, trx, `person:${operator.personId}`, 'payout-batch-created', ['payout-batch', id], {
      before: null,
      after: { status: 'draft' },
      number,
      payments: paid.length,
      totalCents,
      held: heldNumbers,
    });
    return { batchId: id, number, payments: paid.length, totalCents, held: heldNumbers };
  });
}

/**
 * Screens the names of a batch before anything is locked, because that takes seconds and later calls reuse the results.
 */
async function prefetchScreenings(deps: Deps, method: BodyOf<typeof call>['method']): Promise<void> {
  const payable = await listPayable(deps, deps.db, method, maxBatchPayments);
  for (const name of new Set((await readPayeeNames(deps.db, payable)).values())) await deps.sanctions.check(name);
}

async function readPayeeNames(
  executor: Db | Trx,
  payable: readonly PayablePayout[],
): Promise<ReadonlyMap<string, string>> {
  if (payable.length === 0) return new Map();
  const destinations = await listRows(
    executor,
    'payout_destination',
    { id: [...new Set(payable.map(({ destinationId }) => destinationId))] },
    ['id', 'payee_name'],
  );
  return new Map(destinations.map((destination) => [destination.id, destination.payee_name]));
}

/** What can be paid, locked, so that a concurrent batch finds this one. */
async function lockCandidates(
  deps: Deps,
  trx: Trx,
  method: BodyOf<typeof call>['method'],
): Promise<readonly Candidate[]> {
  const payable = await listPayable(deps, trx, method, maxBatchPayments);
  const locked = await lockPayable(
    deps,
    trx,
    payable.map(({ payoutId }) => payoutId),
  );
  if (locked.length === 0) return [];
  // Checked again: another batch may have taken some while this one waited for the locks.
  const live = await listRows(
    trx,
    'payout_payment',
    { status: livePaymentStatuses, payout_id: locked.map(({ payoutId }) => payoutId) },
    ['payout_id'],
  );
  const batchedIds = new Set(live.map(({ payout_id }) => payout_id));
  const names = await readPayeeNames(trx, locked);
  return locked
    .filter(({ payoutId }) => !batchedIds.has(payoutId))
    .map((candidate) => ({ ...candidate, payeeName: names.get(candidate.destinationId) ?? '' }))
    .sort(compareApproved);
}

/** Oldest first; of those approved at the same time, the one requested first. */
function compareApproved(left: PayablePayout, right: PayablePayout): number {
  return left.approvedAt.getTime() - right.approvedAt.getTime() || (left.number < right.number ? -1 : 1);
}

async function insertPayments(trx: Trx, batchId: string, at: Date, paid: readonly Candidate[]): Promise<void> {
  const earlier = await trx
    .selectFrom('payout_payment')
    .select('payout_id')
    .select(({ fn }) => fn.countAll<number>().as('attempts'))
    .where(
      'payout_id',
      'in',
      paid.map(({ payoutId }) => payoutId),
    )
    .groupBy('payout_id')
    .execute();
  const attempts = new Map(earlier.map((row) => [row.payout_id, Number(row.attempts)]));
  await insertRow(
    trx,
    'payout_payment',
    paid.map(({ payoutId, number, personId, destinationId, payeeName, netCents }, index) => {
      const earlierAttempts = attempts.get(payoutId) ?? 0;
      return {
        ...{ id: newId(), batch_id: batchId, line: index + 1, payout_id: payoutId },
        ...{ person_id: personId, destination_id: destinationId, payee_name: payeeName, amount_cents: netCents },
        // A report about an earlier attempt must never be mistaken for one about this attempt.
        reference: earlierAttempts === 0 ? number : `${number}-${earlierAttempts + 1}`,
        changed_at: at,
      };
    }),
  );
}
