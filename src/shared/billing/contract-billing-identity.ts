import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { opaqueId } from '#shared/core/fields.ts';
import { billedToFields } from '#shared/orders/contract-buyer.ts';
import { includedTax } from '#shared/orders/contract-quote.ts';

const change = {
  body: z.object({ subscriptionId: opaqueId, ...billedToFields }),
  data: z.object({
    amountCents: z.int(),
    /** What the next charge contains as billed until now, and as changed. */
    taxBefore: includedTax,
    tax: includedTax,
    /** Whether it still renews: the law of some places ends a plan with its term. */
    renews: z.boolean(),
    periodEndsAt: z.int(),
  }),
  errors: ['not_found', 'subscription_over'],
} as const;

export const previewBillingIdentity = defineCall({
  summary: 'Returns what another billing identity would change, without storing it',
  post: 'billing/identity/preview',
  ...change,
  limit: 'quote',
});

export const changeBillingIdentity = defineCall({
  summary: 'Changes who a subscription is billed to, from its next charge on',
  post: 'billing/identity',
  ...change,
});
