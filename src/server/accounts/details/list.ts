import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import { firstHistory } from '#shared/accounts/contract.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { watchTraders } from '../simulator/simulated-traders.ts';
import { type AccountSummary, buildSummary, fillRowOf, isActivated, summaryColumns } from '../summary/build.ts';

/** A history reads a bounded number of indexed rows, whatever the size of the tables. */
const maxAccounts = 40;
const maxFills = 20;
const maxPoints = 900;

/**
 * A person's accounts for the account screen: running ones first, then those inactive for long, then ended ones; the oldest
 * first within each group. Listing them keeps simulated traders running.
 * @param opened the account whose history to include, or `first`
 */
export async function listAccounts(deps: Deps, personId: string, opened?: string): Promise<AccountSummary[]> {
  const [accounts] = await Promise.all([
    selectAccounts(deps, personId).orderBy('opened_at', 'desc').orderBy('id').limit(maxAccounts).execute(),
    watchTraders(deps, personId),
  ]);
  const now = deps.clock();
  const inactiveIds = new Set(accounts.filter(({ is_inactive: isInactive }) => isInactive).map(({ id }) => id));
  const rankOf = ({ id, stage }: AccountSummary) => ranks[stage] + (inactiveIds.has(id) ? 0.5 : 0);
  const list = accounts
    .map((row) => buildSummary(deps.catalog, withSimulation(deps, row), null, now))
    .sort((left, right) => rankOf(left) - rankOf(right) || left.openedAt - right.openedAt);
  const openedId = opened === firstHistory ? list[0]?.id : opened;
  return openedId === undefined ? list : withHistories(deps, personId, list, [openedId]);
}

/** The same with each account's history in the account itself. */
export async function listAccountsInFull(deps: Deps, personId: string): Promise<AccountSummary[]> {
  const list = await listAccounts(deps, personId);
  const ids = list.map(({ id }) => id);
  const full = await withHistories(deps, personId, list, ids);
  return full.map(({ history, ...account }) => ({ ...account, ...history, history: null }));
}

/** Reads state and history in one statement, so that the sequence matches both. */
async function withHistories(deps: Deps, personId: string, list: AccountSummary[], ids: readonly string[]) {
  if (ids.length === 0) return list;
  const rows = await selectAccounts(deps, personId)
    .select([recentFills, recentPoints])
    .where('id', 'in', ids)
    .execute();
  const read = rows.map((row) => {
    const stored = {
      points: (row.points ?? []).map(pointOfTuple).reverse(),
      fills: (row.fills ?? []).flatMap((event) => fillRowOf(event) ?? []),
    };
    return buildSummary(deps.catalog, withSimulation(deps, row), stored, deps.clock());
  });
  return list.map((account) => read.find(({ id }) => id === account.id) ?? account);
}

/** Only the demo's traders are simulated. */
function withSimulation<Row extends Pick<AccountSummary, 'simulation'>>({ env }: Deps, row: Row): Row {
  return env.demo ? row : { ...row, simulation: null };
}

function selectAccounts({ db }: Deps, personId: string) {
  return db
    .selectFrom('trading_account')
    .select(summaryColumns)
    .select(isActivated)
    .select('is_inactive')
    .select([parkedEvents, simulation])
    .where('person_id', '=', personId);
}

const ranks: Readonly<Record<AccountSummary['stage'], number>> = {
  live: 0,
  funded: 0,
  evaluation: 0,
  suspended: 0,
  passed: 1,
  breached: 2,
  activated: 3,
  canceled: 3,
  expired: 3,
  terminated: 3,
  inactivity: 3,
};

/** Newest first. */
const recentFills = sql<readonly AccountEvent[] | null>`(
  select json_agg(event order by at desc, source_id collate "C" desc) from (
    select event, at, source_id from account_event
    where account_event.account_id = trading_account.id and type = 'fill'
    order by at desc, source_id desc
    limit ${sql.lit(maxFills)}
  ) as recent
)`.as('fills');

const parkedEvents = sql<AccountSummary['parkedEvents']>`(
  select json_build_object('count', count(*), 'since', floor(date_part('epoch', min(parked_at)) * 1000))
  from (
    select account_id, parked_at from parked_event where dismissed_at is null
    union all select account_id, reported_at from unread_row where dismissed_at is null
  ) waiting where waiting.account_id = trading_account.id having count(*) > 0
)`.as('parked_events');

const simulation = sql<AccountSummary['simulation']>`(
  select case when started_at is null then 'waiting' else 'started' end
  from simulated_trader where simulated_trader.account_id = trading_account.id
)`.as('simulation');

/** Time, equity, floor, high-water mark. */
type PointTuple = readonly [number, number, number | null, number];

/** Newest first, as one value, because reading hundreds of rows would dominate the cost. */
const recentPoints = sql<readonly PointTuple[] | null>`(
  select json_agg(json_build_array(
    date_part('epoch', at) * 1000, equity_cents, floor_cents, high_water_mark_cents
  )) from (
    select at, equity_cents, floor_cents, high_water_mark_cents from equity_point
    where equity_point.account_id = trading_account.id
    order by at desc
    limit ${sql.lit(maxPoints)}
  ) as recent
)`.as('points');

function pointOfTuple([at, equityCents, floorCents, highWaterMarkCents]: PointTuple): EquityPoint {
  return { at, equityCents, floorCents, highWaterMarkCents };
}
