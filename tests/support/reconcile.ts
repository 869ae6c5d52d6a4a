import { sql } from 'kysely';
import type { Db } from '#server/core/deps.ts';

/** Invariants once all work has finished: each query finds the rows that break one. */
const rules: Readonly<Record<string, string>> = {
  'a payment without a matching order, or with a different amount': `
    select p.id from sandbox_payment p left join orders o on o.id = p.order_id
    where o.id is null or o.total_cents <> p.amount_cents or o.currency <> p.currency
      or o.payment_session_id is distinct from p.id`,
  'a payment whose order was not fulfilled': `
    select o.id from bought o join sandbox_payment p on p.order_id = o.id
    where p.status = 'paid' and o.status <> 'fulfilled'`,
  'an order that is fulfilled or in progress without a payment': `
    select o.id from bought o left join sandbox_payment p on p.order_id = o.id
    where o.status in ('paid', 'fulfilled') and p.status is distinct from 'paid'`,
  'a refund recorded on only one side': `
    select o.id from bought o join sandbox_payment p on p.order_id = o.id
    where (o.status = 'refunded') <> (p.status = 'refunded')`,
  'a declined or abandoned payment that its order does not reflect': `
    select o.id from bought o join sandbox_payment p on p.order_id = o.id
    where (p.status = 'canceled' and o.status <> 'canceled')
      or (p.status = 'declined' and o.status not in ('awaiting-payment', 'failed', 'expired'))`,
  'an order that can neither be paid nor finished': `select id from bought where status = 'draft'`,
  'an order with too many or too few accounts': `
    select o.id from bought o left join trading_account a on a.order_id = o.id
    where o.kind in ('evaluation', 'trial') group by o.id, o.status
    having count(a.id) <> case o.status when 'fulfilled' then 1 else 0 end`,
  'an unknown account on the platform': `
    select s.account_id as id from simulated_account s
    left join trading_account a on a.id = s.account_id where a.id is null`,
  'an order with too many or too few subscriptions': `
    select o.id from bought o left join subscription s on s.order_id = o.id
    where o.kind in ('trial', 'thor') or o.package_id like 'classic-%' group by o.id, o.status
    having count(s.id) <> case o.status when 'fulfilled' then 1 else 0 end`,
  'an order with too many or too few invoices, or a wrong amount': `
    select o.id from bought o
    left join invoice i on i.order_id = o.id and i.kind = 'invoice'
    left join invoice c on c.order_id = o.id and c.kind = 'credit'
    where (o.paid_at is not null) <> (i.number is not null) or (o.status = 'refunded') <> (c.number is not null)
      or (i.document ->> 'totalCents')::bigint <> o.total_cents
      or (c.document ->> 'totalCents')::bigint <> -o.total_cents
      or (select sum((line ->> 'amountCents')::bigint) from jsonb_array_elements(i.document -> 'lines') line)
        <> o.total_cents`,
  'a skipped or repeated document number': `
    select split_part(number, '-', 1) as id from invoice group by 1
    having count(*) <> max(split_part(number, '-', 2)::bigint)
      or count(*) <> (select last from number_series where series = split_part(min(number), '-', 1))`,
  'an invoice total that differs from the payment total': `
    select 'all' as id where
      (select coalesce(sum((document ->> 'totalCents')::bigint), 0) from invoice where order_id in (select id from bought))
      <> (select coalesce(sum(amount_cents), 0) from sandbox_payment
          where status = 'paid' and order_id in (select id from bought))`,
  'an order with too many or too few receipts': `
    select o.id from bought o left join mail m on m.dedupe_key = 'order-confirmed:' || o.id
    where (o.status = 'fulfilled' and m.id is null) or (o.paid_at is null and m.id is not null)`,
  'an account whose owner was not notified': `
    select o.id from bought o join trading_account a on a.order_id = o.id
    left join mail m on m.dedupe_key = 'account-ready:' || o.id where m.id is null`,
  'a refund whose buyer was not notified': `
    select o.id from bought o left join mail m on m.dedupe_key = 'order-refunded:' || o.id
    where (o.status = 'refunded') <> (m.id is not null)`,
  'a buyer who cannot set a password': `
    select p.id from person p join bought o on o.person_id = p.id and o.status = 'fulfilled'
    where not exists (select 1 from mailbox m where m.recipient = p.email and m.text like '%/password/set/%')`,
  'an unsent mail': `select id from mail where sent_at is null`,
  'mails that arrived twice or never': `
    select coalesce(m.recipient, b.recipient) as id
    from (select recipient, subject, count(*) from mail group by 1, 2) m
    full join (select recipient, subject, count(*) from mailbox group by 1, 2) b
      on b.recipient = m.recipient and b.subject = m.subject
    where m.count is distinct from b.count`,
  'an unhandled provider message': `select id from provider_event where handled_at is null`,
  'a provider message that did not match its order': `select entity_id as id from audit where action = 'payment-mismatch'`,
  'a coupon whose count differs from its uses': `
    select code as id from coupon_count c
    where taken <> (select count(*) from coupon_use u where u.code = c.code)
      or taken <> (select count(*) from orders o where o.coupon = c.code and o.status not in ('canceled', 'expired'))`,
  'a trial that was granted twice': `
    select person_id as id from bought where kind = 'trial' and status = 'fulfilled' group by 1 having count(*) > 1`,
  'a payee who was not paid exactly once, on each side': `
    select p.id from person p where p.email like 'drawing-%' and (
      (select string_agg(status, ',') from payout o where o.person_id = p.id) is distinct from 'paid'
      or (select sum(o.amount_cents) from payout o where o.person_id = p.id) is distinct from (
        select -sum(s.amount_cents) from simulated_transfer s join trading_account a on a.id = s.account_id
        where a.person_id = p.id)
      or (select sum(o.trader_cents - o.fee_cents) from payout o where o.person_id = p.id) is distinct from (
        select sum(e.amount_cents) from ledger_entry e join ledger_account l on l.id = e.account_id
        where l.owner_id = p.id and l.kind = 'payout-paid'))`,
  'a transaction of the ledger that is not balanced': `
    select transaction_id as id from ledger_entry group by 1 having sum(amount_cents) <> 0`,
  // Except the demo's sample job.
  'a job that exhausted its retries': `
    select id::text as id from jobs.job
    where state = 'failed' and data ->> 'mailId' is distinct from 'demo-refused-mail'`,
};

/** Reconciles orders, payments, accounts, invoices, payouts and mails. @returns the mismatches by rule */
export async function reconcile(db: Db): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [rule, query] of Object.entries(rules)) {
    const bought = `with bought as (select * from orders where email like 'buyer-%')`;
    const { rows } = await sql.raw<{ id: string }>(`${bought} ${query}`).execute(db);
    if (rows.length > 0) found[rule] = rows.map(({ id }) => id);
  }
  return found;
}
