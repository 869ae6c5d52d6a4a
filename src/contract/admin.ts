import * as z from 'zod/mini';
import { refundItems } from '../domain/order/refund-plan.ts';
import { refundReasons } from '../domain/order/types.ts';
import { defineCall } from './call.ts';
import { opaqueId, requiredText } from './fields.ts';

export const retryJob = defineCall({
  name: 'retryJob',
  summary: 'Runs a failed background job again',
  method: 'POST',
  path: 'admin/jobs/retry',
  access: { roles: ['admin'] },
  body: z.object({
    jobId: z
      .string('required')
      .check(z.refine((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text), 'not_found')),
  }),
  errors: ['not_found', 'too_many'],
});

export const previewRefund = defineCall({
  name: 'previewRefund',
  summary: 'What a refund of an order can give back now, by item, and through which payment provider',
  method: 'GET',
  path: 'admin/orders/refund/preview',
  access: { roles: ['finance', 'admin'] },
  query: z.object({ orderId: opaqueId }),
  data: z.object({
    /** What can still go back, by item and after coupons; the package takes its add-ons with it. */
    items: z.array(z.object({ item: z.enum(refundItems), amountCents: z.int() })),
    totalCents: z.int(),
    /** What was given back before, such as a part that the buyer’s bank took. */
    returnedCents: z.int(),
    /** All that is left. */
    refundCents: z.int(),
    /** Sends it to the payment method the order was paid with; null if no money moves. */
    provider: z.nullable(z.string()),
  }),
  errors: ['not_found', 'not_refundable', 'refund_disputed', 'too_many'],
});

export const refundOrder = defineCall({
  name: 'refundOrder',
  summary: 'Gives back all that is left of a paid order, or single add-ons; what they gave ends with them',
  method: 'POST',
  path: 'admin/orders/refund',
  access: { roles: ['finance', 'admin'] },
  body: z.object({
    orderId: opaqueId,
    /** With the package, all of it goes back. */
    items: z.array(z.enum(refundItems), 'required').check(z.minLength(1, 'required'), z.maxLength(refundItems.length)),
    /** The amount that was shown before; another one by now is refused. */
    refundCents: z.int('required'),
    reason: z.enum(refundReasons, 'required'),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500, 'too_long'))),
  }),
  /** The refund is requested; it counts once the provider confirms it. */
  data: z.object({ refundRequestedAt: z.int() }),
  errors: ['confirm_first', 'not_found', 'not_refundable', 'refund_changed', 'refund_disputed', 'too_many'],
});

export const settleDifference = defineCall({
  name: 'settleDifference',
  summary: 'Settles a difference from the platform’s balance with a correction; the trader sees the reason',
  method: 'POST',
  path: 'admin/differences/settle',
  access: { roles: ['risk_manager', 'admin'] },
  body: z.object({ differenceId: opaqueId, reason: requiredText(500) }),
  data: z.object({ amountCents: z.int() }),
  errors: ['confirm_first', 'not_found', 'conflict', 'too_many'],
});

export const decideDispute = defineCall({
  name: 'decideDispute',
  summary: 'Answers a disputed breach; the trader reads the reason',
  method: 'POST',
  path: 'admin/disputes/decide',
  access: { roles: ['risk_manager', 'admin'] },
  body: z.object({
    disputeId: opaqueId,
    decision: z.enum(['upheld', 'rejected'], 'required'),
    reason: requiredText(4_000),
  }),
  data: z.object({ decidedAt: z.int() }),
  errors: ['not_found', 'conflict', 'too_many'],
});
