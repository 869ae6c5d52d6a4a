import type { output } from 'zod/mini';
import { findRow, lockRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { awaitNewestFrame, getMarket } from '#server/core/market.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { putOrder } from '#shared/trading/blotter.ts';
import type { placeTradingOrder } from '#shared/trading/contract.ts';
import { fillOrder } from '#shared/trading/fill-order.ts';
import { type BidAsk, isReached, type OrderRole, oppositeBest, type WorkingOrder } from '#shared/trading/orders.ts';
import { findQuote } from './quotes.ts';
import { readTrading } from './read.ts';
import { catchUp, lockBlotter, type TradingBlotter } from './read-blotters.ts';
import { storeBlotters } from './store-blotter.ts';

export type TradingReply = output<typeof placeTradingOrder.data>;

type BlotterAction = (trading: TradingBlotter, trx: Trx) => Promise<string | null> | string | null;

/**
 * Runs an action on an account's blotter in one transaction.
 * @param runAction returns the id of the order it placed or found
 * @returns the account afterward
 * @throws {ServiceError} 404 for another person's account, 409 for one that isn't traded here
 */
export async function withBlotter(
  deps: Deps,
  personId: string,
  accountId: string,
  runAction: BlotterAction,
  limit: 'trading' | 'trading-exit' = 'trading',
): Promise<TradingReply> {
  await deps.limits.take(limit, personId);
  await awaitNewestFrame(deps);
  let orderId: string | null | undefined;
  do orderId = await runOnce(deps, personId, accountId, runAction);
  while (orderId === undefined);
  return { orderId, trading: await readTrading(deps, personId, accountId) };
}

/** Undefined if a long downtime left more frames than one transaction can match; what it matched is stored. */
async function runOnce(
  deps: Deps,
  personId: string,
  accountId: string,
  runAction: BlotterAction,
): Promise<string | null | undefined> {
  return deps.db.transaction().execute(async (trx) => {
    const trading = await lockBlotter(deps, trx, personId, accountId);
    const isBehind = catchUp(deps, trading);
    const orderId = isBehind ? undefined : await runAction(trading, trx);
    await storeBlotters(deps, trx, [trading]);
    return orderId;
  });
}

/**
 * Like `withBlotter`, for actions that trade. Repeating a request does nothing and returns its order; a simulated
 * trader stops first.
 * @throws {ServiceError} 409 if the request's id was used for something else
 */
export function placeOnce(
  deps: Deps,
  personId: string,
  kind: 'place' | 'flatten' | 'reverse',
  request: { readonly account: string; readonly requestId: string; readonly dataAt?: number },
  runAction: (trading: TradingBlotter) => string | null,
): Promise<TradingReply> {
  const { account, requestId, dataAt: _, ...content } = request;
  const hash = sha256(JSON.stringify([kind, content]));
  const action: BlotterAction = async (trading, trx) => {
    const earlier = await findRow(trx, 'trading_request', { account_id: account, request_id: requestId }, [
      'request_hash',
      'order_id',
    ]);
    if (earlier && earlier.request_hash !== hash) throw new ServiceError(409, 'idempotency_conflict');
    if (earlier) return earlier.order_id;
    await stopSimulatedTrader(deps, trx, trading);
    const orderId = runAction(trading);
    checkOpenAtPlatform(trading);
    trading.request = { id: requestId, hash, orderId };
    return orderId;
  };
  return withBlotter(deps, personId, account, action, kind === 'flatten' ? 'trading-exit' : 'trading');
}

/**
 * Called after the account's own rules, whose errors are more specific.
 * @throws {ServiceError} 409 for an account that its platform has closed
 */
export function checkOpenAtPlatform({ row, blotter }: TradingBlotter): void {
  if (row.open_at_platform) return;
  const isPlaced = [...blotter.changed].some((id) => blotter.orders.get(id)?.status !== 'canceled');
  if (isPlaced || blotter.events.length > 0) throw new ServiceError(409, 'trading_unavailable');
}

/** Current prices of what the account holds and of one more contract; those of closed markets are missing. */
export function quotesNow(deps: Deps, { blotter, frameNumber }: TradingBlotter, contract?: Contract): BidAsk[] {
  const contracts: Contract[] = [...blotter.state.positions, ...(contract ? [contract] : [])];
  return contracts.flatMap((each) => findQuote(getMarket(deps), each, frameNumber) ?? []);
}

/** Adds an order and fills it at the opposite best price if the market is already there. */
export function placeOrder(
  trading: TradingBlotter,
  order: WorkingOrder,
  quote: BidAsk,
  quotes: readonly BidAsk[],
): void {
  putOrder(trading.blotter, order);
  if (isReached(order, order.side, quote))
    fillOrder(trading.blotter, order, trading.at, oppositeBest(quote, order.side), quotes);
}

type MarketOrderInput = Contract & {
  readonly side: Side;
  readonly quantity: number;
  readonly role: OrderRole;
};

export function marketOrder({ instrument, month, side, quantity, role }: MarketOrderInput, at: number): WorkingOrder {
  return {
    ...{ id: newId(), instrument, month, side, quantity, role },
    ...{ parentId: null, ocoGroup: null, bracket: null, placedAt: at, type: 'market', status: 'working' },
  };
}

/**
 * Stops an account's simulated trader before its owner trades by hand, until the owner starts it again. The owner takes
 * over its open position: what the ticket said about the position after the order holds.
 */
async function stopSimulatedTrader(deps: Deps, trx: Trx, { row }: TradingBlotter): Promise<void> {
  const stored = await lockRow(trx, 'simulated_trader', { account_id: row.id }, ['trader', 'started_at', 'trading']);
  if (!stored || (stored.started_at === null && !stored.trading)) return;
  await updateRow(
    trx,
    'simulated_trader',
    { account_id: row.id },
    { trader: JSON.stringify({ ...stored.trader, trade: null }), trading: false, started_at: null },
  );
  await writeAudit(deps, trx, `person:${row.person_id}`, 'simulation-stopped', ['account', row.id]);
}
