import { sql } from 'kysely';
import { listRunningHalts } from '#server/accounts/access/running-halts.ts';
import { orderConditionsOf } from '#server/accounts/lifecycle/order-conditions.ts';
import { rulesColumns, rulesOf } from '#server/accounts/rules-of.ts';
import { isActivated } from '#server/accounts/summary/build.ts';
import type { Db, Deps, Trx } from '#server/core/deps.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { openStatuses } from '#shared/payouts/stages.ts';
import type { TradingAccount } from '#shared/trading/decide-trading.ts';

/** Whether the account may trade by its own state and our rules, without positions and orders. */
export type AccountConditions = Omit<TradingAccount, 'positions' | 'orders'>;

export type ReadAccount = {
  readonly row: Awaited<ReturnType<typeof selectAccounts>>[number];
  readonly rules: AccountRules;
  readonly conditions: AccountConditions;
  readonly noAveragingDown: boolean;
};

/** Accounts by id with what decides whether they may trade, in three statements for any number of them. */
export async function readTradingAccounts(
  deps: Deps,
  executor: Db | Trx,
  ids: readonly string[],
): Promise<readonly ReadAccount[]> {
  if (ids.length === 0) return [];
  const now = deps.clock();
  const rows = await selectAccounts(executor, ids, now);
  const halts = await listRunningHalts(executor);
  return rows.map((row) => {
    const rules = rulesOf(deps.catalog, row);
    const view = viewAccount(rules, row.state, now.getTime());
    const circumstances = { status: view.status, isSuspended: row.suspended, halts, now: now.getTime() };
    const { ownMaxContracts, noAveragingDown, ...order } = orderConditionsOf(row, circumstances);
    const conditions: AccountConditions = {
      ...order,
      status: view.status,
      hasPayoutUnderReview: row.reviewed,
      isCopied: row.copied,
      refusesSpreads: rules.spreads === 'refused',
      maxContracts: Math.min(view.maxContracts, ownMaxContracts ?? view.maxContracts),
      remainingCents: view.remainingDailyDrawdownCents,
    };
    return { row, rules, conditions, noAveragingDown };
  });
}

function selectAccounts(executor: Db | Trx, ids: readonly string[], now: Date) {
  return executor
    .selectFrom('trading_account')
    .leftJoin('trading_progress', 'trading_progress.account_id', 'trading_account.id')
    .select(['trading_account.id', 'person_id', 'platform', 'platform_account_id', 'simulated', 'state', 'sequence'])
    .select([
      'orders_revision',
      'marks_retained_from',
      'end_reason',
      'suspended_at',
      'matched_frame',
      'marks',
      'is_open',
      'personal_stop',
      ...rulesColumns,
    ])
    .select((eb) => [
      isActivated(eb),
      eb
        .exists(
          eb
            .selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.account_id', '=', 'trading_account.id')
            .where('payout.status', 'in', openStatuses),
        )
        .$castTo<boolean>()
        .as('reviewed'),
      sql<boolean>`exists (
        select from account_suspension as suspension
        where suspension.account_id = trading_account.id and (suspension.until is null or suspension.until > ${now})
      )`.as('suspended'),
      // Once the platform has closed an account, it accepts no more orders.
      sql<boolean>`exists (
        select from simulated_trader as trader where trader.account_id = trading_account.id
      )`.as('open_at_platform'),
      sql<boolean>`exists (
        select from copy_link where copy_link.account_id = trading_account.id and copy_link.phase <> 'disarmed'
      )`.as('copied'),
    ])
    .where('trading_account.id', 'in', ids)
    .execute();
}
