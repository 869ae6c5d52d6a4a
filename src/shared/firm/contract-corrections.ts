import * as z from 'zod/mini';
import { defineCall } from '#shared/core/call.ts';
import { freeText, opaqueId, optionalText, requiredToken, token } from '#shared/core/fields.ts';
import { refundItems } from '#shared/orders/refund-plan.ts';
import { refundReasons } from '#shared/orders/types.ts';

export const resendMail = defineCall({
  summary: 'Sends a mail again that was refused or given up',
  post: 'admin/mails/resend',
  access: { roles: ['support', 'admin'] },
  body: z.object({ mailId: opaqueId }),
  errors: ['mail_not_resendable'],
});

export const retryJob = defineCall({
  summary: 'Retries a failed background job',
  post: 'admin/jobs/retry',
  access: { roles: ['admin'] },
  body: z.object({
    jobId: token(36, 'required').check(
      z.refine((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text), 'not_found'),
    ),
  }),
  errors: ['not_found'],
});

export const previewRefund = defineCall({
  summary: 'Previews a refund: what an order can give back now, by item, and through which payment provider',
  get: 'admin/orders/refund/preview',
  access: { roles: ['finance', 'admin'] },
  query: z.object({ orderId: opaqueId }),
  data: z.object({
    /** What can still be refunded, by item and after coupons; refunding the package includes its add-ons. */
    items: z.array(z.object({ item: z.enum(refundItems), amountCents: z.int() })),
    totalCents: z.int(),
    /** What was already returned, including amounts the buyer’s bank took back. */
    returnedCents: z.int(),
    /** Everything that is left. */
    refundCents: z.int(),
    /** What a consumer who withdraws owes for what was supplied, as computed; 0 if that is nothing, or everything. */
    keptCents: z.int(),
    /** The provider that refunds the original payment method; null if no money moves. */
    provider: z.nullable(z.string()),
  }),
  errors: ['not_found', 'not_refundable', 'refund_disputed'],
});

export const refundOrder = defineCall({
  summary: 'Refunds everything left of a paid order, or single add-ons. What they granted ends with the refund',
  post: 'admin/orders/refund',
  destructive: true,
  access: { roles: ['finance', 'admin'] },
  body: z.object({
    orderId: opaqueId,
    /** With the package, everything is refunded. */
    items: z.array(z.enum(refundItems), 'required').check(z.minLength(1, 'required'), z.maxLength(refundItems.length)),
    /** The amount that was shown; the call is refused if it has changed. */
    refundCents: z.int('required'),
    /** What is kept of the price, as previewed, of an order that is refunded as a whole. */
    keptCents: z.optional(z.int()),
    reason: z.enum(refundReasons, 'required'),
    note: z.optional(optionalText(500)),
  }),
  /** The refund is requested; it counts once the provider confirms it. */
  data: z.object({ refundRequestedAt: z.int() }),
  errors: ['confirm_first', 'not_found', 'not_refundable', 'refund_changed', 'refund_disputed'],
});

export const settleDifference = defineCall({
  summary: 'Settles a balance difference from the platform with a correction. The trader sees the reason',
  post: 'admin/differences/settle',
  access: { roles: ['risk_manager', 'admin'] },
  body: z.object({ differenceId: opaqueId, reason: freeText(500) }),
  data: z.object({ amountCents: z.int() }),
  errors: ['confirm_first', 'not_found', 'conflict', 'positions_differ'],
});

export const dismissParked = defineCall({
  summary: 'Dismisses an event or a statement’s row that will never be booked, with a reason',
  post: 'admin/parked/dismiss',
  destructive: true,
  access: { roles: ['risk_manager', 'admin'] },
  /** The id of its row in the list. */
  body: z.object({ parkedId: requiredToken(400), reason: freeText(500) }),
  errors: ['confirm_first', 'not_found'],
});

export const decideDispute = defineCall({
  summary: 'Decides a disputed breach; upheld, it is void and the account goes on. The trader sees the reason',
  post: 'admin/disputes/decide',
  destructive: ['decision', ['rejected']],
  access: { roles: ['risk_manager', 'admin'] },
  body: z.object({
    disputeId: opaqueId,
    decision: z.enum(['upheld', 'rejected'], 'required'),
    reason: freeText(4_000),
  }),
  /** `isRestored` is false if the account has ended or started over, so that there is no breach to void. */
  data: z.object({ decidedAt: z.int(), isRestored: z.boolean() }),
  errors: ['not_found', 'conflict'],
});
