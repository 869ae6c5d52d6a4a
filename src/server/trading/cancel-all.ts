import type { output } from 'zod/mini';
import type { Deps } from '#server/core/deps.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { cancelWorkingOrder, workingOrders } from '#shared/trading/blotter.ts';
import type { cancelTradingOrders } from '#shared/trading/contract.ts';
import type { TradingBlotter } from './read-blotters.ts';
import { type TradingReply, withBlotter } from './run-order.ts';

type Request = output<typeof cancelTradingOrders.body>;

/** The contracts that a request covers: all of them, or those of an instrument or a month. */
export type ContractFilter = { readonly instrument?: string | undefined; readonly month?: string | undefined };

/** Cancels all working orders, including those of brackets. @throws {ServiceError} 404 for another person's account */
export async function cancelAllTradingOrders(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  const cancel = (trading: TradingBlotter) => {
    cancelWorking(trading, request);
    return null;
  };
  return withBlotter(deps, personId, request.account, cancel, 'trading-exit');
}

export function cancelWorking({ blotter, at }: TradingBlotter, filter: ContractFilter): void {
  for (const order of workingOrders(blotter))
    if (matchesFilter(order, filter)) cancelWorkingOrder(blotter, order.id, at, 'canceled');
}

export function matchesFilter(contract: Contract, { instrument, month }: ContractFilter): boolean {
  return (
    (instrument === undefined || contract.instrument === instrument) &&
    (month === undefined || contract.month === month)
  );
}
