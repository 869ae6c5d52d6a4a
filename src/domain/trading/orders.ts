import type { Contract } from '../instrument/contract-month.ts';

/** The largest order. */
export const maxOrderContracts = 1_000;
/** The longest distance between an entry and its target or stop, in ticks. */
export const maxBracketTicks = 100_000;

export const orderSides = ['buy', 'sell'] as const;
export type OrderSide = (typeof orderSides)[number];

export const orderTypes = ['market', 'limit', 'stop'] as const;
export type OrderType = (typeof orderTypes)[number];

/**
 * What an order is for: the trader's own, a part of an entry's bracket, or one that flattens or reverses a position.
 */
export const orderRoles = ['own', 'target', 'protective-stop', 'flatten', 'reverse'] as const;
export type OrderRole = (typeof orderRoles)[number];

/** Why an order isn't working any more and wasn't filled. */
export const orderEndReasons = [
  /** By the trader. */
  'cancelled',
  /** The other one of two linked orders was filled or cancelled. */
  'oco',
  /** A bracket's position is closed or reduced. */
  'position-closed',
  /** Filling it would have exceeded the contract limit. */
  'contract-limit',
  /** The account passed, breached, was locked for the day, or is over. */
  'account-stopped',
  'suspended',
  'payout-review',
  'halted',
  'no-room',
  /** The copier trades the account, or needs this order no longer. */
  'copied',
  'reset',
  /** Its contract's month is over. */
  'expired',
] as const;
export type OrderEndReason = (typeof orderEndReasons)[number];

/** Distances from the entry's price in ticks, both positive; null for none. */
export type Bracket = { readonly targetTicks: number | null; readonly stopTicks: number | null };

type OrderTerms = Contract & {
  readonly id: string;
  readonly side: OrderSide;
  readonly quantity: number;
  readonly role: OrderRole;
  /** The entry whose position a bracket's order closes. */
  readonly parentId: string | null;
  /** Orders of one group are linked: one filled or cancelled cancels the others. */
  readonly ocoGroup: string | null;
  /** What is placed around the entry's price once this order fills. */
  readonly bracket: Bracket | null;
  /** Epoch milliseconds. */
  readonly placedAt: number;
  /** Rises with each change by its trader; 1 if absent. */
  readonly version?: number | undefined;
  /** The leader's order that it repeats, for the copier. */
  readonly copyOf?: CopySource | undefined;
};

/** An order of a leader, in the version that was copied last. */
export type CopySource = { readonly orderId: string; readonly version: number };

export type OrderPrice =
  | { readonly type: 'market' }
  | { readonly type: 'limit'; readonly priceTicks: number }
  | { readonly type: 'stop'; readonly priceTicks: number };

export type OrderOutcome =
  | { readonly status: 'working' }
  | { readonly status: 'filled'; readonly doneAt: number; readonly fillTicks: number; readonly feeCents: number }
  | { readonly status: 'cancelled'; readonly doneAt: number; readonly reason: OrderEndReason }
  | { readonly status: 'rejected'; readonly doneAt: number; readonly reason: OrderEndReason };

export const orderStatuses = ['working', 'filled', 'cancelled', 'rejected'] as const;

export type Order = OrderTerms & OrderPrice & OrderOutcome;

export type WorkingOrder = Order & { readonly status: 'working' };

export function isWorking(order: Order): order is WorkingOrder {
  return order.status === 'working';
}

/** Whether it belongs to a bracket, and so only ever reduces a position. */
export function isBracketOrder({ role }: Pick<Order, 'role'>): boolean {
  return role === 'target' || role === 'protective-stop';
}

export function isSameContract(left: Contract, right: Contract): boolean {
  return left.instrument === right.instrument && left.month === right.month;
}

export function oppositeOf(side: OrderSide): OrderSide {
  return side === 'buy' ? 'sell' : 'buy';
}

/** 1 for a purchase, -1 for a sale. */
export function signOf(side: OrderSide): 1 | -1 {
  return side === 'buy' ? 1 : -1;
}

/** Best prices of one contract at one moment. */
export type Quote = Contract & { readonly bidTicks: number; readonly askTicks: number };

/** What an order would be filled at now: a purchase at the ask, a sale at the bid. */
export function oppositeBest({ bidTicks, askTicks }: Pick<Quote, 'bidTicks' | 'askTicks'>, side: OrderSide): number {
  return side === 'buy' ? askTicks : bidTicks;
}

/** Whether the market has reached an order's price. */
export function isReached(price: OrderPrice, side: OrderSide, quote: Pick<Quote, 'bidTicks' | 'askTicks'>): boolean {
  if (price.type === 'market') return true;
  const bestTicks = oppositeBest(quote, side);
  const isAtOrAbove = bestTicks >= price.priceTicks;
  const isAtOrBelow = bestTicks <= price.priceTicks;
  if (price.type === 'stop') return side === 'buy' ? isAtOrAbove : isAtOrBelow;
  return side === 'buy' ? isAtOrBelow : isAtOrAbove;
}
