import { dayStart } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import { above, findRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { evidenceOf, type Finding } from '#shared/risk/findings.ts';
import {
  findMirror,
  isRepeated,
  minMirroredFills,
  minMirroredShare,
  mirroredDays,
  mirrorWindowMs,
} from '#shared/risk/mirrored-trades.ts';
import { listMeetingPairs, readDay } from './find-copies.ts';
import { storeFinding } from './store-finding.ts';

/**
 * Finds accounts of different people that take opposite sides of the same trades, day after day, although nothing else
 * links the people. Only pairs that trade at the same moments often enough are compared.
 */
export async function detectMirrors(deps: Deps, day: TradingDay, accountIds: readonly string[]): Promise<void> {
  const minFills = Math.ceil(minMirroredFills * minMirroredShare);
  const pairs = await listMeetingPairs(deps, {
    day,
    accountIds,
    sides: 'opposite',
    windowMs: mirrorWindowMs,
    minFills,
  });
  const fills = await readDay(deps, day, [...new Set(pairs.flatMap(({ left, right }) => [left, right]))]);
  for (const { left, right } of pairs) {
    const mirror = findMirror(fills.get(left) ?? [], fills.get(right) ?? []);
    if (mirror === null) continue;
    const row = { ...mirror, evidence: JSON.stringify(mirror.evidence) };
    await deps.db
      .insertInto('mirrored_day')
      .values({ account_id: left, other_account_id: right, day, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'other_account_id', 'day']).doUpdateSet(row))
      .execute();
    const finding = await sumDays(deps, left, right, day);
    if (finding) await storeFinding(deps, finding.since, finding.finding);
  }
}

type RepeatedMirror = { readonly since: TradingDay; readonly finding: Finding };

/** Stored under the day of the pair's last finding, or its own first: later days add to it instead of making another. */
async function sumDays(deps: Deps, left: string, right: string, day: TradingDay): Promise<RepeatedMirror | null> {
  const days = await deps.db
    .selectFrom('mirrored_day')
    .select(['day', 'matched', 'fills', 'evidence'])
    .where('account_id', '=', left)
    .where('other_account_id', '=', right)
    .where('day', '>', lastForgotten(day))
    .where('day', '<=', day)
    .orderBy('day')
    .execute();
  const [first] = days;
  if (!first || !isRepeated(days)) return null;
  const stored = await findRow(
    deps.db,
    'finding',
    { kind: 'mirrored-trades', account_id: left, other_account_id: right, day: above(lastForgotten(day)) },
    ['day'],
    'day',
  );
  const sum = (of: 'matched' | 'fills') => days.reduce((total, each) => total + each[of], 0);
  return {
    since: (stored?.day as TradingDay | undefined) ?? first.day,
    finding: {
      kind: 'mirrored-trades',
      ...{ accountId: left, otherAccountId: right, days: days.length, matched: sum('matched'), fills: sum('fills') },
      evidence: evidenceOf(days.flatMap(({ evidence }) => evidence)),
    },
  };
}

export async function forgetMirrors({ db }: Deps, today: TradingDay): Promise<void> {
  await db.deleteFrom('mirrored_day').where('day', '<=', lastForgotten(today)).execute();
}

const lastForgotten = (day: TradingDay) =>
  new Date(dayStart(day) - mirroredDays * dayMs).toISOString().slice(0, 10) as TradingDay;
