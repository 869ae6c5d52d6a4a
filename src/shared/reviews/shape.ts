import * as z from 'zod/mini';
import { breachRules } from '#shared/accounts/model.ts';
import { group, statistics } from '#shared/accounts/statistics/shape.ts';

const cents = z.int();
const maybeCents = z.nullable(z.int());
const moment = z.int();
const timingUnit = z.enum(['hour', 'weekday']);
const program = z.string();

const habits = z.object({
  days: z.int(),
  tradesPerDay: z.number(),
  contractsPerTrade: z.number(),
  /** The share of trades opened right after two consecutive losses on the same day. */
  afterTwoLossesBps: z.int(),
  /** The share of days whose first trade lost. */
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
  figures: z.extend(
    z.pick(statistics, {
      ...{ trades: true, wins: true, losses: true, resultCents: true, feeCents: true, winRateBps: true },
      ...{ expectancyCents: true, averageWinCents: true, averageLossCents: true, byInstrument: true },
    }),
    {
      /** Keyed by the maximum number of contracts held at once. */
      bySize: z.array(group(z.int())),
    },
  ),
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
    /** Each traded day's smallest distance between equity and the nearest floor, and its last; empty without a floor. */
    days: z.array(z.object({ day: z.string(), lowestCents: cents, lastCents: cents })),
    closeDays: z.int(),
    lossCents: cents,
    /** Distances before this time come from fills only, because older prices aren't stored. */
    pricesFrom: moment,
  }),
  worstDays: z.nullable(
    z.object({
      /** Worst first. */
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
      /** Resets separate them. */
      attempts: z.int(),
      passed: z.int(),
      breached: z.int(),
      firstBreach: z.nullable(z.object({ rule: z.enum(breachRules), day: z.string() })),
      /** Days that a soft daily limit would have locked. Trades after the lock still count in this replay. */
      lockedDays: z.int(),
      /** Fills after which the position would have been above the contract limit. */
      fillsOverLimit: z.int(),
    }),
  ),
  /** Null for fewer than 30 trades or 20 trading days. */
  conclusions: z.nullable(conclusions),
});

export type ReviewReport = z.output<typeof reviewReport>;
export type Conclusions = z.output<typeof conclusions>;
export type Timing = Conclusions['timing'];
/** A suggested change, with the figures that support it. */
export type Suggestion = z.output<typeof suggestion>;
export type DayHabits = z.output<typeof habits>;
