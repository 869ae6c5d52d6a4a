import type { Deps, Trx } from '#server/core/deps.ts';
import { nextStatus } from '#shared/payouts/stages.ts';
import { changeStatus } from './change-status.ts';
import { lockPayout } from './lock-payout.ts';
import { findLivePayment, lockBatch } from './record-payment.ts';

type Decision = { readonly actor: string; readonly note: string };

/**
 * Rejects the payouts of a locked account whose conduct case was upheld. One that the bank may already be paying stays;
 * if it comes back, staff reject it.
 */
export async function rejectForConduct(
  deps: Deps,
  trx: Trx,
  accountId: string,
  { actor, note }: Decision,
): Promise<void> {
  const payouts = await trx
    .selectFrom('payout')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  for (const { id } of payouts) {
    const locked = await lockPayout(trx, id);
    if (nextStatus(locked.payout.status, 'reject') === null || (await isExported(trx, id))) continue;
    await changeStatus(deps, trx, locked, 'reject', { actor, reason: 'conduct-upheld', note });
  }
}

async function isExported(trx: Trx, payoutId: string): Promise<boolean> {
  const payment = await findLivePayment(trx, payoutId);
  return payment !== undefined && (await lockBatch(trx, payment.batch_id)).status !== 'draft';
}
