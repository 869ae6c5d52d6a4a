import type { output } from 'zod/mini';
import type { Deps } from '#server/core/deps.ts';
import { cancelWorkingOrder } from '#shared/trading/blotter.ts';
import type { cancelTradingOrder } from '#shared/trading/contract.ts';
import { checkDoneOrder } from './check-done.ts';
import { type TradingReply, withBlotter } from './run-order.ts';

type Request = output<typeof cancelTradingOrder.body>;

/**
 * Cancels a working order and those linked to it. An order that has been filled in the meantime, or is already done,
 * stays as it is; the reply shows that.
 * @throws {ServiceError} 404 for an unknown order or another person's account
 */
export async function cancelTradingOrderFor(deps: Deps, personId: string, request: Request): Promise<TradingReply> {
  return withBlotter(deps, personId, request.account, async ({ blotter, at }, trx) => {
    const { orderId } = request;
    if (blotter.orders.has(orderId)) cancelWorkingOrder(blotter, orderId, at, 'canceled');
    else await checkDoneOrder(trx, request);
    return orderId;
  });
}
