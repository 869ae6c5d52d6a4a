import { computed } from 'nanostores';
import {
  decideTrading,
  type MarketAccess,
  type TradingAccount,
  type TradingDecision,
} from '#shared/trading/decide-trading.ts';
import type { PossibleFill } from '#shared/trading/exposure.ts';
import { isBracketOrder } from '#shared/trading/orders.ts';
import { $tradedAccount, contractOf } from './account.ts';
import type { TicketOrder } from './order-ticket.ts';
import type { ListedOrder } from './order-updates.ts';
import { $trading } from './trading.ts';

/** The account as `decideTrading` needs it: rules as last loaded, remaining drawdown from the stream. */
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

/**
 * Decides a ticket's order as the server will. It counts only once together with the order it is linked to, because
 * only one of them fills.
 */
export function decideOrder(account: TradingAccount, market: MarketAccess, order: TicketOrder | null): TradingDecision {
  return decideTrading(account, market, order === null ? null : { ...order, group: order.ocoWith ?? undefined });
}

function toPossibleFill(order: ListedOrder): PossibleFill[] {
  const { id, status, side, quantity, ocoGroup } = order;
  if (status !== 'working' || isBracketOrder(order)) return [];
  return [{ ...contractOf(order), side, quantity, group: ocoGroup ?? id }];
}
