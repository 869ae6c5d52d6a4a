import { getRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { requirePayable, screenPayee } from '../approval/apply-staff-step.ts';
import { creditIfLate } from '../approval/promise-hour.ts';
import { decryptDetails } from '../payees/destination-details.ts';
import type { Rail, RailAnswer, RailPayment } from '../ports/rail/rail.ts';
import { changeStatus } from '../stages/change-status.ts';
import { lockPayout } from '../stages/lock-payout.ts';
import type { StoredPayout } from '../tables.ts';

const batchSize = 500;

/**
 * Has the rail pay what the rule approved, and asks what became of the payments it has. Each is marked as sent before
 * the rail hears of it, so that no batch pays it too; asking again pays nothing twice.
 */
export async function payByRail(deps: Deps): Promise<void> {
  const { rail } = deps;
  if (rail === null) return;
  const due = await deps.db
    .selectFrom('payout')
    .select('id')
    .where('is_sample', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'approved'), eb('ruled_at', 'is not', null), eb('rail_status', 'is', null)]),
        eb.and([eb('status', '=', 'sent'), eb('rail_status', '=', 'asked')]),
      ]),
    )
    .orderBy('requested_at', 'desc')
    .limit(batchSize)
    .execute();
  for (const { id } of due) {
    await pay(deps, rail, id).catch((error: unknown) =>
      deps.log.error({ err: error, payoutId: id }, 'the payout rail could not be asked'),
    );
  }
}

async function pay(deps: Deps, rail: Rail, payoutId: string): Promise<void> {
  await screenPayee(deps, payoutId);
  const payment = await runTransaction(deps, (trx) => send(deps, trx, rail, payoutId)).catch((error: unknown) => {
    // Something holds it, or people are paying it.
    if (error instanceof ServiceError && error.status === 409) return null;
    throw error;
  });
  if (payment === null) return;
  const answer = await rail.pay(payment);
  await runTransaction(deps, (trx) => record(deps, trx, rail, payoutId, answer));
}

/** @returns the payment that the rail is to make or has; null if it has none */
async function send(deps: Deps, trx: Trx, rail: Rail, payoutId: string): Promise<RailPayment | null> {
  const locked = await lockPayout(trx, payoutId);
  const { status, rail_status: railStatus } = locked.payout;
  if (status === 'sent' && railStatus === 'asked') return describePayment(deps, trx, locked.payout);
  if (status !== 'approved' || railStatus !== null) return null;
  await requirePayable(deps, trx, locked.payout);
  const credited = await creditIfLate(deps, trx, locked);
  await updateRow(trx, 'payout', payoutId, { rail_status: 'asked' });
  const sent = await changeStatus(deps, trx, credited, 'send', { actor: `provider:${rail.name}` });
  return describePayment(deps, trx, sent);
}

async function describePayment(deps: Deps, trx: Trx, payout: StoredPayout): Promise<RailPayment> {
  const destination = await getRow(trx, 'payout_destination', payout.destination_id, ['id', 'details', 'payee_name']);
  return {
    id: payout.id,
    number: payout.number,
    amountCents: payout.trader_cents - payout.fee_cents,
    currency: deps.catalog.packages.currency,
    payeeName: destination.payee_name,
    destination: decryptDetails(deps, destination),
    // One that was credited is late already.
    notAfter: payout.credit_cents > 0 ? null : (payout.promised_by?.getTime() ?? null),
  };
}

/** What the rail refuses goes back to people, who pay it by batch. */
async function record(deps: Deps, trx: Trx, rail: Rail, payoutId: string, answer: RailAnswer): Promise<void> {
  const locked = await lockPayout(trx, payoutId);
  if (locked.payout.status !== 'sent' || locked.payout.rail_status !== 'asked') return;
  const actor = `provider:${rail.name}`;
  if (answer.status === 'paid') {
    await changeStatus(deps, trx, locked, 'pay', { actor, reference: answer.reference });
  } else if (answer.status === 'returned') {
    await changeStatus(deps, trx, locked, 'return', { actor, reason: answer.reason });
  } else if (answer.status === 'refused') {
    await updateRow(trx, 'payout', payoutId, { rail_status: 'refused' });
    const recalled = await changeStatus(deps, trx, locked, 'recall', { actor });
    await creditIfLate(deps, trx, { ...locked, payout: recalled });
    deps.log.error({ payoutId }, 'the payout rail refused a payment, which waits for a batch');
  }
}
