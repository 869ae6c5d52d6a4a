import * as z from 'zod/mini';
import { locales } from '#i18n/locales.ts';
import { billingIntervals, orderKinds, orderStatuses } from '#shared/orders/types.ts';
import { defineList } from './define-list.ts';
import { base, cents, financeRoles, maybeMoment, maybeText, moment, moneyRoles, text } from './row-fields.ts';

export const refundStates = ['none', 'requested', 'partial', 'settled'] as const;

/** Lists of orders and sales. */
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
      /** What credit notes have returned; null for nothing. */
      refundedCents: z.nullable(cents),
      paidAt: maybeMoment,
      fulfilledAt: maybeMoment,
      refundRequestedAt: maybeMoment,
      /** Whether a refund can be requested; the form itself says if an open dispute blocks it. */
      isRefundable: z.boolean(),
      refundReason: maybeText,
      refundedAddOns: maybeText,
      account: maybeText,
      accountId: maybeText,
    }),
  }),
  chargebacks: defineList({
    name: 'chargebacks',
    summary: 'Chargebacks',
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
    summary: 'Discounts created in the back office',
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
  coupons: defineList({
    name: 'coupons',
    summary: 'Coupons created in the back office',
    roles: financeRoles,
    filters: { status: ['planned', 'running', 'ended', 'expired'] },
    row: z.object({
      ...base,
      code: text,
      percent: z.int(),
      programmes: text,
      status: z.enum(['planned', 'running', 'ended', 'expired']),
      /** Null for no limit. */
      uses: z.nullable(z.int()),
      taken: z.int(),
      oncePerPerson: z.boolean(),
      startsAt: moment,
      expiresAt: moment,
      endedAt: maybeMoment,
      actor: text,
    }),
  }),
  subscriptions: defineList({
    name: 'subscriptions',
    summary: 'Subscriptions by start time',
    roles: moneyRoles,
    filters: {
      status: ['active', 'past-due', 'ended'],
      kind: ['evaluation', 'trial', 'thor', 'market-data'],
      billingInterval: billingIntervals,
      person: 'id',
      account: 'id',
    },
    row: z.object({
      ...base,
      email: text,
      personId: text,
      kind: z.enum(['evaluation', 'trial', 'thor', 'market-data']),
      name: text,
      status: z.enum(['active', 'past-due', 'ended']),
      amountCents: cents,
      billingInterval: z.enum(billingIntervals),
      renews: z.boolean(),
      periodEndsAt: moment,
      cancelledAt: maybeMoment,
      endedAt: maybeMoment,
      account: maybeText,
      accountId: maybeText,
      order: text,
      orderId: text,
    }),
  }),
  newsletter: defineList({
    name: 'newsletter',
    summary: 'Newsletter subscriptions by request time',
    roles: ['support', 'admin'],
    filters: { status: ['pending', 'confirmed', 'unsubscribed'], language: locales },
    row: z.object({
      ...base,
      email: text,
      language: text,
      status: z.enum(['pending', 'confirmed', 'unsubscribed']),
      confirmedAt: maybeMoment,
      unsubscribedAt: maybeMoment,
    }),
  }),
} as const;
