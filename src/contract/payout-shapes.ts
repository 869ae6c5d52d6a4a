import * as z from 'zod/mini';
import type { TradingDay } from '../domain/calendar/trading-day.ts';
import { payoutMethods } from '../domain/payee/destination.ts';
import { payoutStatuses, rejectionReasons, returnReasons } from '../domain/payout/stages.ts';

const cents = z.int();
const moment = z.int();

export const payoutStatus = z.enum(payoutStatuses);
export const payoutMethod = z.enum(payoutMethods, 'required');

const day = z.custom<TradingDay>((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value));

/**
 * Everything a quote follows from, as of `asOf`: pass it to `quotePayout` (domain/payout/quote.ts) with an amount and a
 * method, and the browser gets the server's figures to the cent while a slider moves.
 */
export const payoutFacts = z.object({
  asOf: moment,
  terms: z.object({
    winningDays: z.int(),
    winningDayMinimumCents: cents,
    bestDayShareBps: z.int(),
    profitShareBps: z.int(),
    bufferCents: cents,
    minimumCents: cents,
    split: z.object({ traderBps: z.int(), fullUntilCents: cents }),
  }),
  feesCents: z.object({ 'bank-transfer': cents, wise: cents, usdc: cents }),
  /** By payout number; the last one applies from then on. */
  capsCents: z.readonly(z.array(cents)),
  /** How many payouts of the account count, and what they come to before the split. */
  paidCount: z.int(),
  paidCents: cents,
  startingBalanceCents: cents,
  balanceCents: cents,
  equityCents: cents,
  /** The higher of both floors; null where there is none. */
  floorCents: z.nullable(cents),
  isFunded: z.boolean(),
  isBreached: z.boolean(),
  isSuspended: z.boolean(),
  /** In minis. */
  openContracts: z.number(),
  openPayoutNumber: z.nullable(z.string()),
  /** Trading days that count for the next payout; only closed ones do. */
  days: z.readonly(z.array(z.object({ day, profitCents: cents, closed: z.boolean() }))),
});

const check = z.discriminatedUnion('name', [
  z.object({ name: z.enum(['funded', 'not-breached', 'not-suspended']), passed: z.boolean() }),
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
  z.object({
    name: z.literal('minimum'),
    passed: z.boolean(),
    largestCents: cents,
    minimumCents: cents,
    missingCents: cents,
  }),
  z.object({
    name: z.literal('amount'),
    passed: z.boolean(),
    amountCents: cents,
    minimumCents: cents,
    largestCents: cents,
  }),
]);

/** The result of `quotePayout`; its type in the domain documents each field. */
export const payoutQuote = z.object({
  amountCents: cents,
  method: payoutMethod,
  allowed: z.boolean(),
  checks: z.readonly(z.array(check)),
  /** The largest amount that passes; 0 while a condition is missing. */
  availableCents: cents,
  /** What it would be if every other condition were met. */
  largestCents: cents,
  limitedBy: z.enum(['profit-share', 'cap', 'floor']),
  profitCents: cents,
  bufferCents: cents,
  shareCents: cents,
  capCents: cents,
  capNumber: z.int(),
  balanceAfterCents: cents,
  aboveFloorCents: z.nullable(cents),
  fullShareCents: cents,
  traderCents: cents,
  firmCents: cents,
  feeCents: cents,
  netCents: cents,
  earliestAt: z.nullable(moment),
  nextAt: moment,
});

/** One step a payout has reached. Deadlines are in bank days; null where nothing is due. */
const stage = z.object({ status: payoutStatus, at: moment, dueAt: z.nullable(moment) });

const payoutFields = {
  id: z.string(),
  /** Shown to people: `P2026-000042`. */
  number: z.string(),
  status: payoutStatus,
  method: payoutMethod,
  /** Enough to recognise it by: `PT50 •••• 0154`. */
  destination: z.string(),
  /** What leaves the account or the affiliate’s balance. */
  amountCents: cents,
  feeCents: cents,
  /** What arrives: the payee’s part less the fee. */
  netCents: cents,
  requestedAt: moment,
  /** Until when it is approved or rejected. */
  decisionDueAt: moment,
  /** When the current stage ends at the latest; null once nothing is due. */
  dueAt: z.nullable(moment),
  /** Whether `dueAt` has passed. */
  isLate: z.boolean(),
  /** Whether its payee may still close it. */
  closable: z.boolean(),
  /** Of a rejection or a return. */
  reason: z.nullable(z.enum([...rejectionReasons, ...returnReasons])),
  /** What the firm added to the reason. */
  reasonNote: z.nullable(z.string()),
  /** The bank's or the network's reference, once sent. */
  reference: z.nullable(z.string()),
  /** Oldest first. */
  stages: z.array(stage),
  /** Part of the demo. */
  isSample: z.boolean(),
};

/**
 * A payout of a funded account. Open: `requested`, `in-review`, `approved`, `sent`. Settled: `paid`, `returned` (the
 * money came back and the account has it again), `rejected` (with a reason), `cancelled` (closed by its trader).
 */
export const payout = z.object({
  source: z.literal('account'),
  ...payoutFields,
  accountId: z.string(),
  platform: z.enum(['rithmic', 'dxfeed']),
  platformAccountId: z.string(),
  programme: z.enum(['classic', 'ascension', 'merit', 'premium']),
  size: z.enum(['25K', '50K', '100K', '150K']),
  /** The amount is the trader’s and the firm’s part. */
  traderCents: cents,
  firmCents: cents,
  /** `taking`: on its way out of the account. `taken`: out of it. `returning`: on its way back. `returned`: back, or never taken. */
  money: z.enum(['taking', 'taken', 'returning', 'returned']),
});

/** A payout of an affiliate’s commissions; what ends unpaid is available again. */
export const affiliatePayout = z.object({ source: z.literal('affiliate'), ...payoutFields });

/** As staff sees both: they pass the same stages. */
export const anyPayout = z.discriminatedUnion('source', [payout, affiliatePayout]);
