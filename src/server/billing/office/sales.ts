import { type RawBuilder, sql } from 'kysely';
import {
  byAmount,
  columnFilters,
  emailOr,
  equals,
  isOnDay,
  nameProduct,
  onlyWhen,
  personColumns,
  textInLocale,
} from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import { namedColumns } from '#server/orders/products/name-in-locale.ts';
import type { salesLists } from '#shared/billing/office/sales.ts';
import { paidStatuses } from '#shared/orders/machine.ts';

const discountStatus = sql`case
  when d.ended_at is not null then 'ended'
  when d.expires_at <= now() then 'expired'
  else 'running' end`;

/** Evaluated only for the few orders that had one, so that a list pays nothing for the others. */
const fromPartialRefund = (value: RawBuilder<unknown>) => sql`case
  when o.id in (select order_id from partial_refund)
  then (select ${value} from partial_refund where order_id = o.id) end`;

/** Those made at the provider; our own are known by their requests. */
const fromProviderRefund = sql`case
  when o.id in (select order_id from payment_refund where request_id is null and status <> 'failed')
  then (select case when bool_or(status = 'pending') then 'requested' else 'partial' end
    from payment_refund where order_id = o.id and request_id is null and status <> 'failed') end`;

const refund = sql`case
  when o.status = 'refunded' then 'settled'
  when o.refund_requested_at is not null then 'requested'
  else coalesce(greatest(
    ${fromPartialRefund(sql`case when bool_and(settled_at is not null) then 'partial' else 'requested' end`)},
    ${fromProviderRefund}), 'none') end`;

/** The first request, whether for the whole order, for add-ons or at the provider. */
const refundRequestedAt = sql`least(o.refund_requested_at, ${fromPartialRefund(sql`min(requested_at)`)},
  case when o.id in (select order_id from payment_refund where status <> 'failed')
  then (select min(reported_at) from payment_refund where order_id = o.id and status <> 'failed') end)`;

const openDisputes = sql`select order_id from payment_dispute where status = 'open'`;

const disputedCents = sql`case when o.id in (${openDisputes})
  then (select sum(amount_cents)::bigint from payment_dispute where order_id = o.id and status = 'open') end`;

/** What a bank may take back anyway isn't refunded as well. */
const isRefundable = sql`o.status in (${sql.join(paidStatuses)}) and o.refund_requested_at is null
  and o.id not in (${openDisputes})`;

/** Read from the few orders that may have one, so that counting them doesn't read all orders. */
const mayHaveRefund = sql`o.id in (select id from orders where refund_requested_at is not null
  union select order_id from partial_refund union select order_id from payment_refund)`;

const refundedCents = sql`(select -sum((document ->> 'totalCents')::bigint)::bigint
  from invoice where order_id = o.id and kind = 'credit')`;

const couponStatus = sql`case
  when c.ended_at is not null then 'ended'
  when c.expires_at <= now() then 'expired'
  when c.starts_at > now() then 'planned'
  else 'running' end`;

const newsletterStatus = sql`case
  when n.unsubscribed_at is not null then 'unsubscribed'
  when n.confirmed_at is not null then 'confirmed'
  else 'pending' end`;

/** The account that the order `o` is for or opened. */
const accountOfOrder = sql`left join trading_account a
  on a.id = coalesce(o.account_id, (select id from trading_account where order_id = o.id))`;

export const salesSources: Readonly<Record<keyof typeof salesLists, ListSource>> = {
  orders: {
    from: sql`orders o ${accountOfOrder}`,
    columns: sql`o.number as "number", o.email as "email", o.person_id as "personId", o.kind as "kind",
      ${namedColumns} as "name", o.status as "status", o.total_cents as "totalCents",
      o.coupon as "coupon", ${refund} as "refund", ${refundedCents} as "refundedCents", ${disputedCents} as "disputedCents", o.paid_at as "paidAt", o.fulfilled_at as "fulfilledAt",
      ${refundRequestedAt} as "refundRequestedAt", ${isRefundable} as "isRefundable", coalesce(o.refund_reason, ${fromPartialRefund(sql`min(reason)`)}) as "refundReason",
      ${fromPartialRefund(sql`string_agg(item, ' ' order by item)`)} as "refundedAddOns",
      a.platform_account_id as "account", a.id as "accountId"`,
    at: sql`o.created_at`,
    id: sql`o.id`,
    sorts: { totalCents: byAmount(sql`o.total_cents`) },
    filters: {
      q: emailOr(sql`o.email`, sql`o.id`, sql`o.number`),
      ...columnFilters('o', 'status', 'kind', 'person_id'),
      refund: (state) =>
        state === 'none' ? equals(refund)(state) : sql`${mayHaveRefund} and ${equals(refund)(state)}`,
      paidOn: isOnDay(sql`o.paid_at`),
      refundedOn: (day) =>
        sql`o.id in (select order_id from invoice where kind = 'credit' and ${isOnDay(sql`issued_at`)(day)})`,
      account: (id) => sql`(o.account_id = ${id} or o.id = (select order_id from trading_account where id = ${id}))`,
    },
    complete: nameProduct,
  },
  chargebacks: {
    from: sql`payment_dispute d join orders o on o.id = d.order_id ${accountOfOrder}`,
    columns: sql`o.number as "order", o.id as "orderId", o.email as "email", o.person_id as "personId",
      trim(o.first_name || ' ' || o.last_name) as "person", ${namedColumns} as "name",
      a.platform_account_id as "account", a.id as "accountId", d.amount_cents as "amountCents", d.reason as "bankReason", d.status as "status",
      case when d.status = 'open' then d.evidence_due_at end as "evidenceDueAt", d.closed_at as "closedAt"`,
    at: sql`d.opened_at`,
    deadline: sql`d.evidence_due_at`,
    id: sql`d.id`,
    filters: {
      q: emailOr(sql`o.email`, sql`o.number`, sql`d.id`),
      ...columnFilters('d', 'status', 'order_id'),
      person: equals(sql`o.person_id`),
    },
    complete: nameProduct,
  },
  discounts: {
    from: sql`discount d left join person who on who.id = substring(d.created_by from '^person:(.+)')`,
    columns: sql`d.code as "code", d.title as "title", d.percent_bps / 100 as "percent",
      array_to_string(d.programs, ' ') as "programs", ${discountStatus} as "status", d.expires_at as "expiresAt",
      d.ended_at as "endedAt", coalesce(who.email, d.created_by) as "actor"`,
    at: sql`d.created_at`,
    id: sql`d.id`,
    filters: { q: (value) => equals(sql`d.code`)(value.toUpperCase()), status: equals(discountStatus) },
    complete: textInLocale('title'),
  },
  coupons: {
    from: sql`coupon c left join person who on who.id = substring(c.created_by from '^person:(.+)')
      left join coupon_count used on used.code = c.code`,
    columns: sql`c.code as "code", c.percent_bps / 100 as "percent",
      coalesce(array_to_string(c.programs, ' '), 'all') as "programs", ${couponStatus} as "status",
      c.uses as "uses", coalesce(used.taken, 0) as "taken", c.once_per_person as "oncePerPerson",
      c.starts_at as "startsAt", c.expires_at as "expiresAt", c.ended_at as "endedAt",
      coalesce(who.email, c.created_by) as "actor"`,
    at: sql`c.created_at`,
    id: sql`c.id`,
    filters: { q: (value) => equals(sql`c.code`)(value.toUpperCase()), status: equals(couponStatus) },
  },
  subscriptions: {
    from: sql`subscription s join person p on p.id = s.person_id join orders o on o.id = s.order_id
      left join trading_account a on a.id = s.account_id`,
    columns: sql`${personColumns}, s.kind as "kind",
      ${namedColumns} as "name", s.status as "status",
      s.amount_cents as "amountCents", s.billing_interval as "billingInterval", s.renews as "renews",
      s.period_ends_at as "periodEndsAt", s.canceled_at as "canceledAt", s.ended_at as "endedAt", a.platform_account_id as "account",
      a.id as "accountId", o.number as "order", o.id as "orderId"`,
    at: sql`s.created_at`,
    id: sql`s.id`,
    sorts: { amountCents: byAmount(sql`s.amount_cents`), periodEndsAt: sql`s.period_ends_at` },
    filters: {
      q: emailOr(sql`p.email`, sql`s.id`, sql`o.number`),
      ...columnFilters('s', 'status', 'kind', 'billing_interval', 'person_id', 'account_id'),
      only: onlyWhen({ renewing: sql`s.renews` }),
    },
    complete: nameProduct,
  },
  newsletter: {
    from: sql`newsletter_subscription n`,
    columns: sql`n.email as "email", n.locale as "language", ${newsletterStatus} as "status",
      n.confirmed_at as "confirmedAt", n.unsubscribed_at as "unsubscribedAt"`,
    at: sql`n.requested_at`,
    id: sql`n.id`,
    filters: { q: emailOr(sql`n.email`), status: equals(newsletterStatus), language: equals(sql`n.locale`) },
  },
};
