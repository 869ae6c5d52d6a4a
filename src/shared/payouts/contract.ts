import * as z from 'zod/mini';
import { type PlatformName, platforms } from '#shared/catalog/platforms.ts';
import { programs, sizes } from '#shared/catalog/programs.ts';
import { defineCall } from '#shared/core/call.ts';
import { formatted, opaqueId } from '#shared/core/fields.ts';
import { payeeRequirement } from './contract-payees.ts';
import { payout } from './contract-shapes.ts';
import { payoutFacts, payoutMethod, payoutQuote } from './quote-shape.ts';

const cents = z.int();
const moment = z.int();
const centsInQuery = formatted(10, /^\d{1,10}$/);

/**
 * The payout screens work like this: `payoutAccounts` lists what can be requested; `payoutQuoteCall` returns one account's
 * facts, on which `quotePayout` runs in the browser; `requestPayout` submits a request; `fetchPayouts` and
 * `fetchPayout` follow it; the two close calls cancel it until it is sent. All accept a session token or the one from
 * `confirmPayoutAccess`.
 */
export const payoutAccounts = defineCall({
  summary: 'Lists your funded accounts with the amount you can request and the open request of each',
  get: 'payouts/accounts',
  access: 'payout',
  data: z.object({
    accounts: z.array(
      z.object({
        accountId: z.string(),
        platform: z.enum(platforms),
        platformAccountId: z.string(),
        program: z.enum(programs),
        size: z.enum(sizes),
        /** Quote of the largest possible amount by bank transfer: every check with its numbers. */
        quote: payoutQuote,
        open: z.nullable(payout),
      }),
    ),
    /** Payouts whose money is yours, whatever became of their account, and that you can send to another destination. */
    owed: z.array(payout),
    /** Totals of earlier payouts: what arrived, what is on its way and what is owed. */
    totals: z.object({ paidCents: cents, openCents: cents, owedCents: cents }),
  }),
});

export const payoutQuoteCall = defineCall({
  summary: 'Quotes a payout of an amount, by default the largest, and returns the facts it is based on',
  get: 'payouts/quote',
  access: 'payout',
  readScope: 'payouts',
  query: z.object({
    accountId: opaqueId,
    requestedCents: z.optional(centsInQuery),
    /** Determines the method as well. */
    destinationId: z.optional(opaqueId),
    /** Until a destination is chosen; a bank transfer by default. */
    method: z.optional(payoutMethod),
  }),
  data: z.object({
    accountId: z.string(),
    facts: payoutFacts,
    quote: payoutQuote,
    /** What the payee still has to do; with a destination, also whether it can be used. Empty if nothing is missing. */
    requirements: z.array(payeeRequirement),
    methods: z.array(payoutMethod),
    /** Decision deadline of a request made now. */
    decisionDueAt: moment,
  }),
  limit: 'quote',
  errors: ['not_found'],
});

export const requestPayout = defineCall({
  summary:
    'Requests a payout of any amount between the minimum and what is available. Only one can be open per account',
  post: 'payouts/request',
  access: 'payout',
  idempotent: true,
  body: z.object({
    accountId: opaqueId,
    amountCents: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(1_000_000_000, 'invalid')),
    destinationId: opaqueId,
    /** The net amount you agreed to; `payout_changed` with the new quote if it has changed since. */
    expectedNetCents: z.int('invalid'),
  }),
  data: z.object({ payout }),
  /**
   * `payout_conditions` and `payout_changed` carry `{ quote }`, `payout_requirements` carries `{ requirements }`,
   * `payout_open` carries `{ number }`.
   */
  errors: [
    'not_found',
    'payout_conditions',
    'payout_open',
    'payout_changed',
    'payout_requirements',
    'idempotency_conflict',
  ],
});

export const resendPayout = defineCall({
  summary: 'Sends money that is owed to you to another destination, whatever became of its account',
  post: 'payouts/owed/send',
  access: 'payout',
  idempotent: true,
  body: z.object({ payoutId: opaqueId, destinationId: opaqueId }),
  data: z.object({ payout }),
  /** `payout_requirements` carries `{ requirements }`, `payout_open` the `{ number }` of the payout that sends it already. */
  errors: ['not_found', 'payout_not_owed', 'payout_open', 'payout_requirements', 'idempotency_conflict'],
});

export const fetchPayouts = defineCall({
  summary: 'Lists your payouts, newest first, 50 per page, each with its stages, times and deadlines',
  get: 'payouts',
  access: 'payout',
  readScope: 'payouts',
  query: z.object({
    accountId: z.optional(opaqueId),
    /** `requestedAt` of the last payout on the previous page. */
    before: z.optional(formatted(15, /^\d{1,15}$/)),
  }),
  data: z.object({ payouts: z.array(payout), more: z.boolean() }),
});

export const fetchPayout = defineCall({
  summary: 'Returns one payout with its quote',
  get: 'payouts/details',
  access: 'payout',
  readScope: 'payouts',
  query: z.object({ payoutId: opaqueId }),
  data: z.object({ payout, quote: payoutQuote }),
  errors: ['not_found'],
});

const close = {
  access: 'payout',
  body: z.object({ payoutId: opaqueId }),
  data: z.object({ payout }),
  /** `payout_settled`: already sent or settled. Closing a closed payout succeeds. `sign_in_to_close`: approved. */
  errors: ['not_found', 'payout_settled', 'sign_in_to_close', 'too_many'],
} as const;

export const closeDxfeedPayout = defineCall({
  summary: 'Closes a payout request on a dxFeed account before it is sent. Amount, cap and winning days are restored',
  post: 'dxFeed/withdrawl/request/close',
  limit: null,
  ...close,
});

export const closeRithmicPayout = defineCall({
  summary: 'Closes a payout request on a Rithmic account before it is sent. Amount, cap and winning days are restored',
  post: 'rithmic/withdrawl/request/close',
  limit: null,
  ...close,
});

export const closeTradovatePayout = defineCall({
  summary:
    'Closes a payout request on a Tradovate account before it is sent. Amount, cap and winning days are restored',
  post: 'tradovate/withdrawal/request/close',
  limit: null,
  ...close,
});

export const closePayoutCalls = {
  rithmic: closeRithmicPayout,
  dxfeed: closeDxfeedPayout,
  tradovate: closeTradovatePayout,
} as const satisfies Record<PlatformName, unknown>;
