import { type SqlBool, sql } from 'kysely';
import type { StoredAccount } from '#server/accounts/tables.ts';
import type { Db, Trx } from '#server/core/deps.ts';

/** Whether an account (aliased `account`) trades, is about to be funded, or restarts with its next renewal. */
export const canUseData = sql<SqlBool>`account.ended_at is null and case account.state ->> 'status'
  when 'passed' then not exists (select from trading_account as funded where funded.parent_id = account.id)
  when 'breached' then exists (
    select from subscription as renewing
    where renewing.account_id = account.id and renewing.canceled_at is null and renewing.status <> 'ended'
  )
  else true end`;

type Owner = Pick<StoredAccount, 'person_id'> & { readonly platform?: StoredAccount['platform'] };

export function listDataUsers(db: Db | Trx, { person_id: personId, platform }: Owner) {
  return db
    .selectFrom('trading_account as account')
    .innerJoin('orders', 'orders.id', 'account.order_id')
    .select(['account.id', 'account.platform', 'account.program', 'account.opened_at', 'orders.lines'])
    .where('account.person_id', '=', personId)
    .where(canUseData)
    .where((eb) => (platform === undefined ? eb.lit(true) : eb('account.platform', '=', platform)))
    .execute();
}
