import * as z from 'zod/mini';
import { orderKinds, orderStatuses } from '../../domain/order/types.ts';
import { defineList } from './define-list.ts';
import { base, cents, financeRoles, maybeMoment, maybeText, moment, moneyRoles, text } from './row-fields.ts';

export const refundStates = ['none', 'requested', 'settled'] as const;

/** Orders and what is sold. */
export const salesLists = {
  orders: defineList({
    name: 'orders',
    summary: 'Orders by the time they were placed',
    roles: moneyRoles,
    filters: { status: orderStatuses, kind: orderKinds, refund: refundStates, person: 'id', account: 'id' },
    row: z.object({
      ...base,
      number: text,
      email: text,
      personId: maybeText,
      kind: z.enum(orderKinds),
      name: text,
      status: z.enum(orderStatuses),
      totalCents: cents,
      coupon: maybeText,
      refund: z.enum(refundStates),
      paidAt: maybeMoment,
      fulfilledAt: maybeMoment,
      refundRequestedAt: maybeMoment,
      refundReason: maybeText,
      account: maybeText,
      accountId: maybeText,
    }),
  }),
  chargebacks: defineList({
    name: 'chargebacks',
    summary: 'Payments that a buyer’s bank demands back',
    roles: financeRoles,
    filters: { status: ['open', 'won', 'lost'] },
    row: z.object({
      ...base,
      order: text,
      orderId: text,
      email: text,
      personId: maybeText,
      amountCents: cents,
      bankReason: text,
      status: z.enum(['open', 'won', 'lost']),
      closedAt: maybeMoment,
    }),
  }),
  discounts: defineList({
    name: 'discounts',
    summary: 'Discounts made in the back office',
    roles: financeRoles,
    filters: { status: ['running', 'ended', 'expired'] },
    row: z.object({
      ...base,
      code: text,
      title: text,
      percent: z.int(),
      programmes: text,
      status: z.enum(['running', 'ended', 'expired']),
      expiresAt: moment,
      endedAt: maybeMoment,
      actor: text,
    }),
  }),
} as const;
