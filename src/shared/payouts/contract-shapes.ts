import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { payoutMethods } from './payees/destination.ts';
import { payoutStatuses, rejectionReasons, returnReasons } from './stages.ts';

const cents = z.int();
const moment = z.int();

export const payoutStatus = z.enum(payoutStatuses);
export const payoutMethod = z.enum(payoutMethods, 'required');

const day = z.custom<TradingDay>((value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value));

/**
 * All inputs of a quote, as of `asOf`. With an amount and a method, `quotePayout` (shared/payouts/quote.ts) gives the
 * browser the server's figures to the cent while a slider moves.
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
  z.object({
    name: z.literal('minimum'),
    passed: z.boolean(),
    maximumCents: cents,
    minimumCents: cents,
    missingCents: cents,
  }),
  z.object({
    name: z.literal('amount'),
    passed: z.boolean(),
    amountCents: cents,
    minimumCents: cents,
    maximumCents: cents,
  }),
]);

/** The result of `quotePayout`, whose domain type documents each field. */
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
  nextAt: z.nullable(moment),
});

/** A stage the payout has reached. Deadlines are in bank days; null if nothing is due. */
const stage = z.object({ status: payoutStatus, at: moment, dueAt: z.nullable(moment) });

const payoutFields = {
  id: z.string(),
  /** Shown to people: `P2026-000042`. */
  number: z.string(),
  status: payoutStatus,
  method: payoutMethod,
  /** Enough to recognize it: `PT50 •••• 0154`. */
  destination: z.string(),
  /** What leaves the account or the affiliate’s balance. */
  amountCents: cents,
  feeCents: cents,
  /** What arrives: the payee’s share minus the fee. */
  netCents: cents,
  requestedAt: moment,
  /** Deadline for approving or rejecting it. */
  decisionDueAt: moment,
  /** Deadline of the current stage; null once nothing is due. */
  dueAt: z.nullable(moment),
  /** Whether `dueAt` has passed. */
  isLate: z.boolean(),
  /** Whether its payee can still close it. */
  closable: z.boolean(),
  /** Reason of a rejection or a return. */
  reason: z.nullable(z.enum([...rejectionReasons, ...returnReasons])),
  /** The firm's comment on the reason. */
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
 * money came back), `rejected` (with a reason), `canceled` (closed by its trader).
 */
export const payout = z.object({
  source: z.literal('account'),
  ...payoutFields,
  accountId: z.string(),
  platform: z.enum(platforms),
  platformAccountId: z.string(),
  program: z.enum(programs),
  size: z.enum(sizes),
  /** `amountCents` is the trader’s share plus the firm’s. */
  traderCents: cents,
  firmCents: cents,
  /** The payout whose money this one sends again. */
  originId: z.nullable(z.string()),
  /**
   * `deducting`: leaving the account. `deducted`: left it. `returning`: going back. `returned`: back, or never deducted.
   * `owed`: came back when the account was breached, closed or reset, so it is the payee’s. `resent`: such money that
   * another payout sends again.
   */
  money: z.enum(['deducting', 'deducted', 'returning', 'returned', 'owed', 'resent']),
});

/** A payout of an affiliate’s commissions. If it ends unpaid, the amount becomes available again. */
export const affiliatePayout = z.object({ source: z.literal('affiliate'), ...payoutFields });

/** Either kind, as staff see it: both pass the same stages. */
export const anyPayout = z.discriminatedUnion('source', [payout, affiliatePayout]);
