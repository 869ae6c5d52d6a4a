import { locales } from '#i18n/locales.ts';
import { financeRoles, moneyRoles } from '#shared/core/staff-roles.ts';
import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
import { billingIntervals, orderKinds, type orderStatuses } from '#shared/orders/types.ts';
import { subscriptionKinds, type subscriptionStatuses } from '../subscription.ts';

export const salesLists = {
  orders: defineList('orders', 'customers', {
    summary: 'Orders by the time they were placed',
    roles: moneyRoles,
    filters: {
      ...{ status: 'values', kind: 'values', refund: 'values', person: 'id', account: 'id' },
      /** Days in UTC, as reports count them: paid on it, or with a credit note of it. */
      ...{ paidOn: 'day', refundedOn: 'day' },
    },
    sorts: ['totalCents'],
    title: 'number',
    entity: 'order',
    table: ['at', 'number', 'email', 'kind', 'name', 'status', 'totalCents', 'refund'],
    columns: {
      number: column.text,
      email: column.link('people', 'personId'),
      personId: column.maybe(column.recordId),
      kind: column.label(orderKinds),
      name: column.item,
      status: column.state({
        draft: 'neutral',
        'awaiting-payment': 'neutral',
        processing: 'accent',
        failed: 'danger',
        canceled: 'neutral',
        expired: 'neutral',
        paid: 'accent',
        fulfilled: 'neutral',
        refunded: 'neutral',
      } satisfies Record<(typeof orderStatuses)[number], column.Tone>),
      totalCents: column.cents,
      coupon: column.maybe(column.text),
      refund: column.state({ none: 'neutral', requested: 'accent', partial: 'accent', settled: 'neutral' }),
      /** What credit notes have returned; null for nothing. */
      refundedCents: column.maybe(column.cents),
      /** What banks dispute now; null for nothing. */
      disputedCents: column.maybe(column.cents),
      paidAt: column.maybe(column.moment),
      fulfilledAt: column.maybe(column.moment),
      refundRequestedAt: column.maybe(column.moment),
      /** Whether a refund can be requested: not while a dispute is open. */
      isRefundable: column.hidden(column.flag),
      refundReason: column.maybe(column.anyLabel),
      refundedAddOns: column.maybe(column.lines),
      account: column.maybe(column.link('accounts', 'accountId')),
      accountId: column.maybe(column.recordId),
    },
  }),
  chargebacks: defineList('chargebacks', 'customers', {
    summary: 'Chargebacks',
    roles: financeRoles,
    filters: { status: 'values', person: 'id', order: 'id' },
    title: 'order',
    table: ['at', 'order', 'email', 'bankReason', 'status', 'evidenceDueAt', 'amountCents'],
    columns: {
      order: column.link('orders', 'orderId'),
      orderId: column.recordId,
      email: column.link('people', 'personId'),
      personId: column.maybe(column.recordId),
      /** The buyer, who has perhaps no account with us. */
      person: column.hidden(column.prose),
      name: column.item,
      account: column.maybe(column.link('accounts', 'accountId')),
      accountId: column.maybe(column.recordId),
      /** Until when the bank takes evidence. */
      evidenceDueAt: column.maybe(column.deadline),
      amountCents: column.cents,
      bankReason: column.prose,
      status: column.state({ open: 'accent', won: 'neutral', lost: 'danger' }),
      closedAt: column.maybe(column.moment),
    },
  }),
  discounts: defineList('discounts', 'sales', {
    summary: 'Discounts created in the back office',
    roles: financeRoles,
    filters: { status: 'values' },
    title: 'code',
    table: ['at', 'code', 'title', 'programs', 'status', 'expiresAt', 'percent'],
    columns: {
      code: column.text,
      title: column.prose,
      percent: column.percent,
      programs: column.labels,
      status: column.state({ running: 'neutral', ended: 'neutral', expired: 'neutral' }),
      expiresAt: column.moment,
      endedAt: column.maybe(column.moment),
      actor: column.actor,
    },
  }),
  coupons: defineList('coupons', 'sales', {
    summary: 'Coupons created in the back office',
    roles: financeRoles,
    filters: { status: 'values' },
    title: 'code',
    table: ['at', 'code', 'programs', 'status', 'startsAt', 'expiresAt', 'taken', 'uses', 'percent'],
    columns: {
      code: column.text,
      percent: column.percent,
      programs: column.labels,
      status: column.state({ planned: 'neutral', running: 'neutral', ended: 'neutral', expired: 'neutral' }),
      /** Null for no limit. */
      uses: column.maybe(column.count),
      taken: column.count,
      oncePerPerson: column.flag,
      startsAt: column.moment,
      expiresAt: column.moment,
      endedAt: column.maybe(column.moment),
      actor: column.actor,
    },
  }),
  subscriptions: defineList('subscriptions', 'customers', {
    summary: 'Subscriptions by start time',
    roles: moneyRoles,
    filters: {
      status: 'values',
      kind: 'values',
      billingInterval: 'values',
      person: 'id',
      account: 'id',
      /** `renewing`, as reports count them. */
      only: 'id',
    },
    sorts: ['amountCents', 'periodEndsAt'],
    title: 'name',
    table: ['at', 'email', 'name', 'status', 'billingInterval', 'periodEndsAt', 'canceledAt', 'amountCents'],
    columns: {
      ...column.ofPerson,
      kind: column.label(subscriptionKinds),
      name: column.item,
      status: column.state({ active: 'neutral', 'past-due': 'danger', ended: 'neutral' } satisfies Record<
        (typeof subscriptionStatuses)[number],
        column.Tone
      >),
      amountCents: column.cents,
      billingInterval: column.label(billingIntervals),
      renews: column.flag,
      periodEndsAt: column.moment,
      canceledAt: column.maybe(column.moment),
      endedAt: column.maybe(column.moment),
      account: column.maybe(column.link('accounts', 'accountId')),
      accountId: column.maybe(column.recordId),
      order: column.link('orders', 'orderId'),
      orderId: column.recordId,
    },
  }),
  newsletter: defineList('newsletter', 'sales', {
    summary: 'Newsletter subscriptions by request time',
    roles: ['support', 'admin'],
    filters: { status: 'values', language: locales },
    title: 'email',
    table: ['at', 'email', 'language', 'status', 'confirmedAt', 'unsubscribedAt'],
    columns: {
      email: column.text,
      language: column.anyLabel,
      status: column.state({ pending: 'accent', confirmed: 'neutral', unsubscribed: 'neutral' }),
      confirmedAt: column.maybe(column.moment),
      unsubscribedAt: column.maybe(column.moment),
    },
  }),
} as const;
