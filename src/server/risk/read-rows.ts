import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { AccessReason } from '#server/accounts/tables.ts';
import type { Deps } from '#server/core/deps.ts';
import { dayResultCents } from '#shared/accounts/day-result.ts';
import type { DailyResult, Position } from '#shared/accounts/state.ts';
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
  readonly lastEventAt: number | null;
  readonly positions: readonly Position[];
  readonly today: Pick<DailyResult, 'day' | 'profitCents' | 'closed'> | null;
};

/** A copy in memory: each `->` on the stored value would read and unpack a long state again. */
const unpacked = sql`a.state || '{}'::jsonb`;

/** Accounts that may trade now or later: those that haven't ended, passed or breached. */
export async function readRiskRows({ db, clock }: Deps, ids?: readonly string[]): Promise<RiskRow[]> {
  const condition: RawBuilder<unknown> = ids === undefined ? sql`true` : sql`a.id = any(${[...ids]}::text[])`;
  const { rows } = await sql<StoredRow>`
    select a.id, a.platform_account_id as account, trim(p.first_name || ' ' || p.last_name) as name, p.country,
      a.program, a.size, a.phase, a.platform, a.suspended_at is not null as suspended,
      a.access ->> 'reason' as reason, a.state ->> 'status' as status,
      (a.state ->> 'equityCents')::bigint as equity, (a.state ->> 'balanceCents')::bigint as balance,
      greatest((a.state ->> 'floorCents')::bigint, (a.state ->> 'dailyFloorCents')::bigint) as floor,
      (a.state ->> 'lastEventAt')::bigint as "lastEventAt", a.state -> 'positions' as positions,
      a.state -> 'days' -> -1 as today
    from (
      select id, person_id, platform_account_id, program, size, phase, platform, suspended_at, access,
        ${unpacked} as state
      from trading_account a where a.ended_at is null and ${condition}
      offset 0
    ) a join person p on p.id = a.person_id
    where a.state ->> 'status' in ('active', 'locked')
  `.execute(db);
  const now = clock().getTime();
  return rows.map((row) => describeRow(row, now));
}

function describeRow(row: StoredRow, now: number): RiskRow {
  const { suspended, reason, status, equity, balance, floor, positions, today, ...fields } = row;
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
    floorCents: floor,
    remainingCents: floor === null ? null : Math.max(0, equity - floor),
    todayCents: dayResultCents({ today: isToday ? today : null, equityCents: equity, balanceCents: balance }),
    positions: [...quantities],
  };
}
