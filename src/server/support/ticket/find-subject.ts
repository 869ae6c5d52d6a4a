import type { Deps } from '#server/core/deps.ts';
import type { NamedSubject } from '#shared/support/contract-shapes.ts';
import type { StoredTicket } from '../tables.ts';

export async function findSubject({ db }: Deps, ticket: StoredTicket): Promise<NamedSubject | null> {
  const { order_id: orderId, account_id: accountId, payout_id: payoutId } = ticket;
  if (orderId !== null) {
    const row = await db
      .selectFrom('orders')
      .select(['id', 'number as name'])
      .where('id', '=', orderId)
      .executeTakeFirst();
    return row ? { kind: 'order', ...row } : null;
  }
  if (accountId !== null) {
    const row = await db
      .selectFrom('trading_account')
      .select(['id', 'platform_account_id as name'])
      .where('id', '=', accountId)
      .executeTakeFirst();
    return row ? { kind: 'account', ...row } : null;
  }
  if (payoutId === null) return null;
  const row = await db
    .selectFrom('payout')
    .select(['id', 'number as name'])
    .where('id', '=', payoutId)
    .executeTakeFirst();
  return row ? { kind: 'payout', ...row } : null;
}
