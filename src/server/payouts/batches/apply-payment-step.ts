import type { Deps, Trx } from '#server/core/deps.ts';
import type { ReturnReason } from '#shared/payouts/stages.ts';
import { changeStatus } from '../stages/change-status.ts';
import { type LockedPayout, lockPayout } from '../stages/lock-payout.ts';
import { recordPaymentStatus } from '../stages/record-payment.ts';

type StepDetails = {
  readonly actor: string;
  readonly reference?: string;
  readonly reason?: ReturnReason;
  readonly note?: string;
};

/**
 * Moves a payout to where its payment is: approved → sent, sent → paid, sent or paid → returned, sent → approved
 * (`recall`: the bank never made the payment). A step that is already done changes nothing.
 */
export async function applyPaymentStep(
  deps: Deps,
  trx: Trx,
  payoutId: string,
  step: 'send' | 'pay' | 'return' | 'recall',
  { actor, reference, reason = 'bank-refused', note }: StepDetails,
): Promise<void> {
  let locked: LockedPayout = await lockPayout(trx, payoutId);
  const change = { actor, ...(reference === undefined ? {} : { reference }) };
  if (step === 'recall') {
    if (locked.payout.status === 'sent') await changeStatus(deps, trx, locked, 'recall', { actor });
    else await recordPaymentStatus(deps, trx, payoutId, locked.payout.status);
    return;
  }
  // A bank may report a payment before the job has marked it as sent.
  if (locked.payout.status === 'approved') {
    locked = { ...locked, payout: await changeStatus(deps, trx, locked, 'send', change) };
  }
  const { status } = locked.payout;
  if (step === 'pay' && status === 'sent') await changeStatus(deps, trx, locked, 'pay', change);
  if (step === 'return' && (status === 'sent' || status === 'paid')) {
    await changeStatus(deps, trx, locked, 'return', { actor, reason, ...(note === undefined ? {} : { note }) });
  }
}
