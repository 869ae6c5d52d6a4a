import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId, requiredDay } from '#shared/core/fields.ts';
import { orderStatus } from '#shared/orders/contract-quote.ts';
import { platform } from '#shared/orders/contract-selection.ts';
import { conductCase } from '#shared/risk/contract-conduct.ts';
import { documentRequest } from '#shared/risk/contract-document-requests.ts';
import { fillRow } from './contract.ts';
import { agreementStatuses } from './data-agreement.ts';
import { blockedReasons } from './lifecycle.ts';
import { adjustmentCauses } from './model.ts';
import { payoutEligibility } from './payout-eligibility.ts';
import { riskActionKinds } from './risk-action.ts';
import { ruleFields } from './rules/differences.ts';

const cents = z.int();
const moment = z.int();
const ofAccount = z.object({ accountId: opaqueId });

const ruleValue = z.nullable(z.union([z.int(), z.string()]));

export const ruleLine = z.object({
  field: z.enum(ruleFields),
  unit: z.enum(['cents', 'share', 'count', 'word', 'steps']),
  value: ruleValue,
  /** The same rule in the version on sale; null if that version no longer has it. */
  today: ruleValue,
});

const payout = z.extend(payoutEligibility, {
  /** The payouts that count, oldest first; `receivedCents` is null until the money has arrived. */
  taken: z.array(z.object({ day: z.string(), amountCents: cents, receivedCents: z.nullable(cents) })),
  /** The most of each further payout in order; the last one repeats unless `toComeCents` says that they end. */
  furtherCents: z.array(cents),
  /** What the trader can still receive at most; null if payouts don’t end. */
  toComeCents: z.nullable(cents),
  /** The equity from which the next payout can be its most; null after the last one. */
  nextLevelCents: z.nullable(cents),
});

const adjustment = z.object({
  at: moment,
  /** Negative for money that left the account. */
  amountCents: cents,
  cause: z.enum(adjustmentCauses),
});

/** A difference between the platform's balance and ours, as of `at`. */
const heldPosition = z.object({ instrument: z.string(), month: z.string(), quantity: z.int() });

const difference = z.object({
  id: z.string(),
  at: moment,
  platformBalanceCents: cents,
  ownBalanceCents: cents,
  /** Signed contracts on both sides; null if the positions agree or the platform doesn't report them. */
  positions: z.nullable(z.object({ platform: z.array(heldPosition), own: z.array(heldPosition) })),
  status: z.enum(['open', 'settled', 'cleared']),
  /** Why the firm corrected the balance; null unless settled. */
  reason: z.nullable(z.string()),
  settledAt: z.nullable(moment),
});

const action = z.object({
  action: z.enum(['reset', 'renew', 'activate', 'review', 'withdraw']),
  blockedReason: z.nullable(z.enum(blockedReasons)),
});

const accountOrder = z.object({
  orderId: z.string(),
  /** Opens the order's result; null in a view of the trader's screens. */
  sessionId: z.nullable(z.string()),
  status: orderStatus,
  packageId: z.string(),
  totalCents: cents,
  createdAt: moment,
});

export const accountDetails = defineCall({
  summary: 'Returns one account’s details: its rules as bought and today, orders, next bill, payout and actions',
  get: 'account/details',
  readScope: 'accounts',
  query: ofAccount,
  data: z.object({
    accountId: z.string(),
    packageId: z.string(),
    performanceReviewId: z.string(),
    platformUser: z.string(),
    /** When the platform's bridge was last heard from; null if there is none. */
    platformSeenAt: z.nullable(moment),
    boughtVersion: z.string(),
    todayVersion: z.string(),
    rules: z.array(ruleLine),
    orders: z.array(accountOrder),
    /** The account's performance reviews, newest first, without refunded ones. */
    reviews: z.array(z.object({ id: z.string(), requestedAt: moment, isReady: z.boolean() })),
    nextBill: z.nullable(z.object({ at: moment, amountCents: cents })),
    payout,
    /** Cash movements outside trading, newest first. */
    adjustments: z.array(adjustment),
    /** Newest first; at most one is open. */
    differences: z.array(difference),
    /** The market data agreement at the platform; null if it is signed or the platform hasn't said. */
    dataAgreement: z.nullable(z.object({ status: z.enum(agreementStatuses), url: z.nullable(z.string()) })),
    /** Reasons outside its rules why the account can’t trade now, earliest first. */
    suspendedFor: z.array(
      z.enum(['past-due', 'dispute', 'conduct', 'risk', 'liquidate-only', 'payout-transfer', 'halt']),
    ),
    /** Announced consequences of not trading; null while the account is active. */
    inactivity: z.nullable(
      z.object({
        /** The last trade, or the event that counts in its place. */
        since: moment,
        /** Null once market data has been paused. */
        pauseAt: z.nullable(moment),
        /** Whether market data is paused now. */
        isPaused: z.boolean(),
        /** Null until the closing is announced. */
        closeAt: z.nullable(moment),
      }),
    ),
    /** Actions of the risk desk, newest first. */
    riskActions: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(riskActionKinds),
        cause: z.string(),
        at: moment,
        until: z.nullable(moment),
      }),
    ),
    /** The risk desk's current restriction and its reason; `until` is null if it doesn't end by itself. */
    riskStop: z.nullable(
      z.object({ reason: z.enum(['risk', 'liquidate-only']), cause: z.string(), until: z.nullable(moment) }),
    ),
    /** Documents the risk desk requests now, with what was uploaded. */
    documentRequests: z.array(documentRequest),
    /** Newest first; at most one is open. */
    conduct: z.array(conductCase),
    actions: z.array(action),
  }),
  errors: ['not_found'],
});

export const resumeMarketData = defineCall({
  summary:
    'Resumes market data that was paused because the account isn’t traded. The account still closes as announced',
  post: 'account/market-data/resume',
  body: ofAccount,
  errors: ['not_found'],
});

export const accountFills = defineCall({
  summary: 'Lists the fills of one trading day, oldest first, 500 at most',
  get: 'account/fills',
  readScope: 'fills',
  query: z.object({ accountId: opaqueId, day: requiredDay }),
  data: z.object({ fills: z.array(fillRow), more: z.boolean() }),
  errors: ['not_found'],
});

export const accountCredentials = defineCall({
  summary:
    'Returns the platform credentials of one account. Requires recent reauthentication; each view is recorded and mailed',
  post: 'account/credentials',
  body: ofAccount,
  data: z.object({ platform, platformAccountId: z.string(), user: z.string(), secret: z.string() }),
  errors: ['confirm_first', 'not_found'],
});
