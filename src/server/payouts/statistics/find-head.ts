import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { ChainHead } from '#shared/payouts/statistics-chain.ts';

/** Whether this is the demo, whose payouts are samples and have their own chain. */
export function isSampleChain({ env }: Pick<Deps, 'env'>): boolean {
  return env.demo && !env.production;
}

/** The newest day of the statistics; null if there is none yet. */
export async function findHead(deps: Pick<Deps, 'env'>, executor: Db | Trx): Promise<ChainHead | null> {
  const head = await executor
    .selectFrom('payout_statistics_day')
    .select(['number', 'day', 'hash'])
    .where('is_sample', '=', isSampleChain(deps))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ?? null;
}
