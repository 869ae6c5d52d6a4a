import type { Side } from '#shared/exchange/instruments.ts';

type Priced = { readonly side: Side; readonly priceTicks: number | null };

type Level = { readonly priceTicks: number; readonly size: number };

type Quotes = { readonly bidTicks: number; readonly askTicks: number };

export type LadderRow<Order> = {
  readonly ticks: number;
  /** Contracts bid for at this price; null beyond the visible depth. */
  readonly bidSize: number | null;
  readonly askSize: number | null;
  readonly buys: readonly Order[];
  readonly sells: readonly Order[];
};

/** The number of prices on each side of the center. */
export const ladderReach = 10;

/** The ladder is recentered once the market is closer than this to its end. */
const recenterMargin = 3;

type LadderInput<Order> = {
  readonly centerTicks: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The contract's working orders. */
  readonly orders: readonly Order[];
};

/** The ladder's rows, highest price first. */
export function ladderRows<Order extends Priced>(input: LadderInput<Order>): readonly LadderRow<Order>[] {
  const bids = new Map(input.bids.map(({ priceTicks, size }) => [priceTicks, size]));
  const asks = new Map(input.asks.map(({ priceTicks, size }) => [priceTicks, size]));
  return Array.from({ length: 2 * ladderReach + 1 }, (_, index) => {
    const ticks = input.centerTicks + ladderReach - index;
    const ordersAtPrice = input.orders.filter(({ priceTicks }) => priceTicks === ticks);
    return {
      ticks,
      bidSize: bids.get(ticks) ?? null,
      askSize: asks.get(ticks) ?? null,
      buys: ordersAtPrice.filter(({ side }) => side === 'buy'),
      sells: ordersAtPrice.filter(({ side }) => side === 'sell'),
    };
  });
}

/** Keeps the center while the market is well inside, so that prices don't move under the pointer. */
export function centerOf(current: number | null, { bidTicks, askTicks }: Quotes): number {
  const middle = Math.floor((bidTicks + askTicks) / 2);
  return current !== null && Math.abs(middle - current) <= ladderReach - recenterMargin ? current : middle;
}

/** The type of an order that rests at a price: a stop above the ask for a buy or below the bid for a sell, else a limit. */
export function restingTypeAt(side: Side, ticks: number, { bidTicks, askTicks }: Quotes): 'limit' | 'stop' {
  const isThrough = side === 'buy' ? ticks > askTicks : ticks < bidTicks;
  return isThrough ? 'stop' : 'limit';
}
