import { sql } from 'kysely';
import { emailOf, emailOr, equals, personColumns } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import type { closureLists } from '#shared/firm/closure-lists.ts';
import { lineStatus } from './line-status.ts';

const sumOf = (kind: string) => sql`coalesce(sum(l.amount_cents) filter (where l.kind = ${kind}), 0)::bigint`;

const closureStatus = sql`case
  when c.freeze_at is null then case when c.computed_at is null then 'computing' else 'dry-run' end
  when c.withdrawn_by is not null then 'withdrawn'
  when c.frozen_at is not null then 'closing'
  when c.confirmed_by is not null then 'confirmed'
  else 'requested' end`;

export const closureSources: Readonly<Record<keyof typeof closureLists, ListSource>> = {
  closures: {
    from: sql`closure c left join person who on who.id = substring(c.requested_by from '^person:(.+)')
      cross join lateral (
        select count(distinct l.person_id) as people, coalesce(sum(l.amount_cents), 0)::bigint as total,
          coalesce(sum(l.amount_cents) filter (where l.hold is not null), 0)::bigint as held,
          ${sumOf('payout')} as payout, ${sumOf('profit')} as profit, ${sumOf('commission')} as commission,
          ${sumOf('commission-waiting')} as waiting, ${sumOf('refund')} as refund
        from closure_line l where l.closure_id = c.id
      ) s`,
    columns: sql`coalesce(who.email, c.requested_by) as "requestedBy",
      ${closureStatus} as "status", c.freeze_at as "freezeAt", c.refund_percent as "refundPercent",
      ${emailOf('c.confirmed_by')} as "confirmedBy", c.computed_at as "computedAt",
      s.people as "people", s.total as "totalCents", s.held as "heldCents", s.payout as "closurePayoutCents",
      s.profit as "closureProfitCents", s.commission as "closureCommissionCents", s.waiting as "closureWaitingCents",
      s.refund as "closureRefundCents"`,
    at: sql`c.requested_at`,
    id: sql`c.id`,
    filters: { q: equals(sql`who.email`) },
  },
  closureLines: {
    from: sql`closure_line l join closure c on c.id = l.closure_id join person p on p.id = l.person_id
      left join trading_account a on a.id = l.account_id left join orders o on o.id = l.order_id`,
    columns: sql`${personColumns}, l.kind as "kind", a.platform_account_id as "account", l.account_id as "accountId",
      o.number as "order", l.order_id as "orderId", l.amount_cents as "amountCents", l.hold as "hold",
      ${lineStatus} as "status",
      l.closure_id as "closureId"`,
    at: sql`l.at`,
    id: sql`l.id`,
    filters: {
      q: emailOr(sql`p.email`, sql`a.platform_account_id`, sql`o.number`),
      closure: equals(sql`l.closure_id`),
      person: equals(sql`l.person_id`),
      kind: equals(sql`l.kind`),
      hold: equals(sql`l.hold`),
    },
  },
};
