import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { rejectionReasons } from './stages.ts';

/** Hours from the request, rounded up; null for a month with fewer than `minimumPerMonth`. */
const hours = z.object({
  count: z.int(),
  medianHours: z.nullable(z.int()),
  p95Hours: z.nullable(z.int()),
});

const period = z.object({
  /** YYYY-MM in UTC, or `all`. */
  period: z.string(),
  /** Until it was approved or rejected; nights and weekends count. */
  decision: hours,
  /** Until the money arrived. */
  paid: hours,
  /** What arrived at traders, minus what came back. */
  paidCents: z.int(),
  /** By predefined reason, most frequent first. */
  rejections: z.readonly(z.array(z.object({ reason: z.enum(rejectionReasons), count: z.int() }))),
  /** Payouts that we promised to send within the hour: how many were, the median, and what we added to the others. */
  promised: z.object({
    count: z.int(),
    medianMinutes: z.nullable(z.int()),
    within: z.int(),
    creditCents: z.int(),
  }),
});

export const payoutStatistics = defineCall({
  summary:
    'Returns how long payouts take, why they are rejected, how much was paid, and how many accounts pass and get paid',
  get: 'payouts/statistics',
  access: 'any',
  data: z.object({
    isSample: z.boolean(),
    /** Minimum number of paid payouts for figures to be published. */
    minimumPaid: z.int(),
    minimumPerMonth: z.int(),
    /** The first day of the chain; null before there is one. */
    since: z.nullable(z.string()),
    /** The newest day of the chain. Anyone who notes it can detect later changes to earlier days. */
    head: z.nullable(z.object({ number: z.int(), day: z.string(), hash: z.string() })),
    /** Counted once a day, after the newest day of the chain was appended. */
    rates: z.object({
      /** Minimum number of accounts for a rate. */
      minimum: z.int(),
      /** Purchased evaluations that have ended, counted once regardless of resets; null while there are too few. */
      evaluations: z.nullable(z.object({ ended: z.int(), passed: z.int() })),
      /** Funded accounts, ended or not, and those with a payout that arrived; null while there are too few. */
      funded: z.nullable(z.object({ opened: z.int(), paid: z.int() })),
    }),
    /** Null while there are too few payouts. Months newest first. */
    figures: z.nullable(z.object({ all: period, months: z.array(period) })),
  }),
});

/**
 * `{ sample, hash, entries: [{ hash, body }] }`. `body` is the JSON text of a day; `hash` is SHA-256, in lower-case hex,
 * of the previous hash, a line feed and `body`.
 */
export const payoutStatisticsChain = defineCall({
  summary: 'Returns every day of the payout statistics with its hash, so that anyone can recompute them',
  get: 'payouts/statistics/chain',
  access: 'any',
  mediaType: 'application/json',
  errors: ['not_found'],
});
