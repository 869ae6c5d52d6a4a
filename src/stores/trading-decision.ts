import { computed } from 'nanostores';
import type { TradingAccount } from '../domain/trading/decide-trading.ts';
import type { PossibleFill } from '../domain/trading/exposure.ts';
import { isBracketOrder } from '../domain/trading/orders.ts';
import type { TradingOrder } from './order-updates.ts';
import { $trading } from './trading.ts';
import { $tradedAccount, contractOf } from './trading-account.ts';

/** What `decideTrading` knows of the account: its rules as last read, its room from the stream. */
export const $tradingAccount = computed([$trading, $tradedAccount], (state, account): TradingAccount | null => {
  if (state.status !== 'ready' || account === null || state.trading.accountId !== account.id) return null;
  const { rules, positions, orders } = state.trading;
  return {
    ...rules,
    stage: account.stage,
    status: account.view.status,
    remainingCents: account.view.remainingDailyDrawdownCents,
    positions: positions.map(({ quantity, ...each }) => ({ ...contractOf(each), quantity })),
    orders: orders.flatMap(toPossibleFill),
  };
});

function toPossibleFill(order: TradingOrder): PossibleFill[] {
  const { id, status, side, quantity, ocoGroup } = order;
  if (status !== 'working' || isBracketOrder(order)) return [];
  return [{ ...contractOf(order), side, quantity, group: ocoGroup ?? id }];
}
