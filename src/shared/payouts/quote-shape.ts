import * as z from 'zod/mini';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { payoutMethods } from './payees/destination.ts';

const cents = z.int();
const moment = z.int();

export const payoutMethod = z.enum(payoutMethods, 'required');

const day = z.custom<TradingDay>((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value));

/**
 * All inputs of a quote, as of `asOf`. With an amount and a method, `quotePayout` (shared/payouts/quote.ts) gives the
 * browser the server's figures to the cent while a slider moves.
 */
export const payoutFacts = z.object({
  /** The server's time, which is “now” in a quote. */
  asOf: moment,
  /** The catalog's. Shares are in basis points. */
  terms: z.object({
    winningDays: z.int(),
    winningDayMinimumCents: cents,
    bestDayShareBps: z.int(),
    profitShareBps: z.int(),
    bufferCents: cents,
    minimumCents: cents,
    split: z.object({ traderBps: z.int(), fullUntilCents: cents }),
  }),
  /** The transfer fee withheld. */
  feesCents: z.partialRecord(payoutMethod, cents),
  /** By payout number; the last cap applies to all later payouts, and is 0 if there are none. */
  capsCents: z.readonly(z.array(cents)),
  /** The account's payouts that count: their number, and their total before the split. */
  paidCount: z.int(),
  paidCents: cents,
  startingBalanceCents: cents,
  balanceCents: cents,
  equityCents: cents,
  /** The higher of the two floors; null if there is none. */
  floorCents: z.nullable(cents),
  isFunded: z.boolean(),
  isBreached: z.boolean(),
  isSuspended: z.boolean(),
  /** In minis. */
  openContracts: z.number(),
  openPayoutNumber: z.nullable(z.string()),
  /** Trading days that count toward the next payout; only closed days count. */
  days: z.readonly(z.array(z.object({ day, profitCents: cents, closed: z.boolean() }))),
});

/** One condition of a payout with its figures. `missing…` is 0 once it is met. */
const check = z.discriminatedUnion('name', [
  z.object({ name: z.enum(['funded', 'not-breached', 'not-suspended', 'not-paid-out']), passed: z.boolean() }),
  z.object({ name: z.literal('no-open-request'), passed: z.boolean(), openPayoutNumber: z.nullable(z.string()) }),
  z.object({ name: z.literal('flat'), passed: z.boolean(), contracts: z.number() }),
  z.object({
    name: z.literal('winning-days'),
    passed: z.boolean(),
    current: z.int(),
    required: z.int(),
    missing: z.int(),
    minimumCents: cents,
  }),
  z.object({
    name: z.literal('best-day'),
    passed: z.boolean(),
    bestDayCents: cents,
    earnedCents: cents,
    requiredCents: cents,
    missingCents: cents,
  }),
  /** Whether the largest possible amount reaches the minimum. */
  z.object({
    name: z.literal('minimum'),
    passed: z.boolean(),
    maximumCents: cents,
    minimumCents: cents,
    missingCents: cents,
  }),
  /** Whether the requested amount is between the minimum and the largest possible amount. */
  z.object({
    name: z.literal('amount'),
    passed: z.boolean(),
    amountCents: cents,
    minimumCents: cents,
    maximumCents: cents,
  }),
]);

export const payoutQuote = z.object({
  amountCents: cents,
  method: payoutMethod,
  allowed: z.boolean(),
  checks: z.readonly(z.array(check)),
  /** The largest amount that can be requested; 0 while a condition is missing. */
  availableCents: cents,
  /** The same if every other condition were met. */
  maximumCents: cents,
  limitedBy: z.enum(['profit-share', 'cap', 'floor']),
  profitCents: cents,
  bufferCents: cents,
  /** The share of the profit above the buffer. */
  shareCents: cents,
  capCents: cents,
  /** The number of this payout within the account, from 1. */
  capNumber: z.int(),
  balanceAfterCents: cents,
  /** Equity above the floor after the payout; null if there is none. */
  aboveFloorCents: z.nullable(cents),
  /** The part of the amount in the first tier, which goes entirely to the trader. */
  fullShareCents: cents,
  traderCents: cents,
  firmCents: cents,
  feeCents: cents,
  /** The amount received: the trader's part less the fee. */
  netCents: cents,
  /** The earliest time of this request if every day from now on wins; null unless only winning days are missing. */
  earliestAt: z.nullable(moment),
  /** The earliest time of the next request if every day from now on is a winning day; null after the last payout. */
  nextAt: z.nullable(moment),
});

export type PayoutFacts = z.output<typeof payoutFacts>;
export type PayoutTerms = PayoutFacts['terms'];
export type PayoutCheck = z.output<typeof check>;
export type PayoutQuote = z.output<typeof payoutQuote>;
