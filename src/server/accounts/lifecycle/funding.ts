import type { Db, Deps, Trx } from '#server/core/deps.ts';
import { type BlockedReason, blockFunding, type OrderContext, stageOf } from '#shared/accounts/lifecycle.ts';
import type { StoredAccount } from '../tables.ts';

/**
 * Whether the order that opened an account is refunded or about to be, and whether something suspends the account. For
 * an ended account, unlike `suspended_at`, this is current.
 */
export async function readFundingConditions(
  { clock }: Pick<Deps, 'clock'>,
  executor: Db | Trx,
  accountId: string,
): Promise<Pick<OrderContext, 'isRefunded' | 'isSuspended'>> {
  const [order, suspension] = await Promise.all([
    executor
      .selectFrom('trading_account')
      .innerJoin('orders', 'orders.id', 'trading_account.order_id')
      .select(['orders.status', 'orders.refund_requested_at'])
      .where('trading_account.id', '=', accountId)
      .executeTakeFirst(),
    executor
      .selectFrom('account_suspension')
      .select('source')
      .where('account_id', '=', accountId)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', clock())]))
      .limit(1)
      .executeTakeFirst(),
  ]);
  return {
    isRefunded: order?.status === 'refunded' || (order?.refund_requested_at ?? null) !== null,
    isSuspended: suspension !== undefined,
  };
}

/** Why a sold activation can't be delivered; null if it can. A halt of trading doesn't prevent it. */
export async function findFundingBlock(
  deps: Pick<Deps, 'clock'>,
  executor: Db | Trx,
  { id, phase, state, end_reason: ended }: Pick<StoredAccount, 'id' | 'phase' | 'state' | 'end_reason'>,
): Promise<BlockedReason | null> {
  const conditions = await readFundingConditions(deps, executor, id);
  const suspended = conditions.isSuspended;
  return blockFunding({
    ...conditions,
    stage: stageOf({ phase, status: state.status, activated: false, ended, suspended }),
  });
}
