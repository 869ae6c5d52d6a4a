import { dayMs } from '#lib/durations.ts';
import { chicagoClock, chicagoTime, parseDate } from '#shared/exchange/chicago.ts';
import { boundaryMinutes, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { periodEnd } from '#shared/orders/renewal.ts';
import type { BillingInterval } from '#shared/orders/types.ts';

/** A closing that is later than this was missed in an outage, when nobody could trade either. */
const missedAfterMs = dayMs / 4;

/** From content/catalog/packages.yaml. */
export type InactivityTerms = { readonly pauseDays: number; readonly closeDays: number; readonly noticeDays: number };

export type InactiveAccount = {
  /** UTC ms of the last trade, or of the event that counts in its place. */
  readonly since: number;
  /** The period its owner has paid for; null for a one-time payment. `renews` is false once it is canceled. */
  readonly paid: {
    readonly anchorAt: number;
    readonly until: number;
    readonly billingInterval: BillingInterval;
    readonly renews: boolean;
  } | null;
};

/** What has been done since the last trade. Times are UTC ms. */
export type InactivityRecord = {
  readonly pauseNotifiedAt: number | null;
  readonly pausedAt: number | null;
  readonly closeNotifiedAt: number | null;
  /** The announced closing time. */
  readonly closeAt: number | null;
};

export type InactivityPlan = {
  readonly step: 'none' | 'announce-pause' | 'pause' | 'announce-close' | 'close';
  readonly pauseAt: number;
  /** Null for a canceled subscription, which expires by itself. */
  readonly closeAt: number | null;
  /** When the next step is due; in the past if one is due now, null if there is none. */
  readonly nextAt: number | null;
};

/**
 * Plans the next step for an account without trades. Days are calendar days after the trading day of the last trade and
 * end at 17:00 Chicago time. Each step is announced at least `noticeDays` ahead, even after downtime, and a paid period
 * is never cut short. A closing missed in an outage is announced again unless the account is on a subscription.
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
  const earliestCloseAt = Math.max(endOfDay(since, terms.closeDays), afterNotice(terms, closeNotifiedAt ?? now));
  const closeAt = paid === null ? earliestCloseAt : paid.renews ? endOfPaidTime(paid, earliestCloseAt) : null;
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

/** Whether an account's announced closing is within the paid period, so that it must not be charged again. */
export function closesWithinPaidPeriod(closeAt: number | null, paidUntil: number): boolean {
  return closeAt !== null && closeAt <= paidUntil;
}

/** When an account needs its first inactivity check after a trade. */
export function firstInactivityCheck(terms: InactivityTerms, since: number): number {
  return noticeAt(terms, endOfDay(since, terms.pauseDays));
}

/** One day earlier than promised, so that neither the time of day nor a clock change shortens the notice. */
function noticeAt({ noticeDays }: InactivityTerms, at: number): number {
  return at - (noticeDays + 1) * dayMs;
}

/** The end of the calendar day that is `days` after a time's trading day. */
function endOfDay(at: number, days: number): number {
  return chicagoTime((parseDate(tradingDayOf(at)) ?? 0) + days, boundaryMinutes);
}

/** The first end of a day that leaves the full notice period. */
function afterNotice({ noticeDays }: InactivityTerms, notifiedAt: number): number {
  const earliest = notifiedAt + noticeDays * dayMs;
  const { date, minutes } = chicagoClock(earliest);
  return chicagoTime(minutes <= boundaryMinutes ? date : date + 1, boundaryMinutes);
}

/** The first end of a paid period at or after `earliest`, assuming it keeps renewing. */
function endOfPaidTime(
  { anchorAt, until, billingInterval }: NonNullable<InactiveAccount['paid']>,
  earliest: number,
): number {
  let end = until;
  while (end < earliest) end = periodEnd(anchorAt, end, billingInterval);
  return end;
}
