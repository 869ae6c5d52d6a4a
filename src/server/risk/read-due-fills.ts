import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { RulesRow } from '#server/accounts/rules-of.ts';
import type { Deps } from '#server/core/deps.ts';
import type { Fill, Position } from '#shared/accounts/model.ts';
import { type TradingDaySpan, tradingDaySpan } from '#shared/exchange/trading-day.ts';
import type { AccountFill } from '#shared/risk/findings.ts';

/** Fills that arrive more than this many days late are stored, but not examined. */
export const examinedDays = 3;
/** Limits the work for one account; nobody trades this often by hand. */
const maxFills = 5_000;

export type DueAccount = { readonly accountId: string; readonly since: number; readonly revision: number };

export type DetectionFill = Fill & AccountFill;

export type ExaminedAccount = RulesRow & {
  readonly id: string;
  readonly personId: string;
  readonly positions: readonly Position[];
  /** Since the start of the first examined trading day, oldest first. */
  readonly fills: readonly DetectionFill[];
};

export async function listDue({ db }: Deps, limit: number): Promise<DueAccount[]> {
  const rows = await db.selectFrom('detection_queue').selectAll().orderBy('since').limit(limit).execute();
  return rows.map(({ account_id: accountId, since, revision }) => ({ accountId, since: since.getTime(), revision }));
}

/** The trading days from the earliest fill until now, limited to the last three. */
export function daysSince(earliest: number, now: number): TradingDaySpan[] {
  const days: TradingDaySpan[] = [];
  let at = Math.max(earliest, now - examinedDays * dayMs);
  while (at <= now) {
    const span = tradingDaySpan(at);
    days.push(span);
    at = span.endsAt;
  }
  return days;
}

export async function readOwners({ db }: Deps, due: readonly DueAccount[]): Promise<string[]> {
  const ids = due.map(({ accountId }) => accountId);
  const rows = await db.selectFrom('trading_account').select('person_id').distinct().where('id', 'in', ids).execute();
  return rows.map(({ person_id: personId }) => personId);
}

/** All accounts of these people; positions and fills are from the same moment. */
export async function readExamined({ db }: Deps, people: readonly string[], from: number): Promise<ExaminedAccount[]> {
  const { rows } = await sql<Omit<ExaminedAccount, 'fills'> & { fills: readonly { id: string; event: Fill }[] }>`
    select a.id, a.program, a.size, a.rules_version, a.phase, a.person_id as "personId", a.state -> 'positions' as positions, coalesce(recent.fills, '[]') as fills
    from trading_account a
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', source_id, 'event', event) order by at, source_id) as fills
      from (
        select source_id, at, event from account_event
        where account_id = a.id and type = 'fill' and at >= ${new Date(from)}
        order by at, source_id limit ${maxFills}
      ) as fill
    ) as recent
    where a.person_id = any(${[...people]}::text[]) and (a.ended_at is null or a.ended_at >= ${new Date(from)})
  `.execute(db);
  return rows.map(({ fills, ...account }) => ({
    ...account,
    fills: fills.map(({ id, event }) => ({ ...event, accountId: account.id, sourceId: id })),
  }));
}

/** The last fills of each account before a time; its usual size is derived from them. */
export async function readHistories(
  { db }: Deps,
  accountIds: readonly string[],
  before: number,
): Promise<ReadonlyMap<string, readonly AccountFill[]>> {
  const historySize = 50;
  const { rows } = await sql<{ accountId: string; sourceId: string; event: Fill }>`
    select requested.id as "accountId", recent.source_id as "sourceId", recent.event
    from unnest(${[...accountIds]}::text[]) as requested (id)
    cross join lateral (
      select source_id, event from account_event
      where account_id = requested.id and type = 'fill' and at < ${new Date(before)}
      order by at desc, source_id desc limit ${historySize}
    ) as recent
  `.execute(db);
  return Map.groupBy(
    rows.map(({ accountId, sourceId, event }) => ({ ...event, accountId, sourceId })),
    ({ accountId }) => accountId,
  );
}
