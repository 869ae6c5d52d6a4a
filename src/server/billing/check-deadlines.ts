import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import { paidStatuses } from '#shared/orders/machine.ts';
import { openingBankDays, refundDays, refundWarningDays } from '#shared/orders/promised-days.ts';
import type { LateKind } from './refunds/mails.ts';

type Late = {
  readonly id: string;
  readonly kind: LateKind;
  /** The order's number, or a statement's reference if it matches no order. */
  readonly number: string;
  readonly email: string;
  readonly since: Date;
};

const batchSize = 100;
/** While a buyer's bank decides, it has the money, and nothing is sent. */
const isAtBank = sql`exists (select from payment_dispute d where d.order_id = o.id and d.status = 'open')`;
const isReported = (key: string, id: string) =>
  sql`exists (select from mail where dedupe_key = ${sql.lit(`order-late:${key}:`)} || ${sql.ref(id)})`;

/**
 * Emails staff once about each money promise that is about to be missed: a refund or a withdrawal that isn't settled two days
 * before it is due, and a paid order without its account after a bank day. Jobs keep retrying meanwhile.
 */
export async function checkOrderDeadlines(deps: Deps): Promise<void> {
  for (const late of [...(await findLateRefunds(deps)), ...(await findLateOpenings(deps))]) {
    const { id, kind, number, email, since } = late;
    const dueAt =
      kind === 'account' ? bankDeadline(since.getTime(), openingBankDays) : since.getTime() + refundDays * dayMs;
    deps.log.error({ id, kind, dueAt }, 'an order is late');
    await deps.db
      .transaction()
      .execute((trx) =>
        queueMail(
          deps,
          trx,
          staffOf(deps),
          'order-late-staff',
          `order-late:${kind}:${id}`,
          { kind, number, email, since: since.getTime(), dueAt },
          { replyTo: email },
        ),
      );
  }
}

async function findLateRefunds({ db, clock }: Deps): Promise<readonly Late[]> {
  const before = new Date(clock().getTime() - (refundDays - refundWarningDays) * dayMs);
  const { rows } = await sql<Late>`
    select o.id, 'refund' as kind, o.number, o.email, o.refund_requested_at as since from orders o
    where o.refund_requested_at <= ${before} and o.status in (${sql.join(paidStatuses)})
      and not ${isAtBank} and not ${isReported('refund', 'o.id')}
    union all
    select r.refund_id, 'refund', o.number, o.email, min(r.requested_at) from partial_refund r join orders o on o.id = r.order_id
    where r.settled_at is null and r.requested_at <= ${before} and not ${isAtBank} and not ${isReported('refund', 'r.refund_id')}
    group by r.refund_id, o.number, o.email
    union all
    select c.id, 'withdrawal', coalesce(o.number, c.reference), c.email, c.received_at from contract_cancellation c
    left join orders o on o.id = c.order_id left join ticket t on t.id = c.id
    where c.received_at <= ${before} and c.outcome <> 'repeated' and coalesce(o.status <> 'refunded', true)
      and coalesce(t.status <> 'closed', true) and not ${isReported('withdrawal', 'c.id')}
    limit ${batchSize}`.execute(db);
  return rows;
}

async function findLateOpenings({ db, clock }: Deps): Promise<readonly Late[]> {
  const now = clock().getTime();
  const { rows } = await sql<Late>`
    select o.id, 'account' as kind, o.number, o.email, greatest(o.paid_at, o.begins_at) as since from orders o
    where o.status = 'paid' and o.refund_requested_at is null and greatest(o.paid_at, o.begins_at) <= ${new Date(now - dayMs)}
      and not ${isReported('account', 'o.id')}
    order by o.paid_at limit ${batchSize}`.execute(db);
  return rows.filter(({ since }) => bankDeadline(since.getTime(), openingBankDays) <= now);
}
