import type { ChainHead } from '../../../domain/payout/statistics-chain.ts';
import type { Db, Deps, Trx } from '../../deps.ts';

/** Whether this installation is the demo, whose payouts are samples and have a chain of their own. */
export function isSampleChain({ env }: Pick<Deps, 'env'>): boolean {
  return env.demo && !env.production;
}

/** The newest day of the statistics; null before the first. */
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
