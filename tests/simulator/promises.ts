import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { JobName } from '#server/core/jobs/payloads.ts';
import type { AuditAction } from '#shared/core/audit-actions.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import type { World } from './world.ts';

export type Open = {
  readonly id: string;
  readonly since: Date;
  /** When it came into the state that is late, if that was later: the job must have seen it. */
  readonly entered?: Date;
  readonly wasTold: boolean;
};

type Promised = {
  /** The last moment by which it is done or somebody hears of it, in UTC ms. */
  readonly until: (since: number) => number;
  /** Whether it waits for a bridge that is away: an account may have trades that nobody knows of. */
  readonly waits?: true;
  /** The job that escalates. */
  readonly job: JobName;
  /** What isn't done yet, since when, and whether the escalation that staff or the person see has been made. */
  readonly open: RawBuilder<Open>;
};

const told = (key: RawBuilder<unknown>, since: RawBuilder<unknown>) =>
  sql`exists (select from mail where dedupe_key like ${key} and created_at >= ${since}) as "wasTold"`;
const bankDays = (days: number) => (since: number) => bankDeadline(since, days);
const at = (since: number) => since;
const days = (count: number) => (since: number) => since + count * dayMs;

/** A stage of a payout, since these actions; a payment that a bank refused is sent again, and has its time again. */
const stage = (status: string, count: number, ...actions: readonly AuditAction[]): Promised => ({
  until: bankDays(count),
  job: 'check-payout-deadlines',
  open: sql`select id, since, entered, ${told(sql`'payout-staff:late:' || staged.id || ':' || staged.status || '%'`, sql`since`)}
    from (select id, status, (select max(at) from audit where entity = 'payout' and entity_id = payout.id
        and action in (${sql.join(actions)})) as since,
      (select max(at) from audit where entity = 'payout' and entity_id = payout.id) as entered
    from payout where status = ${status}) as staged where since is not null`,
});

/** Every promise on the site with a time, as the texts say it: not read from the program's own deadlines. */
const promises: Readonly<Record<string, Promised>> = {
  'a review that starts within a bank day': stage('requested', 1, 'payout-requested'),
  'a payout decided within two bank days': stage('in-review', 2, 'payout-requested'),
  'an approved payout sent within a bank day': stage('approved', 1, 'payout-approved', 'payout-recalled'),
  'a sent payout there within three bank days': stage('sent', 3, 'payout-sent'),
  'a promised payout sent within the hour, or credited': {
    until: at,
    job: 'credit-late-payouts',
    open: sql`select id, promised_by as since, credit_cents > 0 as "wasTold" from payout
      where promised_by is not null and status in ('requested', 'in-review', 'approved')
      and not exists (select from payout_payment y where y.payout_id = payout.id and y.status in ('waiting', 'sent', 'accepted', 'paid'))`,
  },
  'a first reply within two bank days': {
    until: bankDays(2),
    job: 'check-ticket-deadlines',
    // It starts again when the person closes the ticket and writes once more.
    open: sql`select id, greatest(opened_at, (select min(m.created_at) from ticket_message m where m.ticket_id = ticket.id
        and m.kind = 'written' and m.created_at >= (select max(at) from audit where entity = 'ticket'
          and entity_id = ticket.id and action = 'ticket-closed'))) as since,
      ${told(sql`'ticket-late:' || ticket.id || ':first-reply:%'`, sql`opened_at`)}
      from ticket where first_replied_at is null and status <> 'closed'`,
  },
  'a complaint decided within ten bank days': {
    until: bankDays(10),
    job: 'check-ticket-deadlines',
    // The time starts again when the person writes after a reply, or when the ticket is reopened.
    open: sql`select id, since, ${told(sql`'ticket-late:' || waiting.id || ':resolution:%'`, sql`waiting.since`)}
      from (select id, greatest(opened_at,
        (select min(m.created_at) from ticket_message m where m.ticket_id = ticket.id and m.kind = 'written' and m.number >
          (select max(number) from ticket_message r where r.ticket_id = ticket.id and r.kind = 'reply')),
        (select max(at) from audit where entity = 'ticket' and entity_id = ticket.id and action = 'ticket-reopened')) as since
      from ticket where status = 'open') as waiting`,
  },
  'a refund within 14 days': {
    until: days(14),
    job: 'check-order-deadlines',
    open: sql`select o.id, o.refund_requested_at as since, ${told(sql`'order-late:refund:' || o.id`, sql`o.refund_requested_at`)}
      from orders o where o.refund_requested_at is not null and o.status <> 'refunded'
      and not exists (select from payment_dispute d where d.order_id = o.id and d.status in ('open', 'lost'))
      union all select refund_id, requested_at, ${told(sql`'order-late:refund:' || refund_id`, sql`requested_at`)}
      from partial_refund where settled_at is null
      and not exists (select from payment_dispute d where d.order_id = partial_refund.order_id and d.status in ('open', 'lost'))`,
  },
  'a withdrawal repaid or answered within 14 days': {
    until: days(14),
    job: 'check-order-deadlines',
    open: sql`select c.id, c.received_at as since, ${told(sql`'order-late:withdrawal:' || c.id`, sql`c.received_at`)},
      greatest(c.received_at, (select max(at) from audit where entity = 'ticket' and entity_id = c.ticket_id
        and action = 'ticket-reopened')) as entered
      from contract_cancellation c left join orders o on o.id = c.order_id
      where c.outcome <> 'repeated' and coalesce(o.status <> 'refunded', true)
      and c.decided_at is null`,
  },
  'an account or the money back within a bank day': {
    until: bankDays(1),
    job: 'check-order-deadlines',
    open: sql`select o.id, greatest(o.paid_at, o.begins_at) as since, ${told(sql`'order-late:account:' || o.id`, sql`o.paid_at`)}
      from orders o where o.status = 'paid' and o.refund_requested_at is null`,
  },
  // It goes out with the day; a renewal that was resumed later, or an account that closes first unless it is traded, is
  // announced otherwise.
  'a reminder seven days before a monthly charge': {
    until: at,
    job: 'run-renewals',
    open: sql`select s.id, s.period_ends_at - interval '7 days' as since,
      greatest(s.created_at, s.period_starts_at, (select max(at) from audit where entity = 'subscription'
        and entity_id = s.id), (select max(paid_at) from bill b where b.subscription_id = s.id)) as entered,
      exists (select from mail where dedupe_key = 'renewal-reminder:' || s.id || ':' || (extract(epoch from s.period_ends_at) * 1000)::bigint
        or dedupe_key like 'account-event:' || s.account_id || ':inactivity-close:%' and created_at >= s.period_starts_at) as "wasTold"
      from subscription s where s.status = 'active' and s.renews and s.canceled_at is null and s.amount_cents > 0
      and s.billing_interval = 'monthly' and s.period_ends_at > s.created_at and s.kind <> 'market-data'
      and s.account_id is not null and not exists (select from account_inactivity i where i.account_id = s.account_id)
      and not exists (select from bill b where b.subscription_id = s.id and b.period_ends_at > s.period_ends_at)`,
  },
  'a decision asked for after ten days to answer a case': {
    until: at,
    job: 'check-conduct-deadlines',
    open: sql`select id, opened_at + interval '10 days' as since,
      ${told(sql`'conduct-staff:' || conduct_case.id`, sql`opened_at`)} from conduct_case where status = 'open'`,
  },
  'documents deleted when they are due': {
    until: at,
    job: 'delete-documents',
    open: sql`select d.id, delete_at as since, false as "wasTold" from payee_document d
      join identity_check c on c.person_id = d.person_id where c.status <> 'review'`,
  },
  'a commission released after 30 days': {
    until: at,
    job: 'release-commissions',
    open: sql`select c.id, c.earned_at + interval '30 days' as since, false as "wasTold",
      (select max(at) from audit where entity = 'order' and entity_id = c.order_id) as entered
      from commission c join orders o on o.id = c.order_id where c.status = 'pending'
      and (o.status = 'refunded' or o.refund_requested_at is null)
      and not exists (select from partial_refund p where p.order_id = o.id and p.settled_at is null)
      and not exists (select from payment_dispute d where d.order_id = o.id and d.status = 'open')`,
  },
  'an account closed when it was announced': {
    until: days(1),
    waits: true,
    job: 'check-inactivity',
    open: sql`select i.account_id as id, i.close_at as since, false as "wasTold" from account_inactivity i
      join trading_account a on a.id = i.account_id where i.close_at is not null and a.ended_at is null
      and not exists (select from jobs.job j where j.name = 'end-account' and j.data ->> 'accountId' = a.id
        and j.state in ('created', 'retry', 'active'))
      and not exists (select from account_suspension s where s.account_id = a.id)`,
  },
};

export const promiseNames = Object.keys(promises);

/** What nothing may contradict, at any time. */
const broken: Readonly<Record<string, RawBuilder<{ id: string }>>> = {
  'a week’s notice before an inactive account closes': sql`select account_id as id from account_inactivity
    where close_at < close_notified_at + interval '7 days' or pause_at < pause_notified_at + interval '7 days'`,
  'ten days to answer a case': sql`select id from conduct_case where answer_until < opened_at + interval '10 days'`,
  'no payout under a form that has ended': sql`select p.id from payout p where not exists (select from tax_form f
    where f.person_id = p.person_id and f.signed_at <= p.requested_at and coalesce(f.valid_until, 'infinity') > p.requested_at)`,
  'a credit for each promised payout that was sent late': sql`select p.id from payout p
    join payout_stage s on s.payout_id = p.id and s.status = 'sent'
    where p.promised_by is not null and p.credit_cents = 0
    and not exists (select from payout_payment y where y.payout_id = p.id)
    group by p.id having min(s.at) > p.promised_by`,
  'no commission of an order that went back': sql`select c.id from commission c join orders o on o.id = c.order_id
    where o.status = 'refunded' and c.revoked_cents < c.amount_cents and c.status not in ('refused', 'lapsed')`,
  'nothing left of who has deleted their profile': sql`select p.id from person p where p.deleted_at is not null and (
    p.email not like 'deleted%' or exists (select from session s where s.person_id = p.id)
    or exists (select from payout_destination d where d.person_id = p.id and d.removed_at is null)
    or exists (select from payee_document d where d.person_id = p.id)
    or exists (select from subscription s where s.person_id = p.id and s.status <> 'ended')
    or exists (select from notification n where n.person_id = p.id))`,
};

/** Counts what was done since the last look while its time ran, and what staff or the person first heard of. */
function countMet(world: World, what: string, rows: readonly Open[]): void {
  const before = world.state.promised.get(what);
  const after = new Map(rows.map((row) => [`${row.id} ${row.since.getTime()}`, row]));
  world.state.promised.set(what, after);
  const done = [...(before ?? [])].filter(([key, row]) => !after.has(key) && !row.wasTold && row.since <= new Date());
  const told = [...after].filter(([key, row]) => row.wasTold && !before?.get(key)?.wasTold);
  for (const _ of [...done, ...told]) world.count(`state: promise ${what}`);
}

/** Whatever ran out by the time its job last ran is done, or staff have heard of it. */
export async function checkPromises(world: World): Promise<void> {
  const { isConnected, connectedAt } = world.platform.state;
  for (const [what, { until, job, open, waits }] of Object.entries(promises)) {
    const { rows } = await open.execute(world.db);
    countMet(world, what, rows);
    const ranAt = world.state.ran.get(job);
    if (ranAt === undefined || (waits && !isConnected)) continue;
    for (const { id, since, entered = since, wasTold } of rows) {
      if (until(Math.max(since.getTime(), waits ? connectedAt : 0)) > ranAt || entered.getTime() >= ranAt) continue;
      if (!wasTold) world.fail(`${what}: ${id} since ${since.toISOString()}, and nobody heard of it`);
      world.count(`promise late, and reported: ${what}`);
    }
  }
  for (const [what, query] of Object.entries(broken)) {
    const { rows } = await query.execute(world.db);
    for (const { id } of rows) world.fail(`${what} doesn’t hold for ${id}`);
  }
}

/** @returns the minutes of bank days from request to sending of each payout that was promised within the hour and was sent */
export async function readPromised({ db }: World): Promise<number[]> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from greatest(interval '0', min(s.at) - p.promised_by + interval '1 hour')) / 60)::int as minutes
    from payout p join payout_stage s on s.payout_id = p.id and s.status = 'sent'
    where p.promised_by is not null group by p.id`.execute(db);
  return rows.map(({ minutes }) => minutes);
}
