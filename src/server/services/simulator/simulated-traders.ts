import type { AccountRules } from '../../../domain/rules/types.ts';
import { startTrader } from '../../../domain/simulated-trader/next-events.ts';
import type { Deps, Trx } from '../../deps.ts';
import { rulesColumns, rulesOf } from '../account/rules-of.ts';
import { ingestInto } from '../feed/ingest.ts';
import { flatten, simulate } from './simulate.ts';

/** A little under a second, so that a timer that comes early by a few milliseconds does not miss its turn. */
const tickMs = 900;
const watchMs = 90_000;
/** A look within the first minute of a watch changes nothing, so that reading often does not write often. */
const pollMs = 30_000;
const newAccountMs = 5 * 60_000;
const tapesPerTick = 50;

/** Gives a new account of the simulated platform its trader: most reach their goal in time, some only wander. */
export async function insertTrader(trx: Trx, accountId: string, rules: AccountRules, openedAt: Date): Promise<void> {
  const scenario = accountId.charCodeAt(0) % 3 === 0 ? 'wanders' : 'passes';
  const trader = startTrader({ seed: accountId, rules, startAt: openedAt.getTime(), scenario });
  await trx
    .insertInto('simulated_trader')
    .values({
      account_id: accountId,
      trader: JSON.stringify(trader),
      ticked_at: openedAt,
      watched_until: new Date(openedAt.getTime() + newAccountMs),
    })
    .execute();
}

/** A reset account gets a new trader: the last one may have lost it. Its events are numbered on. */
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
      ticked_at: startAt,
      watched_until: new Date(startAt.getTime() + newAccountMs),
    })
    .where('account_id', '=', accountId)
    .execute();
}

/** Nothing is traded any more; what was stays. */
export async function stopTrader(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('simulated_trader').where('account_id', '=', accountId).execute();
}

/** Who was looked at from this process, and when; forgotten whole before it grows beyond what a day's visitors need. */
const looks = new WeakMap<Deps, Map<string, number>>();
const mostLooks = 10_000;

/** Whether a person's last look is so recent that another would change nothing. */
function hasLooked(deps: Deps, personId: string, now: number): boolean {
  const known = looks.get(deps) ?? new Map<string, number>();
  looks.set(deps, known);
  const since = now - (known.get(personId) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < pollMs) return true;
  if (known.size >= mostLooks) known.clear();
  known.set(personId, now);
  return false;
}

/** Keeps the traders of a person's accounts running for a while, because somebody looks at them. */
export async function watchTraders(deps: Deps, personId: string): Promise<void> {
  if (deps.platform.name !== 'simulated') return;
  const now = deps.clock().getTime();
  if (hasLooked(deps, personId, now)) return;
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
 * Plays the traders that are due: of accounts somebody watches, and of those whose position is still open. Copies of the
 * server share the work, for each takes only rows that no other holds. @returns how many accounts moved
 */
export async function tickTraders(deps: Deps): Promise<number> {
  const now = deps.clock();
  const due = await deps.db
    .selectFrom('simulated_trader')
    .innerJoin('simulated_account as book', 'book.account_id', 'simulated_trader.account_id')
    .select('simulated_trader.account_id')
    .where((eb) => eb.or([eb('watched_until', '>', now), eb('trading', '=', true), eb('flatten', '=', true)]))
    .where('ticked_at', '<=', new Date(now.getTime() - tickMs))
    .where((eb) => eb.or([eb('suspended', '=', false), eb('suspended_until', '<=', now), eb('flatten', '=', true)]))
    .orderBy('ticked_at')
    .limit(tapesPerTick)
    .execute();
  let moved = 0;
  for (const { account_id: accountId } of due) {
    try {
      if (await tickTrader(deps, accountId, now)) moved += 1;
    } catch (error) {
      deps.log.error({ err: error, accountId }, 'a trader could not be played');
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
      .select(['simulated_trader.trader', 'simulated_trader.issued', 'simulated_trader.watched_until'])
      .select(['state', ...rulesColumns])
      .where('simulated_trader.account_id', '=', accountId)
      .where('simulated_trader.ticked_at', '<=', new Date(now.getTime() - tickMs))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    const rules = rulesOf(deps.catalog, row);
    const { trader, issued, delivered } = row.flatten
      ? flatten(row.state, row, Math.max(now.getTime(), row.state.lastEventAt ?? 0))
      : simulate(rules, row.state, row, now.getTime(), row.watched_until > now);
    if (row.flatten) await setFlattened(trx, accountId);
    if (delivered.length > 0) await ingestInto(deps, trx, accountId, delivered);
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

async function setFlattened(trx: Trx, accountId: string): Promise<void> {
  await trx.updateTable('simulated_account').set({ flatten: false }).where('account_id', '=', accountId).execute();
}
