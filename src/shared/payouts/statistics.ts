import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import type { RejectionReason } from './stages.ts';

/** Number of payouts by hours taken, rounded up. Corrections are negative. */
export type HourCounts = Readonly<Record<string, number>>;

/** What an entry adds to the figures of a day, either its own or an earlier day that it corrects. */
export type DayFigures = {
  /** UTC: YYYY-MM-DD. */
  readonly day: string;
  /** From request to approval or rejection. */
  readonly decisionHours: HourCounts;
  /** From request to arrival. */
  readonly paidHours: HourCounts;
  /** The amount that traders received. */
  readonly paidCents: number;
  readonly rejections: Readonly<Partial<Record<RejectionReason, number>>>;
  /** Of those we promised to send within the hour, by started minutes from the promise to the payment. */
  readonly sentMinutes?: HourCounts;
  /** What we added to those that were late. */
  readonly creditCents?: number;
};

export type CountedStage =
  | { readonly kind: 'approved'; readonly day: string; readonly hours: number }
  | { readonly kind: 'rejected'; readonly day: string; readonly hours: number; readonly reason: RejectionReason }
  | {
      readonly kind: 'paid';
      readonly day: string;
      readonly hours: number;
      readonly cents: number;
      readonly creditCents?: number;
      /** Only if we promised the hour. */
      readonly minutes?: number;
    }
  /** Money that came back after it was counted as paid on `day`. */
  | {
      readonly kind: 'returned';
      readonly day: string;
      readonly hours: number;
      readonly cents: number;
      readonly creditCents?: number;
    };

export type HourSummary = ReturnType<typeof summarizeHours>;

export type PeriodStatistics = {
  /** YYYY-MM, or `all`. */
  readonly period: string;
  readonly decision: HourSummary;
  readonly paid: HourSummary;
  readonly paidCents: number;
  readonly rejections: readonly { readonly reason: RejectionReason; readonly count: number }[];
  /** Those we promised to send within the hour. */
  readonly promised: {
    readonly count: number;
    readonly medianMinutes: number | null;
    readonly within: number;
    readonly creditCents: number;
  };
};

export function utcDayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function nextUtcDay(day: string): string {
  return utcDayOf(Date.parse(`${day}T00:00:00Z`) + dayMs);
}

/** Started hours, so that published times are never shorter than the real ones. */
export function countStartedHours(fromMs: number, toMs: number): number {
  return Math.max(1, Math.ceil((toMs - fromMs) / hourMs));
}

export function countStartedMinutes(fromMs: number, toMs: number): number {
  return Math.max(1, Math.ceil((toMs - fromMs) / minuteMs));
}

/** The figures an entry adds: first for its own day, then for earlier days it corrects, oldest first. */
export function sumFigures(day: string, stages: readonly CountedStage[]): readonly DayFigures[] {
  const days = [...new Set(stages.map((stage) => stage.day))].filter((other) => other !== day).sort();
  return [day, ...days].map((figuresDay) => {
    const dayStages = stages.filter((stage) => stage.day === figuresDay);
    const decided = dayStages.filter(({ kind }) => kind === 'approved' || kind === 'rejected');
    const paid = dayStages.filter((stage) => stage.kind === 'paid' || stage.kind === 'returned');
    const minutes = dayStages.flatMap((stage) => (stage.kind === 'paid' && stage.minutes ? [stage.minutes] : []));
    const creditCents = paid.reduce(
      (sum, { kind, creditCents: cents = 0 }) => sum + (kind === 'paid' ? cents : -cents),
      0,
    );
    return {
      day: figuresDay,
      decisionHours: countHours(decided.map(({ hours }) => [hours, 1])),
      paidHours: countHours(paid.map(({ kind, hours }) => [hours, kind === 'paid' ? 1 : -1])),
      paidCents: paid.reduce((sum, { kind, cents }) => sum + (kind === 'paid' ? cents : -cents), 0),
      rejections: countReasons(dayStages.flatMap((stage) => (stage.kind === 'rejected' ? [[stage.reason, 1]] : []))),
      ...(minutes.length === 0 ? {} : { sentMinutes: countHours(minutes.map((each) => [each, 1])) }),
      ...(creditCents === 0 ? {} : { creditCents }),
    };
  });
}

/**
 * Summarizes each month, newest first, and all time.
 * @param minimumPerMonth minimum number of payouts for a month's times to be stated
 */
export function summarize(
  days: readonly DayFigures[],
  minimumPerMonth: number,
): { readonly all: PeriodStatistics; readonly months: readonly PeriodStatistics[] } {
  const byMonth = new Map<string, DayFigures[]>();
  for (const figures of days) {
    const month = figures.day.slice(0, 7);
    byMonth.set(month, [...(byMonth.get(month) ?? []), figures]);
  }
  const months = [...byMonth].sort(([left], [right]) => right.localeCompare(left));
  return {
    all: summarizePeriod('all', days, 1),
    months: months.map(([month, figures]) => summarizePeriod(month, figures, minimumPerMonth)),
  };
}

/** How many of the period's decisions were rejections. The others were approvals. */
export function countRejected({ rejections }: Pick<PeriodStatistics, 'rejections'>): number {
  return rejections.reduce((sum, { count }) => sum + count, 0);
}

function summarizePeriod(period: string, days: readonly DayFigures[], minimum: number): PeriodStatistics {
  const entriesOf = (counts: readonly HourCounts[]) =>
    counts.flatMap((byHours) => Object.entries(byHours).map(([hours, count]) => [Number(hours), count] as const));
  const rejections = countReasons(
    days.flatMap((day) => Object.entries(day.rejections) as (readonly [RejectionReason, number])[]),
  );
  return {
    period,
    decision: summarizeHours(countHours(entriesOf(days.map(({ decisionHours }) => decisionHours))), minimum),
    paid: summarizeHours(countHours(entriesOf(days.map(({ paidHours }) => paidHours))), minimum),
    paidCents: days.reduce((sum, { paidCents }) => sum + paidCents, 0),
    rejections: (Object.entries(rejections) as (readonly [RejectionReason, number])[])
      .map(([reason, count]) => ({ reason, count }))
      .sort((left, right) => right.count - left.count || left.reason.localeCompare(right.reason)),
    promised: summarizePromised(days, countHours(entriesOf(days.map(({ sentMinutes = {} }) => sentMinutes)))),
  };
}

function summarizePromised(days: readonly DayFigures[], minutes: HourCounts): PeriodStatistics['promised'] {
  const { count, medianHours: medianMinutes } = summarizeHours(minutes, 1);
  const withinHour = Object.entries(minutes).filter(([minute]) => Number(minute) <= hourMs / minuteMs);
  return {
    ...{ count, medianMinutes, within: withinHour.reduce((sum, [, each]) => sum + each, 0) },
    creditCents: days.reduce((sum, { creditCents = 0 }) => sum + creditCents, 0),
  };
}

/** Processing times of payouts; null if there are none or too few. */
function summarizeHours(counts: HourCounts, minimum: number) {
  const sorted = Object.entries(counts).map(([hours, count]) => ({ hours: Number(hours), count }));
  sorted.sort((left, right) => left.hours - right.hours);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total < Math.max(1, minimum)) return { count: total, medianHours: null, p95Hours: null };
  return { count: total, medianHours: nearestRank(sorted, total, 50), p95Hours: nearestRank(sorted, total, 95) };
}

/** The nearest-rank percentile: the smallest value that at least `percent` of all values don't exceed. */
function nearestRank(
  sorted: readonly { readonly hours: number; readonly count: number }[],
  total: number,
  percent: number,
): number | null {
  const rank = Math.ceil((total * percent) / 100);
  let seen = 0;
  for (const { hours, count } of sorted) {
    seen += count;
    if (seen >= rank) return hours;
  }
  return null;
}

function countHours(entries: readonly (readonly [number, number])[]): HourCounts {
  return Object.fromEntries(sumByKey(entries.map(([hours, count]) => [String(hours), count])));
}

function countReasons(entries: readonly (readonly [RejectionReason, number])[]): DayFigures['rejections'] {
  return Object.fromEntries([...sumByKey(entries)].sort(([left], [right]) => left.localeCompare(right)));
}

/** Adds up the counts by key and drops those that are zero. */
function sumByKey(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [key, count] of entries) sums.set(key, (sums.get(key) ?? 0) + count);
  return new Map([...sums].filter(([, count]) => count !== 0));
}
