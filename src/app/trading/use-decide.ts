import { useStore } from '@nanostores/react';
import type { TradingDecision } from '#shared/trading/decide-trading.ts';
import { $tradingAccount, decideOrder } from './stores/decision.ts';
import type { TicketOrder } from './stores/order-ticket.ts';
import { $marketAccess } from './stores/quote.ts';

/** Returns a function that decides orders at current prices, as the server will; null until the account has loaded. */
export function useDecide(): ((order: TicketOrder | null) => TradingDecision) | null {
  const account = useStore($tradingAccount);
  const market = useStore($marketAccess);
  if (account === null) return null;
  return (order) => decideOrder(account, market, order);
}
