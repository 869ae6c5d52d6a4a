import { sql } from 'kysely';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import { refundDays } from '#shared/orders/promised-days.ts';
import { liveStatuses, openStatuses } from '#shared/payouts/stages.ts';
import { openClaimStatuses } from '#shared/support/claims.ts';
import type { fetchClaims } from '#shared/support/contract.ts';

const within = (start: string) => sql`${sql.ref(start)} + ${refundDays} * interval '1 day'`;
const buyer = sql`o.person_id, trim(o.first_name || ' ' || o.last_name), o.email, o.id, o.account_id`;
const owner = sql`p.id, trim(p.first_name || ' ' || p.last_name), p.email`;
const isAtBank = sql`exists (select from payment_dispute b where b.order_id = o.id and b.status = 'open')`;

/** Whether the money of a `payout` is owed, and nothing sends it again yet. */
export const isOwed = sql<boolean>`(payout.owed_at is not null and not exists (select from payout again
  where again.origin_id = payout.id and again.status in (${sql.join(liveStatuses)})))`;

/**
 * The register of claims: one row a claim, read from the record that holds it, which is the only place where it changes.
 * Refunds and payouts are claims until they are settled; then an invoice or a ledger posting says so.
 */
export const claims = sql`(
  select 'right-to-withdraw' as kind, c.id, c.reference as number, c.received_at as at, o.person_id, c.name, c.email,
    o.id as order_id, o.account_id, null::text as payout_id, c.ticket_id, o.total_cents as amount_cents,
    'repay' as remedy, ${within('c.received_at')} as due_at, null::text as message, null::text as decision_reason,
    c.decided_at, case
      when c.outcome = 'repeated' then 'repeated'
      when o.status = 'refunded' then 'granted'
      when o.refund_requested_at is not null then 'under-way'
      when c.decided_at is not null then case when exists (select from partial_refund r
        where r.order_id = o.id and r.requested_at >= c.received_at) then 'granted' else 'declined' end
      when c.ticket_id is null and c.outcome = 'pending' then 'to-confirm'
      else 'to-decide' end as status
  from contract_cancellation c left join orders o on o.id = c.order_id
  union all
  select 'cancellation', c.id, c.reference, c.received_at, s.person_id, c.name, c.email, coalesce(s.order_id, t.order_id),
    s.account_id, null, t.id, null, 'end-contract', t.resolution_due_at, concat_ws(' · ', c.reason, c.ends_on), null,
    coalesce(c.decided_at, c.confirmed_at), case
      when c.decided_at is not null then case when c.confirmed_at is null then 'declined' else 'granted' end
      when t.id is not null then 'to-decide'
      when c.confirmed_at is not null then 'granted'
      when c.subscription_id is null then 'unmatched'
      when s.canceled_at is not null or s.status = 'ended' then 'repeated'
      else 'to-confirm' end
  from subscription_cancellation c left join subscription s on s.id = c.subscription_id left join ticket t on t.id = c.ticket_id
  union all
  select 'breach-dispute', d.id, coalesce(d.number, d.id), d.created_at, ${owner}, null, d.account_id, null, null, d.credit_cents,
    'restore-account', d.due_at, d.message, d.decision_reason, d.decided_at, case
      when d.status = 'open' then 'to-decide'
      when d.credit_cents is not null and d.restored_at is null then 'under-way'
      when d.status = 'upheld' then 'granted' else 'declined' end
  from account_dispute d join person p on p.id = d.person_id
  union all
  select 'refund-request', o.id, o.number, o.refund_requested_at, ${buyer}, null, null, o.total_cents, 'repay',
    ${within('o.refund_requested_at')}, null, o.refund_reason, null, case when ${isAtBank} then 'at-bank' else 'under-way' end
  from orders o where o.refund_requested_at is not null and o.status in (${sql.join(paidStatuses)})
  union all
  select 'refund-request', r.refund_id, o.number, min(r.requested_at), ${buyer}, null, null, sum(r.amount_cents)::bigint,
    'repay', ${within('r.requested_at')}, string_agg(r.item, ' '), null, null, case when ${isAtBank} then 'at-bank' else 'under-way' end
  from partial_refund r join orders o on o.id = r.order_id where r.settled_at is null group by r.refund_id, r.requested_at, o.id
  union all
  select case when payout.owed_at is null then 'payout-request' else 'owed-payout' end, payout.id, payout.number,
    coalesce(payout.owed_at, payout.requested_at), ${owner}, null, payout.account_id, payout.id, null, payout.trader_cents,
    'pay-out', payout.due_at, null, payout.reason, null, case
      when payout.owed_at is not null then 'to-claim'
      when payout.status in ('requested', 'in-review') then 'to-decide' else 'under-way' end
  from payout join person p on p.id = payout.person_id
  where payout.status in (${sql.join(openStatuses)}) or ${isOwed}
  union all
  select 'chargeback', d.id, o.number, d.opened_at, ${buyer}, null, null, d.amount_cents, 'answer-bank',
    d.evidence_due_at, d.reason, null, d.closed_at,
    case d.status when 'open' then 'at-bank' when 'lost' then 'granted' else 'declined' end
  from payment_dispute d join orders o on o.id = d.order_id
)`;

export const isOpenClaim = sql`c.status in (${sql.join(openClaimStatuses)})`;

const maxClaims = 50;

type OwnClaim = DataOf<typeof fetchClaims>['claims'][number];

export async function listOwnClaims({ db }: Deps, { personId }: Actor): Promise<OwnClaim[]> {
  const { rows } = await sql<Omit<OwnClaim, 'at' | 'dueAt'> & { readonly at: Date; readonly dueAt: Date | null }>`
    select c.id, c.number, c.kind, c.status, ${isOpenClaim} as "isOpen", c.at, case when ${isOpenClaim} then c.due_at end as "dueAt",
      c.amount_cents as "amountCents", c.decision_reason as "decisionReason",
      (select t.id from ticket t where t.id = c.ticket_id and t.person_id = c.person_id) as "ticketId"
    from ${claims} c where c.person_id = ${personId} order by c.at desc limit ${maxClaims}`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.getTime(), dueAt: row.dueAt?.getTime() ?? null }));
}
