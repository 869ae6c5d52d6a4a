import { sql } from 'kysely';
import { openStatuses } from '#shared/payouts/stages.ts';

const paidCents = (of: ReturnType<typeof sql>) => sql`(select coalesce(sum(p.trader_cents), 0) from payout p
  where p.status = 'paid' and p.requested_at >= c.frozen_at and ${of})`;

/** A payout that came back to the account is requested again, after its profit. */
const profitCents = sql`(select coalesce(sum(m.amount_cents), 0) from closure_line m
  where m.closure_id = l.closure_id and m.account_id = l.account_id and m.kind = 'profit')`;

const ofAccountCents = paidCents(sql`p.account_id = l.account_id and p.origin_id is null`);

const drawnCents = paidCents(sql`p.person_id = l.person_id and p.source = 'affiliate'`);

/** An affiliate's payouts pay the lines in this order, whatever sales they are about. */
const earlierCents = sql`(select coalesce(sum(m.amount_cents), 0) from closure_line m
  where m.closure_id = l.closure_id and m.person_id = l.person_id and m.kind in ('commission', 'commission-waiting')
    and (m.hold is not null, m.kind, m.id) < (l.hold is not null, l.kind, l.id))`;

/** Whether nothing of an affiliate's commissions is left, because refunds have taken the rest. */
const isUsedUp = sql`not exists (select from ledger_entry e join ledger_account a on a.id = e.account_id
  where a.owner_id = l.person_id and a.kind in ('affiliate-pending', 'affiliate-payable', 'affiliate-reserved')
  having sum(e.amount_cents) > 0)`;

/**
 * Whether line `l` of a closure `c` that has started is paid: a refund when its order is credited, a payout when it has
 * arrived, a profit or a commission when payouts add up to its amount.
 */
export const isPaid = sql<boolean>`case l.kind
  when 'refund' then exists (select from orders o where o.id = l.order_id and o.status = 'refunded')
  when 'payout' then exists (select from payout p where p.status = 'paid' and l.payout_id in (p.id, p.origin_id))
    or ${ofAccountCents} >= l.amount_cents + ${profitCents}
  when 'profit' then ${ofAccountCents} >= l.amount_cents
  else ${drawnCents} >= ${earlierCents} + l.amount_cents or (${drawnCents} > ${earlierCents} and ${isUsedUp}) end`;

/** Whether its owner can no longer get it, such as the profit of an account that ended with its owner's profile. */
const isForfeited = sql`case when l.kind in ('commission', 'commission-waiting') then ${isUsedUp}
  when l.kind = 'profit' then not exists (select from payout p where p.account_id = l.account_id
      and (p.status in (${sql.join(openStatuses)}) or p.owed_at is not null))
    and exists (select from trading_account a where a.id = l.account_id and a.ended_at is not null) end`;

export const lineStatus = sql`case when c.frozen_at is null then 'planned' when l.voided_at is not null then 'void'
  when ${isPaid} then 'paid' when ${isForfeited} then 'void' when l.hold is not null then 'held' else 'open' end`;
