import * as z from 'zod/mini';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import { payoutMethod } from './quote-shape.ts';
import { payoutStatuses, rejectionReasons, returnReasons } from './stages.ts';

const cents = z.int();
const moment = z.int();

export const payoutStatus = z.enum(payoutStatuses);

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
  decisionDueAt: moment,
  /** Deadline of the current stage; null once nothing is due. */
  dueAt: z.nullable(moment),
  /** Whether `dueAt` has passed. */
  isLate: z.boolean(),
  /** Whether its payee can still close it. */
  closable: z.boolean(),
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
  /** `amountCents` is the trader’s share, without the credit, plus the firm’s. */
  traderCents: cents,
  firmCents: cents,
  /** What we added because we didn’t send it in time. */
  creditCents: cents,
  /** When we promised to have sent it, and what we add if we haven’t; null without a promise. */
  promise: z.nullable(z.object({ by: moment, creditCents: cents })),
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
