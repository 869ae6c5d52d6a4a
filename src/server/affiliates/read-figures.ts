import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Db, Trx } from '#server/core/deps.ts';

const maxDays = 90;
const maxLinks = 50;

type DayRow = { day: string; clicks: string | number; orders: string | number; cents: string | number };
export function firstFigureDay(now: Date): string {
  return new Date(now.getTime() - (maxDays - 1) * dayMs).toISOString().slice(0, 10);
}

/** Clicks, orders and commission by UTC day and by link over the last 90 days, the busiest links first. */
export async function readAffiliateFigures(executor: Db | Trx, affiliateId: string, now: Date) {
  const from = firstFigureDay(now);
  const { rows: days } = await sql<DayRow>`
    select day, sum(clicks) as clicks, sum(orders) as orders, sum(cents) as cents from (
      select day, count(*) as clicks, 0 as orders, 0 as cents
        from affiliate_click where affiliate_id = ${affiliateId} and day >= ${from} group by day
      union all
      select to_char(earned_at at time zone 'UTC', 'YYYY-MM-DD'), 0, count(*), sum(amount_cents - revoked_cents)
        from commission where affiliate_id = ${affiliateId} and earned_at >= ${from}::timestamptz group by 1
    ) parts group by day order by day
  `.execute(executor);
  const { rows: links } = await sql<DayRow & { page: string; subs: Readonly<Record<string, string>> }>`
    select page, subs, count(distinct c.id) as clicks, count(distinct m.id) as orders,
      coalesce(sum(m.amount_cents - m.revoked_cents), 0) as cents
    from affiliate_click c left join commission m on m.click_id = c.id
    where c.affiliate_id = ${affiliateId} and c.day >= ${from}
    group by page, subs order by clicks desc, page limit ${maxLinks}
  `.execute(executor);
  return {
    from,
    days: days.map(({ day, clicks, orders, cents }) => ({
      day,
      clicks: Number(clicks),
      orders: Number(orders),
      amountCents: Number(cents),
    })),
    links: links.map(({ page, subs, clicks, orders, cents }) => ({
      page,
      subs,
      clicks: Number(clicks),
      orders: Number(orders),
      amountCents: Number(cents),
    })),
  };
}
