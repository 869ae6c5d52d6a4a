import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { payeeRequirement } from '#shared/payouts/contract-payees.ts';
import { affiliatePayout } from '#shared/payouts/contract-shapes.ts';
import { payoutMethod } from '#shared/payouts/quote-shape.ts';

const cents = z.int();

/** Affiliates are paid like traders: destinations, requirements, stages and staff calls are the same. */
export const fetchAffiliatePayouts = defineCall({
  summary: 'Returns the commissions you can request, missing requirements, and your requests, newest first',
  get: 'affiliate/payouts',
  query: z.object({ destinationId: z.optional(opaqueId) }),
  data: z.object({
    /** Input of `quoteAffiliatePayout` (shared/affiliates/payout-quote.ts), which gives the server’s figures. */
    facts: z.object({
      /** Negative after refunds of orders whose commission was paid out. */
      availableCents: cents,
      /** Commissions of sales that are disputed or being refunded, on top of what is available. */
      heldCents: cents,
      minimumCents: cents,
      feesCents: z.partialRecord(payoutMethod, cents),
    }),
    /** What the payee still has to do; with a destination, also whether it can be used. */
    requirements: z.array(payeeRequirement),
    /** Decision deadline of a request made now. */
    decisionDueAt: z.int(),
    open: z.nullable(affiliatePayout),
    payouts: z.array(affiliatePayout),
  }),
  errors: ['not_found'],
});

export const requestAffiliatePayout = defineCall({
  summary: 'Requests a payout of commissions, between the minimum and the available balance. Only one can be open',
  post: 'payout/request',
  idempotent: true,
  body: z.object({
    amountCents: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(1_000_000_000, 'invalid')),
    destinationId: opaqueId,
    /** The net amount you agreed to; `payout_changed` if the fee has changed since. */
    expectedNetCents: z.int('invalid'),
  }),
  data: z.object({ payout: affiliatePayout }),
  /** `payout_requirements` carries `{ requirements }`, `affiliate_payout_open` carries `{ number }`. */
  errors: ['not_found', 'affiliate_payout_open', 'payout_changed', 'payout_requirements', 'idempotency_conflict'],
});

export const affiliateStatement = defineCall({
  summary:
    'Returns every entry of your available balance as CSV: commissions, refunds and payouts, each with the balance after it',
  get: 'affiliate/statement.csv',
  limit: null,
  mediaType: 'text/csv',
});

export const closeAffiliatePayout = defineCall({
  summary: 'Closes one of your requests before it is sent. The amount becomes available again',
  post: 'affiliate/payouts/close',
  body: z.object({ payoutId: opaqueId }),
  data: z.object({ payout: affiliatePayout }),
  /** `payout_settled`: already sent or settled. Closing a closed request succeeds. */
  errors: ['not_found', 'payout_settled'],
});
