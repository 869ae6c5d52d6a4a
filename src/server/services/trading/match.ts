import type { Deps } from '../../deps.ts';
import { catchUp, readBlotters } from './read-blotters.ts';
import { hasNews, storeBlotter } from './store-blotter.ts';

/** Bounds one transaction after a long pause: an hour and a half of the market. */
const framesPerRun = 20_000;
/** Bounds one round's statements. */
const accountsPerRead = 200;

/**
 * Matches the market against all open accounts: working orders and positions. What has no effect is found without a
 * lock and isn't written; the rest is done again under the account's lock, so that several servers may run it.
 * @returns how many accounts changed
 */
export async function matchOpenAccounts(deps: Deps): Promise<number> {
  const open = await deps.db.selectFrom('trading_progress').select('account_id').where('is_open', '=', true).execute();
  let matched = 0;
  for (let start = 0; start < open.length; start += accountsPerRead) {
    const ids = open.slice(start, start + accountsPerRead).map((row) => row.account_id);
    for (const trading of await readBlotters(deps, deps.db, ids)) {
      catchUp(deps, trading, framesPerRun);
      if (!hasNews(trading)) continue;
      try {
        if (await matchAccount(deps, trading.row.id)) matched += 1;
      } catch (error) {
        deps.log.error({ err: error, accountId: trading.row.id }, 'an account could not be matched with the market');
      }
    }
  }
  return matched;
}

/** Whoever holds the account's lock matches it anyway, so a locked one is left to them. */
async function matchAccount(deps: Deps, accountId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const locked = await trx
      .selectFrom('trading_account')
      .select('id')
      .where('id', '=', accountId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!locked) return false;
    const [trading] = await readBlotters(deps, trx, [accountId]);
    if (trading?.row.is_open !== true) return false;
    catchUp(deps, trading, framesPerRun);
    if (!hasNews(trading)) return false;
    await storeBlotter(deps, trx, trading);
    return true;
  });
}
