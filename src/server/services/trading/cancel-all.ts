import type { output } from 'zod/mini';
import type { cancelTradingOrders } from '../../../contract/trading.ts';
import { cancelOrder, workingOrders } from '../../../domain/trading/desk.ts';
import type { Contract, OrderEndReason } from '../../../domain/trading/orders.ts';
import type { Deps } from '../../deps.ts';
import type { TradingDesk } from './open-desk.ts';
import { atDesk, type TradingAnswer } from './run-order.ts';

type Request = output<typeof cancelTradingOrders.body>;

/** The contracts a request means: all of them, or those of an instrument or a month. */
export type ContractFilter = { readonly instrument?: string | undefined; readonly month?: string | undefined };

/** Cancels all working orders, those of brackets included. @throws {ServiceError} 404 for another person's account */
export async function cancelAllTradingOrders(deps: Deps, personId: string, request: Request): Promise<TradingAnswer> {
  return atDesk(deps, personId, request.account, (trading) => {
    cancelWorking(trading, request, 'cancelled');
    return null;
  });
}

export function cancelWorking({ desk, at }: TradingDesk, filter: ContractFilter, reason: OrderEndReason): void {
  for (const order of workingOrders(desk)) if (isMeant(order, filter)) cancelOrder(desk, order.id, at, reason);
}

export function isMeant(contract: Contract, { instrument, month }: ContractFilter): boolean {
  return (
    (instrument === undefined || contract.instrument === instrument) &&
    (month === undefined || contract.month === month)
  );
}
