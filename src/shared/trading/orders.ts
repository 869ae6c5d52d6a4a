import type { Contract } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';

/** The largest order, in contracts. */
export const maxOrderContracts = 1_000;
/** The longest distance between an entry and its target or stop, in ticks. */
export const maxBracketTicks = 100_000;

export const orderTypes = ['market', 'limit', 'stop'] as const;
export type OrderType = (typeof orderTypes)[number];

/**
 * The purpose of an order: the trader's own, part of an entry's bracket, or one that flattens or reverses a position.
 */
export const orderRoles = ['own', 'target', 'protective-stop', 'flatten', 'reverse'] as const;
export type OrderRole = (typeof orderRoles)[number];

/** Why an order ended without being filled. */
export const orderEndReasons = [
  'canceled',
  /** A linked order was filled or canceled. */
  'oco',
  /** The bracket's position was closed or reduced. */
  'position-closed',
  /** Its fill would have exceeded the contract limit. */
  'contract-limit',
  /** Its fill would have added to a losing position, which the owner doesn't want. */
  'averaging-down',
  /** The account passed, breached, was locked for the day, or is over. */
  'account-stopped',
  'suspended',
  'payout-review',
  'halted',
  'no-remaining-drawdown',
  /** The copier trades the account, or no longer needs this order. */
  'copied',
  'reset',
  'expired',
] as const;
export type OrderEndReason = (typeof orderEndReasons)[number];

/** Distances from the entry's price in ticks, both positive; null for none. */
export type Bracket = { readonly targetTicks: number | null; readonly stopTicks: number | null };

type OrderTerms = Contract & {
  readonly id: string;
  readonly side: Side;
  readonly quantity: number;
  readonly role: OrderRole;
  /** The entry whose position a bracket order closes. */
  readonly parentId: string | null;
  /** Links orders: if one of a group is filled or canceled, the others are canceled. */
  readonly ocoGroup: string | null;
  /** The bracket placed around the fill price once this order fills. */
  readonly bracket: Bracket | null;
  /** UTC ms. */
  readonly placedAt: number;
  /** Increases with each change by the trader; 1 if absent. */
  readonly version?: number | undefined;
  /** The leader's order that this one copies, and the version of it that was last copied. */
  readonly copyOf?: { readonly orderId: string; readonly version: number } | undefined;
};

export type OrderPrice =
  | { readonly type: 'market' }
  | { readonly type: 'limit'; readonly priceTicks: number }
  | { readonly type: 'stop'; readonly priceTicks: number };

export type OrderOutcome =
  | { readonly status: 'working' }
  | { readonly status: 'filled'; readonly doneAt: number; readonly fillTicks: number; readonly feeCents: number }
  | { readonly status: 'canceled'; readonly doneAt: number; readonly reason: OrderEndReason }
  | { readonly status: 'rejected'; readonly doneAt: number; readonly reason: OrderEndReason };

export const tradingOrderStatuses = ['working', 'filled', 'canceled', 'rejected'] as const;

export type TradingOrder = OrderTerms & OrderPrice & OrderOutcome;

export type WorkingOrder = TradingOrder & { readonly status: 'working' };

export function isWorking(order: TradingOrder): order is WorkingOrder {
  return order.status === 'working';
}

/** Whether it belongs to a bracket, so that it can only reduce a position. */
export function isBracketOrder({ role }: Pick<TradingOrder, 'role'>): boolean {
  return role === 'target' || role === 'protective-stop';
}

export function isSameContract(left: Contract, right: Contract): boolean {
  return left.instrument === right.instrument && left.month === right.month;
}

export function oppositeOf(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

export function signOf(side: Side): 1 | -1 {
  return side === 'buy' ? 1 : -1;
}

/** Best prices of one contract at one time. */
export type BidAsk = Contract & { readonly bidTicks: number; readonly askTicks: number };

/** The price at which an order would fill now: the ask for a buy, the bid for a sell. */
export function oppositeBest({ bidTicks, askTicks }: Pick<BidAsk, 'bidTicks' | 'askTicks'>, side: Side): number {
  return side === 'buy' ? askTicks : bidTicks;
}

export function isReached(price: OrderPrice, side: Side, quote: Pick<BidAsk, 'bidTicks' | 'askTicks'>): boolean {
  if (price.type === 'market') return true;
  const bestTicks = oppositeBest(quote, side);
  const isAtOrAbove = bestTicks >= price.priceTicks;
  const isAtOrBelow = bestTicks <= price.priceTicks;
  if (price.type === 'stop') return side === 'buy' ? isAtOrAbove : isAtOrBelow;
  return side === 'buy' ? isAtOrBelow : isAtOrAbove;
}
