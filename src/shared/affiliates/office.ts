import { defineList } from '#shared/office/define-list.ts';
import * as column from '#shared/office/list-columns.ts';
import { reviewReasons } from './review.ts';

const sources = ['link', 'coupon', 'renewal'] as const;

/** Lists of the affiliate program; its payouts are in the common list of payouts. */
export const affiliateLists = {
  affiliates: defineList('affiliates', 'sales', {
    summary: 'Affiliates and applications by application time',
    roles: ['support', 'finance', 'reviewer', 'admin'],
    filters: {
      status: 'values',
      person: 'id',
      /** `balance`: who is owed commissions or has requested them. */
      only: 'id',
    },
    title: 'code',
    entity: 'affiliate',
    table: ['at', 'code', 'email', 'status', 'coupon', 'clicks', 'orders', 'availableCents', 'paidCents'],
    columns: {
      code: column.text,
      ...column.ofPerson,
      status: column.state({ pending: 'accent', approved: 'neutral', declined: 'danger', ended: 'neutral' }),
      coupon: column.maybe(column.text),
      channel: column.text,
      audience: column.text,
      clicks: column.count,
      orders: column.count,
      pendingCents: column.cents,
      availableCents: column.cents,
      reservedCents: column.cents,
      paidCents: column.cents,
      decidedAt: column.maybe(column.moment),
    },
  }),
  commissions: defineList('commissions', 'sales', {
    summary: 'Commissions by the time they were earned',
    roles: ['support', 'finance', 'reviewer', 'admin'],
    filters: { status: 'values', via: 'values', person: 'id', order: 'id' },
    sorts: ['amountCents'],
    title: 'order',
    entity: 'commission',
    table: ['at', 'code', 'email', 'order', 'via', 'status', 'reviewReason', 'baseCents', 'amountCents'],
    columns: {
      code: column.text,
      ...column.ofPerson,
      order: column.link('orders', 'orderId'),
      orderId: column.recordId,
      via: column.label(sources),
      status: column.state({
        pending: 'accent',
        review: 'accent',
        available: 'neutral',
        revoked: 'danger',
        refused: 'danger',
        lapsed: 'neutral',
      }),
      baseCents: column.cents,
      amountCents: column.cents,
      revokedCents: column.cents,
      reviewReason: column.maybe(column.label(reviewReasons)),
      decisionReason: column.maybe(column.text),
      availableAt: column.maybe(column.moment),
      decidedAt: column.maybe(column.moment),
    },
  }),
} as const;
