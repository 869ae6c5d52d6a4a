import { sql } from 'kysely';
import { dayMs } from '#lib/durations.ts';
import type { Deps } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import { claims, isOpenClaim } from '#server/support/claims.ts';
import { bankDeadline } from '#shared/exchange/bank-days.ts';
import { openingBankDays, refundWarningDays } from '#shared/orders/promised-days.ts';
import type { ClaimKind } from '#shared/support/claims.ts';
import type { LateKind } from './refunds/mails.ts';

type Late = {
  readonly id: string;
  readonly kind: LateKind;
  /** A claim's number, or the order's. */
  readonly number: string;
  readonly email: string;
  readonly since: Date;
  readonly dueAt: Date;
};

const batchSize = 100;
/** The claims that staff hear of before they are due, with what the mail calls them. */
const watched = {
  'refund-request': 'refund',
  'right-to-withdraw': 'withdrawal',
  'breach-dispute': 'dispute',
  chargeback: 'chargeback',
} as const satisfies Partial<Record<ClaimKind, LateKind>>;

/**
 * Emails staff once about each promise that is about to be missed: a claim that isn't settled two days before it is due, and a paid order without its account after a bank day. Jobs keep retrying meanwhile.
 */
export async function checkOrderDeadlines(deps: Deps): Promise<void> {
  for (const { id, kind, number, email, since, dueAt } of [
    ...(await findLateClaims(deps)),
    ...(await findLateOpenings(deps)),
  ]) {
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
          { kind, number, email, since: since.getTime(), dueAt: dueAt.getTime() },
          { replyTo: email },
        ),
      );
  }
}

async function findLateClaims({ db, clock }: Deps): Promise<readonly Late[]> {
  const { rows } = await sql<Late>`
    select c.id, k.name as kind, c.number, c.email, c.at as since, c.due_at as "dueAt" from ${claims} c
    join (values ${sql.join(Object.entries(watched).map(([kind, name]) => sql`(${kind}, ${name})`))}) k (kind, name) on k.kind = c.kind
    where ${isOpenClaim} and (c.status <> 'at-bank' or c.kind = 'chargeback')
      and c.due_at <= ${new Date(clock().getTime() + refundWarningDays * dayMs)}
      and not exists (select from mail where dedupe_key = 'order-late:' || k.name || ':' || c.id)
    limit ${batchSize}`.execute(db);
  return rows;
}

async function findLateOpenings({ db, clock }: Deps): Promise<readonly Late[]> {
  const now = clock().getTime();
  const { rows } = await sql<Omit<Late, 'dueAt'>>`
    select o.id, 'account' as kind, o.number, o.email, greatest(o.paid_at, o.begins_at) as since from orders o
    where o.status = 'paid' and o.refund_requested_at is null and greatest(o.paid_at, o.begins_at) <= ${new Date(now)}
      and not exists (select from mail where dedupe_key = 'order-late:account:' || o.id)
    order by since limit ${batchSize}`.execute(db);
  return rows
    .map((row) => ({ ...row, dueAt: new Date(bankDeadline(row.since.getTime(), openingBankDays)) }))
    .filter(({ dueAt }) => dueAt.getTime() <= now);
}
