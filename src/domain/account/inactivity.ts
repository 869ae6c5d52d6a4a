import { chicagoClock, chicagoTime, parseDate } from '../calendar/chicago.ts';
import { boundaryMinutes, tradingDayOf } from '../calendar/trading-day.ts';
import { type Every, periodEnd } from '../order/renewal.ts';

const dayMs = 86_400_000;

/** An announced closing that is later than this was missed in an outage, when nobody could trade either. */
const missedAfterMs = dayMs / 4;

/** From content/catalog/packages.yaml. */
export type InactivityTerms = { readonly pauseDays: number; readonly closeDays: number; readonly noticeDays: number };

export type InactiveAccount = {
  /** UTC ms of the last trade, or of what counts in its place. */
  readonly since: number;
  /** The period its owner has paid for; null if the account was paid once. `renews`: false once it is cancelled. */
  readonly paid: {
    readonly anchorAt: number;
    readonly until: number;
    readonly every: Every;
    readonly renews: boolean;
  } | null;
};

/** What was done since the last trade, in UTC ms. */
export type InactivityRecord = {
  readonly pauseNotifiedAt: number | null;
  readonly pausedAt: number | null;
  readonly closeNotifiedAt: number | null;
  /** As announced. */
  readonly closeAt: number | null;
};

export type InactivityStep = 'none' | 'announce-pause' | 'pause' | 'announce-close' | 'close';

export type InactivityPlan = {
  readonly step: InactivityStep;
  readonly pauseAt: number;
  /** Null for a cancelled subscription, which ends by itself. */
  readonly closeAt: number | null;
  /** When the next step is due, unless one is due now. */
  readonly nextAt: number | null;
};

/**
 * What is due on an account without trades. Days are calendar days from the trading day of the last trade and end at
 * 17:00 in Chicago. Each step is announced at least `noticeDays` before, however long the server was down, and a paid
 * period is never cut short. A closing missed in an outage is announced again, unless another charge would come first.
 */
export function planInactivity(
  terms: InactivityTerms,
  { since, paid }: InactiveAccount,
  record: InactivityRecord,
  now: number,
): InactivityPlan {
  const pauseAt = Math.max(endOfDay(since, terms.pauseDays), afterNotice(terms, record.pauseNotifiedAt ?? now));
  const isMissed = paid === null && record.closeAt !== null && now > record.closeAt + missedAfterMs;
  const closeNotifiedAt = isMissed ? null : record.closeNotifiedAt;
  const closable = Math.max(endOfDay(since, terms.closeDays), afterNotice(terms, closeNotifiedAt ?? now));
  const closeAt = paid === null ? closable : paid.renews ? endOfPaidTime(paid, closable) : null;
  const isPlanned = closeNotifiedAt !== null && record.closeAt === closeAt;
  const due = [
    ...(closeAt === null
      ? []
      : isPlanned
        ? [['close', closeAt] as const]
        : [['announce-close', noticeAt(terms, closeAt)] as const]),
    ...(record.pausedAt === null && record.pauseNotifiedAt !== null ? [['pause', pauseAt] as const] : []),
    ...(record.pauseNotifiedAt === null && record.closeNotifiedAt === null
      ? [['announce-pause', noticeAt(terms, pauseAt)] as const]
      : []),
  ];
  const [step] = due.find(([, at]) => at <= now) ?? ['none' as const];
  return { step, pauseAt, closeAt, nextAt: due.length === 0 ? null : Math.min(...due.map(([, at]) => at)) };
}

/** Whether an account closes, as announced, by the end of its owner's paid time: it isn't charged again then. */
export function closesBy(closeAt: number | null, paidUntil: number): boolean {
  return closeAt !== null && closeAt <= paidUntil;
}

/** When to look at an account first after a trade. */
export function firstInactivityCheck(terms: InactivityTerms, since: number): number {
  return noticeAt(terms, endOfDay(since, terms.pauseDays));
}

/** A day earlier than promised, so that the time of day and the clock changes never shorten the notice. */
function noticeAt({ noticeDays }: InactivityTerms, at: number): number {
  return at - (noticeDays + 1) * dayMs;
}

/** The end of the calendar day `days` after the trading day of a moment. */
function endOfDay(at: number, days: number): number {
  return chicagoTime((parseDate(tradingDayOf(at)) ?? 0) + days, boundaryMinutes);
}

/** The first end of a day that leaves the whole notice. */
function afterNotice({ noticeDays }: InactivityTerms, notifiedAt: number): number {
  const earliest = notifiedAt + noticeDays * dayMs;
  const { date, minutes } = chicagoClock(earliest);
  return chicagoTime(minutes <= boundaryMinutes ? date : date + 1, boundaryMinutes);
}

/** The first end of a paid period from `earliest` on, if it goes on renewing. */
function endOfPaidTime({ anchorAt, until, every }: NonNullable<InactiveAccount['paid']>, earliest: number): number {
  let end = until;
  while (end < earliest) end = periodEnd(anchorAt, end, every);
  return end;
}
