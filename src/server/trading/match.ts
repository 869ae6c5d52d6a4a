import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Trx } from '#server/core/deps.ts';
import { catchUp, readBlotters, type TradingBlotter } from './read-blotters.ts';
import { hasChanges, storeBlotters } from './store-blotter.ts';

/** Limits one round's statements. */
const accountsPerRead = 200;
/** Limits how long an order waits for accounts that are stored together with its own. */
const accountsPerTransaction = 20;

/**
 * Matches the market against all open accounts: working orders and positions. Accounts where nothing changes are found
 * without a lock and not written. The others are matched again under their locks, so several servers may run this.
 * @returns how many accounts changed
 */
export async function matchOpenAccounts(deps: Deps): Promise<number> {
  const open = await deps.db.selectFrom('trading_progress').select('account_id').where('is_open', '=', true).execute();
  let matched = 0;
  for (let start = 0; start < open.length; start += accountsPerRead) {
    const ids = open.slice(start, start + accountsPerRead).map((row) => row.account_id);
    const changed: string[] = [];
    for (const trading of await readBlotters(deps, deps.db, ids)) {
      await catchUpAndYield(deps, trading);
      if (hasChanges(trading)) changed.push(trading.row.id);
    }
    for (let first = 0; first < changed.length; first += accountsPerTransaction)
      matched += await matchAccounts(deps, changed.slice(first, first + accountsPerTransaction));
  }
  return matched;
}

/** All at once, or one by one if that fails, so that a single account can't stop the others. */
async function matchAccounts(deps: Deps, ids: readonly string[]): Promise<number> {
  try {
    return await deps.db.transaction().execute((trx) => matchLocked(deps, trx, ids));
  } catch (error) {
    const [accountId] = ids;
    if (ids.length > 1) {
      let matched = 0;
      for (const id of ids) matched += await matchAccounts(deps, [id]);
      return matched;
    }
    deps.log.error({ err: error, accountId }, 'an account could not be matched with the market');
    return 0;
  }
}

/** Skips locked accounts: the holder of the lock matches them. */
async function matchLocked(deps: Deps, trx: Trx, ids: readonly string[]): Promise<number> {
  const locked = await trx
    .selectFrom('trading_account')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  if (locked.length === 0) return 0;
  const tradings = await readBlotters(
    deps,
    trx,
    locked.map(({ id }) => id),
  );
  const changed: TradingBlotter[] = [];
  for (const trading of tradings) {
    if (trading.row.is_open !== true) continue;
    await catchUpAndYield(deps, trading);
    if (hasChanges(trading)) changed.push(trading);
  }
  await storeBlotters(deps, trx, changed);
  return changed.length;
}

/** Gives the server's other work a turn after an account with much to catch up on. */
const maxFramesPerTurn = 400;

async function catchUpAndYield(deps: Deps, trading: TradingBlotter): Promise<void> {
  const from = trading.matchedFrame;
  catchUp(deps, trading);
  if (trading.matchedFrame - from > maxFramesPerTurn) await nextTurn();
}
