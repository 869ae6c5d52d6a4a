import * as z from 'zod/mini';
import { breachRules } from '#shared/accounts/state.ts';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';

const cents = z.int();
const maybeCents = z.nullable(z.int());
const moment = z.int();
const group = <Key extends z.ZodMiniType>(key: Key) =>
  z.object({ key, trades: z.int(), wins: z.int(), resultCents: cents });
const timingUnit = z.enum(['hour', 'weekday']);
const program = z.string();

const habits = z.object({
  days: z.int(),
  tradesPerDay: z.number(),
  contractsPerTrade: z.number(),
  afterTwoLossesBps: z.int(),
  lostFirstBps: z.int(),
});

const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-edge'), highCents: cents }),
  z.object({ kind: z.literal('timing'), unit: timingUnit, key: z.int(), trades: z.int(), resultCents: cents }),
  z.object({ kind: z.literal('floor'), closeDays: z.int(), days: z.int(), lossCents: cents }),
  z.object({
    kind: z.literal('program'),
    program,
    size: z.string(),
    breached: z.int(),
    ownBreached: z.int(),
    attempts: z.int(),
  }),
  z.object({ kind: z.literal('after-losses'), trades: z.int(), resultCents: cents }),
  z.object({ kind: z.literal('daily-stop'), stopCents: cents, savedCents: cents }),
  z.object({ kind: z.literal('stop'), stopCents: cents, winners: z.int(), lossCents: cents }),
  z.object({ kind: z.literal('give-back'), trades: z.int(), losers: z.int(), lossCents: cents }),
  z.object({ kind: z.literal('size'), contracts: z.int(), trades: z.int(), resultCents: cents }),
  z.object({ kind: z.literal('more-days'), days: z.int() }),
  z.object({ kind: z.literal('keep'), lowCents: cents }),
  z.object({ kind: z.literal('break-even'), winRateBps: z.int(), lossCents: cents, winCents: cents }),
  z.object({ kind: z.literal('costs'), feeCents: cents, trades: z.int(), perTradeCents: cents }),
]);

const conclusions = z.object({
  /** Wilson 95 % confidence interval. */
  winRate: z.object({ lowBps: z.int(), highBps: z.int() }),
  /**
   * BCa bootstrap 95 % confidence interval of the average trade, resampled by trading day; null if all days are
   * identical.
   */
  expectancy: z.nullable(z.object({ lowCents: cents, highCents: cents })),
  timing: z.object({
    tests: z.int(),
    effects: z.array(
      z.object({
        kind: timingUnit,
        /** An hour in Chicago, 0–23, or a weekday, 1 (Monday) – 5. */
        key: z.int(),
        trades: z.int(),
        resultCents: cents,
        /** Per trade for an hour, per day for a weekday. */
        averageCents: cents,
        otherAverageCents: cents,
        /** Null if there are too few values to test. */
        p: z.nullable(z.number()),
        /** Adjusted for multiple tests (Benjamini–Hochberg); 0.1 or less counts as a finding. */
        adjustedP: z.nullable(z.number()),
        isFinding: z.boolean(),
      }),
    ),
  }),
  /** Three, most important first. */
  suggestions: z.array(suggestion),
});

export const reviewReport = z.object({
  /** Seed of the random draws, derived from the record's hash. */
  seed: z.int(),
  draws: z.int(),
  sample: z.object({ trades: z.int(), days: z.int(), isEnough: z.boolean() }),
  figures: z.object({
    trades: z.int(),
    wins: z.int(),
    losses: z.int(),
    resultCents: cents,
    feeCents: cents,
    winRateBps: z.nullable(z.int()),
    expectancyCents: maybeCents,
    averageWinCents: maybeCents,
    averageLossCents: maybeCents,
    byInstrument: z.array(z.extend(group(z.string()), { contracts: z.array(group(z.string())) })),
    /** Keyed by the maximum number of contracts held at once. */
    bySize: z.array(group(z.int())),
  }),
  /** Maximum adverse and favorable excursion of trades; medians are null if there are none. */
  excursions: z.object({
    trades: z.int(),
    winners: z.int(),
    losers: z.int(),
    winnerAdverseCents: maybeCents,
    loserAdverseCents: maybeCents,
    winnerFavorableCents: maybeCents,
    loserFavorableCents: maybeCents,
    mostWinnersAdverseCents: maybeCents,
    losersOnceAhead: z.int(),
  }),
  floor: z.object({
    /** Empty if the rules have no floor. */
    days: z.array(z.object({ day: z.string(), lowestCents: cents, lastCents: cents })),
    closeDays: z.int(),
    /** The average losing trade. */
    lossCents: cents,
    pricesFrom: moment,
  }),
  worstDays: z.nullable(
    z.object({
      days: z.array(z.object({ day: z.string(), resultCents: cents, trades: z.int() })),
      worst: habits,
      others: habits,
    }),
  ),
  /** The account's own program first. */
  programs: z.array(
    z.object({
      program,
      size: z.string(),
      attempts: z.int(),
      passed: z.int(),
      breached: z.int(),
      firstBreach: z.nullable(z.object({ rule: z.enum(breachRules), day: z.string() })),
      lockedDays: z.int(),
      fillsOverLimit: z.int(),
    }),
  ),
  /** Null for fewer than 30 trades or 20 trading days. */
  conclusions: z.nullable(conclusions),
});

export type ReviewReport = z.output<typeof reviewReport>;

export const fetchPerformanceReview = defineCall({
  summary: 'Returns a performance review you ordered. Its id is the id of its order',
  get: 'performance-review',
  access: 'verified',
  query: z.object({ reviewId: opaqueId }),
  data: z.object({
    id: z.string(),
    account: z.object({ id: z.string(), name: z.string(), platformAccountId: z.string(), rulesVersion: z.string() }),
    /** `revoked`: its order was refunded. */
    status: z.enum(['pending', 'ready', 'revoked']),
    isSample: z.boolean(),
    /** Only events up to this time count. */
    requestedAt: moment,
    deliveredAt: z.nullable(moment),
    /** Null unless ready. */
    report: z.nullable(reviewReport),
    /** SHA-256 of the record, and its number of events. */
    inputsSha256: z.nullable(z.string()),
    inputCount: z.nullable(z.int()),
    /** The reviewer's comment; empty if there is none. */
    comment: z.string(),
    commentedAt: z.nullable(moment),
  }),
  limit: 'read',
  errors: ['not_found'],
});

export const performanceReviewFile = defineCall({
  summary: 'Returns a delivered performance review as a PDF in the language of the request',
  get: 'performance-review/document',
  access: 'verified',
  query: z.object({ reviewId: opaqueId }),
  mediaType: 'application/pdf',
  limit: 'read',
  errors: ['not_found'],
});
