import { sql } from 'kysely';
import { findRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, notFound } from '#server/core/deps.ts';
import { findOrderAccounts } from '#server/orders/suspend-accounts.ts';
import type { chargebackEvidence } from '#shared/billing/contract-evidence.ts';
import type { DataOf } from '#shared/core/call.ts';

type Evidence = DataOf<typeof chargebackEvidence>;
type Item = Evidence['evidence'][number];

/** What shows a bank that its customer placed the order, received it and used it. @throws {ServiceError} 404 */
export async function readEvidence({ db }: Deps, disputeId: string): Promise<Evidence> {
  const order = await db
    .selectFrom('payment_dispute')
    .innerJoin('orders', 'orders.id', 'payment_dispute.order_id')
    .select([
      'orders.id',
      'number',
      'email',
      'person_id',
      'account_id',
      'consents',
      'created_at',
      'paid_at',
      'fulfilled_at',
    ])
    .where('payment_dispute.id', '=', disputeId)
    .executeTakeFirstOrThrow(notFound);
  const accountIds = await findOrderAccounts(db, order);
  const accounts = await db
    .selectFrom('trading_account')
    .select(['id', 'platform_account_id as account'])
    .where('id', '=', sql<string>`any(${accountIds}::text[])`)
    .orderBy('opened_at')
    .execute();
  const once = (kind: Item['kind'], at: Date | null, detail: string): Item[] =>
    at === null ? [] : [{ kind, at: at.getTime(), detail, count: null }];
  const [receipt, fills, signIns] = await Promise.all([
    findRow(db, 'mail', { dedupe_key: `order-confirmed:${order.id}` }, ['sent_at', 'recipient']),
    countFills(db, accountIds, order.created_at),
    order.person_id === null ? null : countSignIns(db, order.person_id, order.created_at),
  ]);
  return {
    evidence: [
      ...once('ordered', order.created_at, `${order.number}, ${order.email}`),
      ...order.consents.map(({ at, version, ip }) => ({
        ...{ kind: 'agreed' as const, at, detail: `${version}, ${ip}`, count: null },
      })),
      ...once('paid', order.paid_at, ''),
      ...once('receipt', receipt?.sent_at ?? null, receipt?.recipient ?? ''),
      ...once('delivered', order.fulfilled_at, accounts.map(({ account }) => account).join(', ')),
      ...(fills?.last ? [{ kind: 'traded' as const, at: fills.last.getTime(), detail: '', count: fills.count }] : []),
      ...(signIns?.last
        ? [{ kind: 'signed-in' as const, at: signIns.last.getTime(), detail: signIns.ips, count: signIns.count }]
        : []),
    ],
    accounts,
  };
}

type Uses = { readonly count: number; readonly last: Date | null };

async function countFills(db: Db, accountIds: readonly string[], since: Date): Promise<Uses | undefined> {
  const { rows } = await sql<Uses>`
    select count(*) as count, max(at) as last from account_event
    where account_id = any(${[...accountIds]}::text[]) and type = 'fill' and at >= ${since}`.execute(db);
  return rows[0];
}

/**
 * Sign-ins since the order, with the network addresses they came from; the log keeps them for a year. Setting a first
 * password or verifying an address signs in too.
 */
async function countSignIns(db: Db, personId: string, since: Date): Promise<(Uses & { ips: string }) | null> {
  const { rows } = await sql<Uses & { ips: string }>`
    select count(*) as count, max(at) as last, coalesce(string_agg(distinct details ->> 'ip', ', '), '') as ips
    from audit where entity = 'person' and entity_id = ${personId} and at >= ${since}
      and action in ('signed-in', 'password-set', 'email-verified')`.execute(db);
  return rows[0] ?? null;
}
