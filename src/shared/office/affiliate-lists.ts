import * as z from 'zod/mini';
import { reviewReasons } from '#shared/affiliates/review.ts';
import { defineList } from './define-list.ts';
import { base, cents, maybeMoment, maybeText, text } from './row-fields.ts';

const affiliateStatuses = ['pending', 'approved', 'declined', 'ended'] as const;
const commissionStatuses = ['pending', 'review', 'available', 'revoked', 'refused', 'lapsed'] as const;
const sources = ['link', 'coupon', 'renewal'] as const;

/** Lists of the affiliate programme; its payouts are in the common list of payouts. */
export const affiliateLists = {
  affiliates: defineList({
    name: 'affiliates',
    summary: 'Affiliates and applications by application time',
    roles: ['support', 'finance', 'reviewer', 'admin'],
    filters: { status: affiliateStatuses, person: 'id' },
    row: z.object({
      ...base,
      code: text,
      email: text,
      personId: text,
      status: z.enum(affiliateStatuses),
      coupon: maybeText,
      channel: text,
      audience: text,
      clicks: z.int(),
      orders: z.int(),
      pendingCents: cents,
      availableCents: cents,
      paidCents: cents,
      decidedAt: maybeMoment,
    }),
  }),
  commissions: defineList({
    name: 'commissions',
    summary: 'Commissions by the time they were earned',
    roles: ['support', 'finance', 'reviewer', 'admin'],
    filters: { status: commissionStatuses, via: sources, person: 'id', order: 'id' },
    row: z.object({
      ...base,
      code: text,
      email: text,
      personId: text,
      order: text,
      orderId: text,
      via: z.enum(sources),
      status: z.enum(commissionStatuses),
      baseCents: cents,
      amountCents: cents,
      revokedCents: cents,
      reviewReason: z.nullable(z.enum(reviewReasons)),
      decisionReason: maybeText,
      availableAt: maybeMoment,
      decidedAt: maybeMoment,
    }),
  }),
} as const;
