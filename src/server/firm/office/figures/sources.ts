import { type RawBuilder, sql } from 'kysely';
import { isStaffMember } from '#server/office/lists/parts.ts';
import type { FigureName } from '#shared/firm/contract-figures.ts';

/** `start` is inclusive, `end` exclusive. */
export type Range = { readonly start: Date; readonly end: Date };

const dayOf = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD')`;
const monthOf = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM')`;
const weekOf = (at: string) => sql`to_char(date_trunc('week', ${sql.ref(at)} at time zone 'UTC'), 'YYYY-MM-DD')`;
const within = (at: string, { start, end }: Range) => sql`${sql.ref(at)} >= ${start} and ${sql.ref(at)} < ${end}`;
const renewed = (times: number) => sql`count(*) filter (where paid.count >= ${times})`;

/** The query of each figure; its columns have the contract's names. */
export const figureSources: Readonly<
  Record<
    Exclude<FigureName, 'liabilities'>,
    (range: Range) => RawBuilder<Readonly<Record<string, string | number | null>>>
  >
> = {
  sales: (range) => sql`
    select ${dayOf('paid_at')} as day, kind, count(*) as orders, sum(total_cents)::bigint as "totalCents"
    from orders where ${within('paid_at', range)}
    group by 1, 2 order by 1 desc, 2`,
  refunds: (range) => sql`
    select ${dayOf('i.issued_at')} as day, o.kind, count(*) as refunds,
      sum(abs((i.document ->> 'totalCents')::bigint))::bigint as "totalCents"
    from invoice i join orders o on o.id = i.order_id
    where i.kind = 'credit' and ${within('i.issued_at', range)}
    group by 1, 2 order by 1 desc, 2`,
  'pass-rates': (range) => sql`
    select program, size, opened, passed, failed, opened - passed - failed as running,
      case when passed + failed > 0 then round(passed * 10000.0 / (passed + failed))::int end as "passBps"
    from (
      select program, size, count(*) as opened, count(*) filter (where state ->> 'status' = 'passed') as passed,
        count(*) filter (where state ->> 'status' = 'breached'
          or (ended_at is not null and state ->> 'status' <> 'passed')) as failed
      from trading_account where phase = 'evaluation' and ${within('opened_at', range)}
      group by program, size
    ) as counted order by program, length(size), size`,
  payouts: (range) => sql`
    select ${monthOf('p.requested_at')} as month, count(*) as requested,
      count(*) filter (where p.status = 'paid') as paid, count(*) filter (where p.status = 'rejected') as rejected,
      coalesce(sum(p.trader_cents - p.fee_cents) filter (where p.status = 'paid'), 0)::bigint as "paidCents",
      round((percentile_cont(0.5) within group (
        order by extract(epoch from decided.at - p.requested_at) / 3600))::numeric, 1)::float as "decisionHours",
      round((percentile_cont(0.5) within group (
        order by extract(epoch from settled.at - p.requested_at) / 3600))::numeric, 1)::float as "paidHours"
    from payout p
    left join lateral (
      select min(at) as at from payout_stage where payout_id = p.id and status in ('approved', 'rejected')
    ) as decided on true
    left join lateral (select min(at) as at from payout_stage where payout_id = p.id and status = 'paid') as settled on true
    where ${within('p.requested_at', range)}
    group by 1 order by 1 desc`,
  conversion: (range) => sql`
    select week, registered, verified, bought,
      case when registered > 0 then round(bought * 10000.0 / registered)::int end as "boughtBps"
    from (
      select ${weekOf('p.created_at')} as week, count(*) as registered,
        count(*) filter (where p.email_verified_at is not null) as verified,
        count(*) filter (where exists (
          select from orders o where o.person_id = p.id and o.paid_at < p.created_at + interval '30 days')) as bought
      from person p where ${within('p.created_at', range)} and not ${isStaffMember}
      group by 1
    ) as counted order by week desc`,
  renewals: (range) => sql`
    select ${monthOf('s.created_at')} as month, count(*) as started, ${renewed(1)} as renewed1, ${renewed(2)} as renewed2,
      ${renewed(3)} as renewed3, ${renewed(6)} as renewed6, ${renewed(12)} as renewed12
    from subscription s
    cross join lateral (
      select count(*) as count from bill where subscription_id = s.id and status = 'paid'
    ) as paid
    where s.renews and ${within('s.created_at', range)}
    group by 1 order by 1 desc`,
};
