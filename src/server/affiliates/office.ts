import { sql } from 'kysely';
import { byAmount, columnFilters, emailOr, equals, onlyWhen, personColumns } from '#server/office/lists/parts.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import type { affiliateLists } from '#shared/affiliates/office.ts';
import type { LedgerAccountKind } from '#shared/core/ledger-accounts.ts';

const ledgerBalance = (kind: Extract<LedgerAccountKind, `affiliate-${string}`>) => sql`(
  select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entry e join ledger_account l on l.id = e.account_id
    where l.kind = ${kind} and l.owner_id = a.person_id)`;

export const affiliateSources: Readonly<Record<keyof typeof affiliateLists, ListSource>> = {
  affiliates: {
    from: sql`affiliate a join person p on p.id = a.person_id`,
    columns: sql`a.code as "code", ${personColumns}, a.status as "status",
      a.coupon as "coupon", a.channel as "channel", a.audience as "audience",
      (select count(*) from affiliate_click where affiliate_id = a.person_id) as "clicks",
      (select count(*) from commission where affiliate_id = a.person_id) as "orders",
      ${ledgerBalance('affiliate-pending')} as "pendingCents", ${ledgerBalance('affiliate-payable')} as "availableCents",
      ${ledgerBalance('affiliate-reserved')} as "reservedCents",
      ${ledgerBalance('affiliate-paid')} as "paidCents", a.decided_at as "decidedAt"`,
    at: sql`a.applied_at`,
    id: sql`a.person_id`,
    filters: {
      q: emailOr(sql`p.email`, sql`a.code`, sql`a.coupon`, sql`a.person_id`),
      ...columnFilters('a', 'status', 'person_id'),
      only: onlyWhen({
        balance: sql`exists (select from ledger_account l where l.owner_id = a.person_id
          and l.kind in ('affiliate-pending', 'affiliate-payable', 'affiliate-reserved')
          and (select sum(amount_cents) from ledger_entry where account_id = l.id) > 0)`,
      }),
    },
  },
  commissions: {
    from: sql`commission c join affiliate a on a.person_id = c.affiliate_id join person p on p.id = c.affiliate_id
      join orders o on o.id = c.order_id`,
    columns: sql`a.code as "code", ${personColumns}, o.number as "order", o.id as "orderId",
      c.via as "via", c.status as "status", c.base_cents as "baseCents", c.amount_cents as "amountCents",
      c.revoked_cents as "revokedCents", c.review_reason as "reviewReason", c.decision_reason as "decisionReason",
      c.available_at as "availableAt", c.decided_at as "decidedAt"`,
    at: sql`c.earned_at`,
    id: sql`c.id`,
    sorts: { amountCents: byAmount(sql`c.amount_cents`) },
    filters: {
      q: emailOr(sql`p.email`, sql`a.code`, sql`o.number`, sql`c.id`),
      ...columnFilters('c', 'status', 'via', 'order_id'),
      person: equals(sql`c.affiliate_id`),
    },
  },
};
