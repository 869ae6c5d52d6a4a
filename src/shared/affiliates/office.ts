import { defineList } from '#shared/office/define-list.ts';
import {
  cents,
  count,
  label,
  link,
  maybe,
  moment,
  ofPerson,
  recordId,
  state,
  text,
} from '#shared/office/list-columns.ts';
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
      code: text,
      ...ofPerson,
      status: state({ pending: 'accent', approved: 'neutral', declined: 'danger', ended: 'neutral' }),
      coupon: maybe(text),
      channel: text,
      audience: text,
      clicks: count,
      orders: count,
      pendingCents: cents,
      availableCents: cents,
      reservedCents: cents,
      paidCents: cents,
      decidedAt: maybe(moment),
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
      code: text,
      ...ofPerson,
      order: link('orders', 'orderId'),
      orderId: recordId,
      via: label(sources),
      status: state({
        pending: 'accent',
        review: 'accent',
        available: 'neutral',
        revoked: 'danger',
        refused: 'danger',
        lapsed: 'neutral',
      }),
      baseCents: cents,
      amountCents: cents,
      revokedCents: cents,
      reviewReason: maybe(label(reviewReasons)),
      decisionReason: maybe(text),
      availableAt: maybe(moment),
      decidedAt: maybe(moment),
    },
  }),
} as const;
