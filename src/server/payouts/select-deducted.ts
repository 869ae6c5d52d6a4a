import type { Db, Trx } from '#server/core/deps.ts';

/** Ids of payouts whose amount has left the account at the platform. Only these are paid. */
export function selectDeductedPayouts(executor: Db | Trx) {
  return executor
    .selectFrom('payout_transfer')
    .select('payout_transfer.payout_id')
    .where('payout_transfer.amount_cents', '<', 0)
    .where('payout_transfer.transferred_at', 'is not', null);
}

export async function isAmountDeducted(executor: Db | Trx, payoutId: string): Promise<boolean> {
  return (await selectDeductedPayouts(executor).where('payout_id', '=', payoutId).executeTakeFirst()) !== undefined;
}
