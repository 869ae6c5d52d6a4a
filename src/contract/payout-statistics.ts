import * as z from 'zod/mini';
import { rejectionReasons } from '../domain/payout/stages.ts';
import { defineCall } from './call.ts';

/** Hours, rounded up, from the request; null for a month with fewer than `minimumPerMonth`. */
const hours = z.object({
  count: z.int(),
  medianHours: z.nullable(z.int()),
  p95Hours: z.nullable(z.int()),
});

const period = z.object({
  /** YYYY-MM by UTC, or `all`. */
  period: z.string(),
  /** Until it was approved or rejected; every hour counts, also at night and on weekends. */
  decision: hours,
  /** Until the money had arrived. */
  paid: hours,
  /** What arrived at traders, without what came back. */
  paidCents: z.int(),
  /** By reason of the closed list, most frequent first. */
  rejections: z.readonly(z.array(z.object({ reason: z.enum(rejectionReasons), count: z.int() }))),
});

export const payoutStatistics = defineCall({
  name: 'payoutStatistics',
  summary: 'How long payouts take, why they are rejected, what was paid, and how many accounts pass and are paid',
  method: 'GET',
  path: 'payouts/statistics',
  data: z.object({
    /** The demo’s samples. */
    isSample: z.boolean(),
    /** From how many paid payouts on there are figures. */
    minimumPaid: z.int(),
    minimumPerMonth: z.int(),
    /** The first day of the chain; null before there is one. */
    since: z.nullable(z.string()),
    /** The newest day of the chain: note it, and nobody can change what came before it without you finding out. */
    head: z.nullable(z.object({ number: z.int(), day: z.string(), hash: z.string() })),
    /** Counted once a day, after the newest day of the chain was appended. */
    rates: z.object({
      /** From how many accounts on there is a rate. */
      minimum: z.int(),
      /** Bought evaluations that have ended, each once however often it was reset; null while there are too few. */
      evaluations: z.nullable(z.object({ ended: z.int(), passed: z.int() })),
      /** Funded accounts, ended or not, and those with a payout that arrived; null while there are too few. */
      funded: z.nullable(z.object({ opened: z.int(), paid: z.int() })),
    }),
    /** Null while there are too few payouts. Months newest first. */
    figures: z.nullable(z.object({ all: period, months: z.array(period) })),
  }),
  errors: ['too_many'],
});

/**
 * `{ sample, hash, entries: [{ hash, body }] }`. `body` is the JSON text of a day; `hash` is SHA-256, in lower-case hex,
 * of the previous hash, a line feed and `body`.
 */
export const payoutStatisticsChain = defineCall({
  name: 'payoutStatisticsChain',
  summary: 'Every day of the payout statistics with its hash, for anybody to recompute them',
  method: 'GET',
  path: 'payouts/statistics/chain',
  mediaType: 'application/json',
  errors: ['not_found', 'too_many'],
});
