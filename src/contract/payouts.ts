import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { opaqueId } from './fields.ts';
import { payeeRequirement } from './payees.ts';
import { payout, payoutFacts, payoutMethod, payoutQuote } from './payout-shapes.ts';

const cents = z.int();
const moment = z.int();
const centsInQuery = z.string().check(z.regex(/^\d{1,10}$/, 'invalid'));

/**
 * The screens of payouts work like this: `payoutAccounts` lists what can be requested where; `payoutQuote` gives the
 * facts of one account, on which `quotePayout` runs in the browser for the slider; `requestPayout` takes a request;
 * `fetchPayouts` and `fetchPayout` follow it; the two close calls cancel it until it is sent. All of them accept the
 * token of a session as well as the one `confirmPayoutAccess` gives to someone signed out.
 */
export const payoutAccounts = defineCall({
  name: 'payoutAccounts',
  summary: 'The bearer’s funded accounts, what can be requested from each, and its open request',
  method: 'GET',
  path: 'payouts/accounts',
  access: 'payout',
  data: z.object({
    accounts: z.array(
      z.object({
        accountId: z.string(),
        platform: z.enum(['rithmic', 'dxfeed']),
        platformAccountId: z.string(),
        programme: z.enum(['classic', 'ascension', 'merit', 'premium']),
        size: z.enum(['25K', '50K', '100K', '150K']),
        /** Of the largest possible amount, by bank transfer: every check with its numbers. */
        quote: payoutQuote,
        open: z.nullable(payout),
      }),
    ),
    /** Earlier payouts as sums of what arrived and what is on its way. */
    totals: z.object({ paidCents: cents, openCents: cents }),
  }),
  errors: ['too_many'],
});

export const payoutQuoteCall = defineCall({
  name: 'payoutQuote',
  summary: 'What a request of an amount would mean, and the facts it follows from; the largest amount by default',
  method: 'GET',
  path: 'payouts/quote',
  access: 'payout',
  query: z.object({
    accountId: opaqueId,
    requestedCents: z.optional(centsInQuery),
    /** Sets the method as well. */
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
    /** Methods the firm offers. */
    methods: z.array(payoutMethod),
    /** Until when a request made now is decided. */
    decisionDueAt: moment,
  }),
  errors: ['not_found', 'too_many'],
});

export const requestPayout = defineCall({
  name: 'requestPayout',
  summary: 'Requests a payout of any amount between the minimum and what is available; one can be open per account',
  method: 'POST',
  path: 'payouts/request',
  access: 'payout',
  idempotent: true,
  body: z.object({
    accountId: opaqueId,
    amountCents: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(1_000_000_000, 'invalid')),
    destinationId: opaqueId,
    /** The figure the bearer agreed to; `payout_changed` with the new quote if it is another by now. */
    expectedNetCents: z.int('invalid'),
  }),
  data: z.object({ payout }),
  /**
   * `payout_conditions` carries `{ quote }`, `payout_changed` too, `payout_requirements` carries `{ requirements }`,
   * `payout_open` carries `{ number }`.
   */
  errors: [
    'not_found',
    'payout_conditions',
    'payout_open',
    'payout_changed',
    'payout_requirements',
    'idempotency_conflict',
    'too_many',
  ],
});

export const fetchPayouts = defineCall({
  name: 'fetchPayouts',
  summary: 'The bearer’s payouts, newest first, fifty at a time, each with its stages, times and deadlines',
  method: 'GET',
  path: 'payouts',
  access: 'payout',
  query: z.object({
    accountId: z.optional(opaqueId),
    /** `requestedAt` of the last one of the previous page. */
    before: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'invalid'))),
  }),
  data: z.object({ payouts: z.array(payout), more: z.boolean() }),
  errors: ['too_many'],
});

export const fetchPayout = defineCall({
  name: 'fetchPayout',
  summary: 'One payout with the quote it was requested on',
  method: 'GET',
  path: 'payouts/details',
  access: 'payout',
  query: z.object({ payoutId: opaqueId }),
  data: z.object({ payout, quote: payoutQuote }),
  errors: ['not_found', 'too_many'],
});

const close = {
  method: 'POST',
  access: 'payout',
  body: z.object({ payoutId: opaqueId }),
  data: z.object({ payout }),
  /** `payout_settled`: sent or settled already. A second close of the same payout succeeds. */
  errors: ['not_found', 'payout_settled', 'too_many'],
} as const;

export const closeDxfeedPayout = defineCall({
  name: 'closeDxfeedPayout',
  summary: 'Closes a request on a dxFeed account until it is sent; amount, cap and winning days are given back',
  path: 'dxFeed/withdrawl/request/close',
  ...close,
});

export const closeRithmicPayout = defineCall({
  name: 'closeRithmicPayout',
  summary: 'Closes a request on a Rithmic account until it is sent; amount, cap and winning days are given back',
  path: 'rithmic/withdrawl/request/close',
  ...close,
});
