import type { ExpressionBuilder } from 'kysely';
import type { output } from 'zod/mini';
import type { Catalog } from '#content/catalog.ts';
import type { Database } from '#server/core/database/database.ts';
import type { accountSummary, accountUpdate, fillRow } from '#shared/accounts/contract.ts';
import { holdUntil, sampleHeld } from '#shared/accounts/downsample.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import { groupOf } from '#shared/accounts/lifecycle.ts';
import type { AccountEvent, Fill } from '#shared/accounts/model.ts';
import { findPersonalStopLock } from '#shared/accounts/personal-stop/personal-stop.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { nextCloseAt } from '#shared/exchange/trading-day.ts';
import { minuteOf, pointOf } from '../event-log/apply-events.ts';
import { rulesColumns, rulesOf } from '../rules-of.ts';
import type { StoredAccount } from '../tables.ts';
import { stageOfAccount } from './stage.ts';

export type AccountSummary = output<typeof accountSummary>;
export type AccountUpdate = output<typeof accountUpdate>;
export type FillRow = output<typeof fillRow>;

const maxDays = 60;
const maxPoints = 400;

export const stateColumns = [
  'id',
  'state',
  'sequence',
  'opened_at',
  'parent_id',
  'end_reason',
  'suspended_at',
  'history_revision',
  'personal_stop',
  'orders_revision',
  'lock_pending_since',
  'verdict_held_from',
  ...rulesColumns,
] as const;
export const summaryColumns = [...stateColumns, 'platform', 'platform_account_id', 'simulated', 'nickname'] as const;

/** `activated`: the funded account after the evaluation is open. */
export type StateRow = Pick<StoredAccount, (typeof stateColumns)[number]> & { readonly activated: boolean };
type SummaryRow = StateRow &
  Pick<StoredAccount, (typeof summaryColumns)[number]> & {
    readonly parked_events: AccountSummary['parkedEvents'];
    readonly simulation: AccountSummary['simulation'];
  };

/** Whether an evaluation's funded account is open, as a column of a query on `trading_account`. */
export function isActivated(eb: ExpressionBuilder<Database, 'trading_account'>) {
  return eb
    .exists(
      eb
        .selectFrom('trading_account as funded')
        .select('funded.id')
        .whereRef('funded.parent_id', '=', 'trading_account.id'),
    )
    .$castTo<boolean>()
    .as('activated');
}

/** Chart points, oldest first, and fills, newest first. */
export type StoredHistory = { readonly points: readonly EquityPoint[]; readonly fills: readonly FillRow[] };

/** @param stored null for a summary without history */
export function buildSummary(
  catalog: Catalog,
  row: SummaryRow,
  stored: StoredHistory | null,
  now: Date,
): AccountSummary {
  const rules = rulesOf(catalog, row);
  const { stage, view, point, dayClosesAt } = describe(catalog, row, now);
  return {
    id: row.id,
    platform: row.platform,
    platformAccountId: row.platform_account_id,
    nickname: row.nickname,
    program: row.program,
    size: row.size,
    rulesVersion: row.rules_version,
    drawdownMode: rules.drawdown.mode,
    simulated: row.simulated,
    simulation: row.simulation,
    stage,
    group: groupOf(row.phase),
    openedAt: row.opened_at.getTime(),
    dayClosesAt,
    sequence: row.sequence,
    revision: row.history_revision,
    firstDay: row.state.days[0]?.day ?? null,
    dailyLimitCents: findDailyLimit(rules),
    dailyLimitBps: 'limitBps' in rules.dailyLoss ? rules.dailyLoss.limitBps : null,
    parkedEvents: row.parked_events,
    view,
    personalStopLock: findPersonalStopLock(row.personal_stop, now.getTime()),
    ...pendingOf(row),
    history: stored && buildHistory(row, stored, point),
  };
}

type History = NonNullable<AccountSummary['history']>;

function buildHistory({ state }: SummaryRow, { points, fills }: StoredHistory, last: EquityPoint): History {
  const earlierPoints = pointsBefore(last, points);
  return {
    days: state.days.slice(-maxDays).map((day) => ({ ...day })),
    fills: [...fills],
    series: [...sampleHeld(earlierPoints, maxPoints - 2), ...holdUntil(earlierPoints.at(-1), last), last].map(tupleOf),
  };
}

/** A stored point has the start of its minute but the minute's last values, which may be later than a breach. */
function pointsBefore(last: EquityPoint, points: readonly EquityPoint[]): readonly EquityPoint[] {
  return points.filter(({ at }) => at < minuteOf(last.at));
}

/** The stored curve up to the newest event. */
export function withLastPoint(row: Pick<StateRow, 'state' | 'opened_at'>, points: readonly EquityPoint[]) {
  const last = lastPointOf(row);
  return [...pointsBefore(last, points), last];
}

function tupleOf({ at, equityCents, floorCents, highWaterMarkCents }: EquityPoint): History['series'][number] {
  return [at, equityCents, floorCents, highWaterMarkCents];
}

/** @param fills since the last message, oldest first */
export function buildUpdate(catalog: Catalog, row: StateRow, fills: FillRow[], now: Date): AccountUpdate {
  const { stage, view, point, dayClosesAt } = describe(catalog, row, now);
  const { sequence, history_revision: revision, orders_revision: ordersRevision } = row;
  const personalStopLock = findPersonalStopLock(row.personal_stop, now.getTime());
  return {
    accountId: row.id,
    sequence,
    revision,
    ordersRevision,
    stage,
    view,
    personalStopLock,
    ...pendingOf(row),
    point,
    fills,
    dayClosesAt,
  };
}

function pendingOf(row: StateRow) {
  return {
    lockPendingSince: row.lock_pending_since?.getTime() ?? null,
    isVerdictHeld: row.verdict_held_from !== null,
  };
}

export function fillRowOf(event: AccountEvent): FillRow | null {
  return event.type === 'fill' ? withoutType(event) : null;
}

function withoutType({ at, instrument, month, side, quantity, priceTicks, feeCents }: Fill): FillRow {
  return { at, instrument, month, side, quantity, priceTicks, feeCents };
}

function describe(catalog: Catalog, row: StateRow, now: Date) {
  const rules = rulesOf(catalog, row);
  const view = viewAccount(rules, row.state, now.getTime());
  return {
    stage: stageOfAccount(row, view.status),
    view: { ...view, objectives: [...view.objectives], positions: [...view.positions] },
    point: lastPointOf(row),
    dayClosesAt: nextCloseAt(now.getTime()),
  };
}

/** The chart's last point: the newest event or, after a breach, the breach with its numbers. */
function lastPointOf({ state, opened_at: openedAt }: Pick<StateRow, 'state' | 'opened_at'>): EquityPoint {
  const { breach } = state;
  if (breach === null) return pointOf(state, state.lastEventAt ?? openedAt.getTime());
  const floorCents = breach.rule === 'max-loss' ? breach.floorCents : state.floorCents;
  return { ...pointOf(state, breach.at), equityCents: breach.equityCents, floorCents };
}
