import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type RulesRow, rulesOf } from '#server/accounts/rules-of.ts';
import type { AccessReason } from '#server/accounts/trading-access.ts';
import type { Deps } from '#server/core/deps.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import { findMaxLoss } from '#shared/accounts/drawdown/registry.ts';
import type { AccountRules, DailyResult, Position } from '#shared/accounts/model.ts';
import { findDailyLimit } from '#shared/accounts/rules/daily-loss.ts';
import { isCurrentDay } from '#shared/exchange/trading-day.ts';
import type { riskRow } from '#shared/risk/contract.ts';

export type RiskRow = z.output<typeof riskRow>;

type StoredRow = Pick<RiskRow, 'id' | 'account' | 'country' | 'program' | 'size' | 'phase' | 'platform' | 'name'> & {
  readonly suspended: boolean;
  readonly reason: AccessReason | null;
  readonly status: 'active' | 'locked';
  readonly equity: number;
  readonly balance: number;
  readonly floor: number | null;
  readonly dailyFloor: number | null;
  readonly version: string;
  readonly lastEventAt: number | null;
  readonly positions: readonly Position[];
  readonly today: Pick<DailyResult, 'day' | 'openBalanceCents' | 'profitCents' | 'closed'> | null;
};

/** A copy in memory: each `->` on the stored value would read and unpack a long state again. */
const unpacked = sql`a.state || '{}'::jsonb`;

/** Accounts that may trade now or later: those that haven't ended, passed or breached. */
export async function readRiskRows(deps: Deps, ids?: readonly string[]): Promise<RiskRow[]> {
  const { db, clock, catalog } = deps;
  const condition: RawBuilder<unknown> = ids === undefined ? sql`true` : sql`a.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredRow>`
    select a.id, a.platform_account_id as account, trim(p.first_name || ' ' || p.last_name) as name, p.country,
      a.program, a.size, a.phase, a.platform, a.suspended_at is not null as suspended,
      a.access ->> 'reason' as reason, a.state ->> 'status' as status,
      (a.state ->> 'equityCents')::bigint as equity, (a.state ->> 'balanceCents')::bigint as balance,
      (a.state ->> 'floorCents')::bigint as floor, (a.state ->> 'dailyFloorCents')::bigint as "dailyFloor",
      a.rules_version as version,
      (a.state ->> 'lastEventAt')::bigint as "lastEventAt", a.state -> 'positions' as positions,
      a.state -> 'days' -> -1 as today
    from (
      select id, person_id, platform_account_id, program, size, phase, rules_version, platform, suspended_at, access,
        ${unpacked} as state
      from trading_account a where a.ended_at is null and ${condition}
      offset 0
    ) a join person p on p.id = a.person_id
    where a.state ->> 'status' in ('active', 'locked')
  `.execute(db);
  const now = clock().getTime();
  const found = new Map<string, AccountRules>();
  return rows.map((row) => {
    const { program, size, phase, version } = row;
    const key = [program, size, phase, version].join(' ');
    const rules = found.get(key) ?? rulesOf(catalog, { program, size, phase, rules_version: version } as RulesRow);
    found.set(key, rules);
    return describeRow(row, rules, now);
  });
}

/** The nearer of the two floors, and the loss that its rule allows. */
function findNearestFloor({ floor, dailyFloor, today }: StoredRow, rules: AccountRules) {
  if (dailyFloor !== null && (floor === null || dailyFloor > floor)) {
    return { floorCents: dailyFloor, limitCents: findDailyLimit(rules, today?.openBalanceCents) };
  }
  return { floorCents: floor ?? dailyFloor, limitCents: floor === null ? null : findMaxLoss(rules) };
}

function describeRow(row: StoredRow, rules: AccountRules, now: number): RiskRow {
  const { suspended, reason, status, equity, balance, floor: _, dailyFloor: __, version: ___, ...rest } = row;
  const { positions, today, ...fields } = rest;
  const { floorCents, limitCents } = findNearestFloor(row, rules);
  const isToday = today !== null && isCurrentDay(today.day, now);
  const quantities = new Map<Position['instrument'], number>();
  for (const { instrument, quantity } of positions)
    quantities.set(instrument, (quantities.get(instrument) ?? 0) + quantity);
  return {
    ...fields,
    // A daily lock ends with its day, even before the platform's first message of the next day.
    status: suspended
      ? reason === 'liquidate-only'
        ? 'liquidate_only'
        : 'suspended'
      : status === 'locked' && isToday
        ? 'locked'
        : 'active',
    equityCents: equity,
    floorCents,
    remainingCents: floorCents === null ? null : Math.max(0, equity - floorCents),
    limitCents,
    todayCents: dayResultCents({ today: isToday ? today : null, equityCents: equity, balanceCents: balance }),
    positions: [...quantities],
  };
}
