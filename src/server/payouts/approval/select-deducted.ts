import type { Db, Trx } from '#server/core/deps.ts';

/** Ids of payouts whose amount has left the account at the platform, now or for the one they send again. */
export function selectDeductedPayouts(executor: Db | Trx) {
  return executor
    .selectFrom('payout as deducted')
    .innerJoin('payout_transfer', (join) =>
      join.on((on) => on('payout_transfer.payout_id', '=', on.fn.coalesce('deducted.origin_id', 'deducted.id'))),
    )
    .select('deducted.id as payout_id')
    .where('payout_transfer.amount_cents', '<', 0)
    .where('payout_transfer.transferred_at', 'is not', null);
}

export async function isAmountDeducted(executor: Db | Trx, payoutId: string): Promise<boolean> {
  return (await selectDeductedPayouts(executor).where('deducted.id', '=', payoutId).executeTakeFirst()) !== undefined;
}
