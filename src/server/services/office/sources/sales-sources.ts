import { sql } from 'kysely';
import type { salesLists } from '../../../../contract/office/sales-lists.ts';
import type { ListSource } from '../read-list.ts';
import { emailOr, equals } from './parts.ts';

const discountStatus = sql`case
  when d.ended_at is not null then 'ended'
  when d.expires_at <= now() then 'expired'
  else 'running' end`;

const refund = sql`case
  when o.status = 'refunded' then 'settled'
  when o.refund_requested_at is not null then 'requested'
  else 'none' end`;

export const salesSources: Readonly<Record<keyof typeof salesLists, ListSource>> = {
  orders: {
    from: sql`orders o left join trading_account a
      on a.id = coalesce(o.account_id, (select id from trading_account where order_id = o.id))`,
    columns: sql`o.number as "number", o.email as "email", o.person_id as "personId", o.kind as "kind",
      coalesce(nullif(o.name, ''), o.package_id) as "name", o.status as "status", o.total_cents as "totalCents",
      o.coupon as "coupon", ${refund} as "refund", o.paid_at as "paidAt", o.fulfilled_at as "fulfilledAt",
      o.refund_requested_at as "refundRequestedAt", o.refund_reason as "refundReason",
      a.platform_account_id as "account", a.id as "accountId"`,
    at: sql`o.created_at`,
    id: sql`o.id`,
    filters: {
      q: emailOr(sql`o.email`, sql`o.id`, sql`o.number`),
      status: equals(sql`o.status`),
      kind: equals(sql`o.kind`),
      refund: equals(refund),
      person: equals(sql`o.person_id`),
      account: (id) => sql`(o.account_id = ${id} or o.id = (select order_id from trading_account where id = ${id}))`,
    },
  },
  chargebacks: {
    from: sql`payment_dispute d join orders o on o.id = d.order_id`,
    columns: sql`o.number as "order", o.id as "orderId", o.email as "email", o.person_id as "personId", d.amount_cents as "amountCents",
      d.reason as "bankReason", d.status as "status", d.closed_at as "closedAt"`,
    at: sql`d.opened_at`,
    id: sql`d.id`,
    filters: { q: emailOr(sql`o.email`, sql`o.number`, sql`d.id`), status: equals(sql`d.status`) },
  },
  discounts: {
    from: sql`discount d left join person who on d.created_by = 'person:' || who.id`,
    columns: sql`d.code as "code", d.title ->> 'en' as "title", d.percent_bps / 100 as "percent",
      array_to_string(d.programmes, ' ') as "programmes", ${discountStatus} as "status", d.expires_at as "expiresAt",
      d.ended_at as "endedAt", coalesce(who.email, d.created_by) as "actor"`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    filters: { q: (value) => equals(sql`d.code`)(value.toUpperCase()), status: equals(discountStatus) },
  },
};
