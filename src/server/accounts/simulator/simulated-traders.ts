import { sql } from 'kysely';
import { insertRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import type { TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { rulesColumns, rulesOf } from '../rules-of.ts';
import { flatten, simulate } from './simulate.ts';

/** Slightly less than a second, so that an early timer doesn't miss its turn. */
const tickMs = 900;
const watchMs = 90_000;
/** Minimum interval between writes of a person's visits, so that frequent reads don't write often. */
const pollMs = 30_000;
const newAccountMs = 5 * 60_000;
const tradersPerTick = 50;

function newTrader(accountId: string, rules: AccountRules, startAt: Date): TraderState {
  const scenario = accountId.charCodeAt(0) % 3 === 0 ? 'wanders' : 'passes';
  return startTrader({ seed: accountId, rules, startAt: startAt.getTime(), scenario });
}

/**
 * Creates the trader of a new simulated account, which waits for its owner. Most reach their target, some only wander.
 */
export async function insertTrader(trx: Trx, accountId: string, rules: AccountRules, openedAt: Date): Promise<void> {
  const trader = newTrader(accountId, rules, openedAt);
  await insertRow(trx, 'simulated_trader', {
    account_id: accountId,
    trader: JSON.stringify(trader),
    ticked_at: openedAt,
    watched_until: new Date(openedAt.getTime() + newAccountMs),
  });
}

/**
 * Replaces the trader of a reset account, because the last one may have breached it. It waits for its owner like a new
 * account's trader; event numbers continue.
 */
export async function restartTrader(
  trx: Trx,
  accountId: string,
  requestId: string,
  rules: AccountRules,
  startAt: Date,
): Promise<void> {
  const trader = startTrader({
    seed: `${accountId}:${requestId}`,
    rules,
    startAt: startAt.getTime(),
    scenario: 'passes',
  });
  await trx
    .updateTable('simulated_trader')
    .set({
      trader: JSON.stringify(trader),
      trading: false,
      started_at: null,
      ticked_at: startAt,
      watched_until: new Date(startAt.getTime() + newAccountMs),
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Stops trading; the history stays. */
export async function stopTrader(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('simulated_trader').where('account_id', '=', accountId).execute();
}

/** Recent visitors of this process with the times of their visits; cleared before it outgrows a day's visitors. */
const visitsByServer = new WeakMap<Deps, Map<string, number>>();
const maxVisits = 10_000;

/** Whether a person's last visit is too recent for another write. */
function hasJustVisited(deps: Deps, personId: string, now: number): boolean {
  const visits = visitsByServer.get(deps) ?? new Map<string, number>();
  visitsByServer.set(deps, visits);
  const since = now - (visits.get(personId) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < pollMs) return true;
  if (visits.size >= maxVisits) visits.clear();
  visits.set(personId, now);
  return false;
}

/** Keeps the traders of a person's accounts running for a while after a visit. */
export async function watchTraders(deps: Deps, personId: string): Promise<void> {
  if (!deps.platform.isSimulated) return;
  const now = deps.clock().getTime();
  if (hasJustVisited(deps, personId, now)) return;
  await deps.db
    .updateTable('simulated_trader')
    .set({ watched_until: new Date(now + watchMs) })
    .where('watched_until', '<', new Date(now + watchMs - pollMs))
    .where('account_id', 'in', (eb) =>
      eb.selectFrom('trading_account').select('id').where('person_id', '=', personId).where('simulated', '=', true),
    )
    .execute();
}

/**
 * Runs traders that are due: those of watched accounts, and those with an open position. Servers share the work through
 * row locks.
 * @returns how many accounts moved
 */
export async function tickTraders(deps: Deps): Promise<number> {
  const now = new Date(marketTime(deps));
  const due = await deps.db
    .selectFrom('simulated_trader')
    .innerJoin('simulated_account as book', 'book.account_id', 'simulated_trader.account_id')
    .select('simulated_trader.account_id')
    .where((eb) => eb.or([eb('watched_until', '>', now), eb('trading', '=', true), eb('flatten', '=', true)]))
    .where((eb) => eb.or([eb('started_at', 'is not', null), eb('flatten', '=', true)]))
    .where('ticked_at', '<=', new Date(now.getTime() - tickMs))
    .where((eb) => eb.or([eb('suspended', '=', false), eb('suspended_until', '<=', now), eb('flatten', '=', true)]))
    // A copier's follower trades what its leader does, and only finishes trades of its own.
    .where((eb) => eb.or([eb('copied', '=', false), eb('trading', '=', true), eb('flatten', '=', true)]))
    // A trader has one instrument and places no orders while it is halted. What must be closed is closed all the same.
    .where(
      sql<boolean>`(book.flatten or not (book.halted_instruments ? (simulated_trader.trader #>> '{plan,instrument}')))`,
    )
    .orderBy('ticked_at')
    .limit(tradersPerTick)
    .execute();
  let moved = 0;
  for (const { account_id: accountId } of due) {
    try {
      if (await tickTrader(deps, accountId, now)) moved += 1;
    } catch (error) {
      deps.log.error({ err: error, accountId }, 'simulated trading failed');
    }
  }
  return moved;
}

async function tickTrader(deps: Deps, accountId: string, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('simulated_trader')
      .innerJoin('trading_account', 'trading_account.id', 'simulated_trader.account_id')
      .innerJoin('simulated_account as book', 'book.account_id', 'simulated_trader.account_id')
      .select('book.flatten')
      .select([
        'simulated_trader.trader',
        'simulated_trader.issued',
        'simulated_trader.watched_until',
        'simulated_trader.copied',
      ])
      .select(['state', ...rulesColumns])
      .where('simulated_trader.account_id', '=', accountId)
      .where('simulated_trader.ticked_at', '<=', new Date(now.getTime() - tickMs))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    const rules = rulesOf(deps.catalog, row);
    const market = getMarket(deps);
    const { trader, issued, delivered } = row.flatten
      ? flatten(market, row.state, row, Math.max(now.getTime(), row.state.lastEventAt ?? 0))
      : simulate(market, rules, row.state, row, now.getTime(), row.watched_until > now && !row.copied);
    if (row.flatten) await updateRow(trx, 'simulated_account', { account_id: accountId }, { flatten: false });
    if (delivered.length > 0) await ingestInTransaction(deps, trx, accountId, delivered);
    await trx
      .updateTable('simulated_trader')
      .set({
        trader: JSON.stringify(trader),
        issued,
        trading: trader.trade !== null,
        ticked_at: now,
      })
      .where('account_id', '=', accountId)
      .execute();
    return delivered.length > 0;
  });
}
