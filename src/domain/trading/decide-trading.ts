import { type AccountStage, isOver, isTraded } from '../account/lifecycle.ts';
import type { AccountStatus } from '../account/state.ts';
import type { Holding } from '../copier/sizing.ts';
import type { Contract } from '../instrument/contract-month.ts';
import { type InstrumentCode, instruments } from '../instrument/instruments.ts';
import { largestExposure, type PossibleFill } from './exposure.ts';
import { isSameContract, type OrderSide, type OrderType, signOf } from './orders.ts';

/** A screen's prices may be this old when an entry is sent. Exits have no limit. */
export const freshDataMs = 2_000;

/** Why an order isn't taken. */
export const tradingRules = [
  'over',
  'locked',
  'own-stop',
  'payout-review',
  'suspended',
  'halted',
  'copied',
  'market-closed',
  'stale-data',
  'no-room',
  'contract-limit',
] as const;

export type TradingRule = (typeof tradingRules)[number];

/** What the server and the screen know of an account when an order is about to be placed. */
export type TradingAccount = {
  readonly stage: AccountStage;
  readonly status: AccountStatus;
  /** Whether its owner's own daily stop locks it. */
  readonly isOwnStopped: boolean;
  readonly hasPayoutUnderReview: boolean;
  /** Whether a halt of the risk desk stops the account. */
  readonly isHalted: boolean;
  readonly haltedInstruments: readonly InstrumentCode[];
  /** An armed follower of the copier: trading by hand would leave it out of sync with its leader. */
  readonly isCopied: boolean;
  /** In minis. */
  readonly maxContracts: number;
  /** Equity above the nearest floor; null without one. */
  readonly remainingCents: number | null;
  readonly positions: readonly Holding[];
  /** Working orders without those of brackets, which only reduce. */
  readonly orders: readonly PossibleFill[];
};

/** An order to decide. A change of a working order is given without that order among the account's. */
export type ProposedOrder = Contract & {
  readonly side: OrderSide;
  readonly quantity: number;
  readonly type: OrderType;
  /** The group of an order it is linked to. */
  readonly group?: string | undefined;
};

export type MarketAccess = {
  /** Whether the contract trades now. */
  readonly isOpen: boolean;
  /** How old the prices are that the trader saw. */
  readonly dataAgeMs: number;
};

/** What is left under the limits. `quantity` is the largest order of this contract and side; null without an order. */
export type TradingRoom = {
  readonly maxContracts: number;
  readonly contracts: number;
  readonly quantity: number | null;
  readonly cents: number | null;
};

export type TradingDecision =
  | { readonly allowed: true; readonly room: TradingRoom }
  | { readonly allowed: false; readonly rule: TradingRule; readonly room: TradingRoom };

/**
 * Whether an order may be placed, or without one whether anything may be opened. The server and the screen ask here and
 * nowhere else. A market order that only reduces a position is stopped only by an account that is over or copied
 * to, and by a closed market.
 */
export function decideTrading(
  account: TradingAccount,
  market: MarketAccess,
  order: ProposedOrder | null = null,
): TradingDecision {
  const room = roomOf(account, order);
  const rule = refuse(account, market, order);
  return rule === null ? { allowed: true, room } : { allowed: false, rule, room };
}

/** Whether an order takes part of a position away and can do nothing else, whenever it fills. */
function isExit(positions: readonly Holding[], order: ProposedOrder): boolean {
  return order.type === 'market' && isReducing(positions, order);
}

/** Whether an order would only take away from the position as it is now. */
export function isReducing(
  positions: readonly Holding[],
  order: Contract & Pick<ProposedOrder, 'side' | 'quantity'>,
): boolean {
  const held = positions.find((each) => isSameContract(each, order))?.quantity ?? 0;
  return held * signOf(order.side) < 0 && order.quantity <= Math.abs(held);
}

function refuse(account: TradingAccount, market: MarketAccess, order: ProposedOrder | null): TradingRule | null {
  if (isOver(account.stage)) return 'over';
  // Its exits are the copier's too, which would open the position again.
  if (account.isCopied) return 'copied';
  if (order !== null && isExit(account.positions, order)) return market.isOpen ? null : 'market-closed';
  const rule = findAccountRule(account, order);
  if (rule !== null) return rule;
  if (!market.isOpen) return 'market-closed';
  if (market.dataAgeMs > freshDataMs) return 'stale-data';
  if (account.remainingCents === 0) return 'no-room';
  return order !== null && exceedsLimit(account, order) ? 'contract-limit' : null;
}

/** Why nothing may be opened on an account now, whatever the market does. Working entries are cancelled for it. */
export function findAccountRule(
  account: Pick<
    TradingAccount,
    'stage' | 'status' | 'isOwnStopped' | 'hasPayoutUnderReview' | 'isHalted' | 'haltedInstruments' | 'isCopied'
  >,
  contract: Pick<Contract, 'instrument'> | null,
): Extract<TradingRule, 'over' | 'locked' | 'own-stop' | 'payout-review' | 'suspended' | 'halted' | 'copied'> | null {
  if (isOver(account.stage) || account.status === 'passed' || account.status === 'breached') return 'over';
  if (account.status === 'locked') return 'locked';
  if (account.isOwnStopped) return 'own-stop';
  // A request suspends the account for its transfer; the request is what the trader knows of.
  if (account.hasPayoutUnderReview) return 'payout-review';
  if (!isTraded(account.stage)) return 'suspended';
  if (account.isHalted || (contract !== null && account.haltedInstruments.includes(contract.instrument)))
    return 'halted';
  return account.isCopied ? 'copied' : null;
}

function exceedsLimit(account: TradingAccount, order: ProposedOrder): boolean {
  const before = largestExposure(account.positions, account.orders);
  const after = exposureWith(account, order, order.quantity);
  return after > Math.max(account.maxContracts, before);
}

function exposureWith({ positions, orders }: TradingAccount, order: ProposedOrder, quantity: number): number {
  const { instrument, month, side, group = 'new' } = order;
  return largestExposure(positions, [...orders, { instrument, month, side, quantity, group }]);
}

function roomOf(account: TradingAccount, order: ProposedOrder | null): TradingRoom {
  const { maxContracts, remainingCents: cents } = account;
  const contracts = Math.max(0, round(maxContracts - largestExposure(account.positions, account.orders)));
  return { maxContracts, contracts, quantity: order === null ? null : largestQuantity(account, order), cents };
}

/** By bisection: a larger order never leads to a smaller position. */
function largestQuantity(account: TradingAccount, order: ProposedOrder): number {
  const held = account.positions.find((each) => isSameContract(each, order))?.quantity ?? 0;
  let fits = 0;
  let tooMany = account.maxContracts * instruments[order.instrument].ratio * 2 + Math.abs(held) + 1;
  while (tooMany - fits > 1) {
    const quantity = Math.floor((fits + tooMany) / 2);
    if (exceedsLimit(account, { ...order, quantity })) tooMany = quantity;
    else fits = quantity;
  }
  return fits;
}

/** Minis have two decimals at most: a QG is a quarter. */
function round(contracts: number): number {
  return Math.round(contracts * 100) / 100;
}
