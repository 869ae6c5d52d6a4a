import type { output } from 'zod/mini';
import { listRows, not } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError } from '#server/core/deps.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import type { tradingData } from '#shared/trading/contract.ts';
import { describeOrder, type TradingOrderRow } from './order-rows.ts';
import { readTradingAccounts } from './read-accounts.ts';

const maxOrders = 50;

/**
 * An account in the shape the terminal shows.
 * @throws {ServiceError} 404 for another person's account, 409 for one that is traded on another platform
 */
export async function readTrading(
  deps: Deps,
  personId: string,
  accountId: string,
): Promise<output<typeof tradingData>> {
  const [account] = await readTradingAccounts(deps, deps.db, [accountId]);
  if (account?.row.person_id !== personId) throw notFound();
  const { row, rules, conditions } = account;
  if (!row.simulated || !deps.platform.takesOrders) throw new ServiceError(409, 'trading_unavailable');
  const now = deps.clock().getTime();
  const view = viewAccount(rules, row.state, now);
  const { maxContracts, remainingCents, haltedInstruments, ...flags } = conditions;
  return {
    accountId: row.id,
    platformAccountId: row.platform_account_id,
    program: row.program,
    size: row.size,
    sequence: row.sequence,
    ordersRevision: row.orders_revision,
    now,
    rules: { ...flags, maxContracts, remainingCents, haltedInstruments: [...haltedInstruments] },
    balanceCents: view.balanceCents,
    equityCents: view.equityCents,
    nearestFloorCents: view.nearestFloorCents,
    dayProfitCents: view.today?.profitCents ?? 0,
    followsMarket: row.is_open === true,
    positions: row.state.positions.map(({ instrument, month, quantity, costTicks, lastPriceTicks }) => ({
      ...{ instrument, month, quantity, costTicks, lastPriceTicks },
    })),
    orders: (await listOrders(deps, accountId)).map(describeOrder),
  };
}

/** Working orders first, then the newest of the others. */
async function listOrders({ db }: Deps, accountId: string): Promise<TradingOrderRow[]> {
  const newest = await listRows(db, 'trading_order', { account_id: accountId, status: not('working') }, undefined, {
    orderBy: 'number desc',
    limit: maxOrders,
  });
  const working = await listRows(db, 'trading_order', { account_id: accountId, status: 'working' }, undefined, {
    orderBy: 'number desc',
  });
  return [...working, ...newest];
}
