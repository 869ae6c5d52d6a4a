import { type AccountStage, isOver, isTraded } from '#shared/accounts/lifecycle.ts';
import type { AccountStatus } from '#shared/accounts/model.ts';
import type { Holding } from '#shared/copier/sizing.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instruments, type Side } from '#shared/exchange/instruments.ts';
import { couldMakeSpread, maxExposure, type PossibleFill } from './exposure.ts';
import { isSameContract, type OrderType, signOf } from './orders.ts';

/** The maximum age of the prices on screen when an entry is sent. Exits have no limit. */
export const freshDataMs = 2_000;

export const tradingRules = [
  'over',
  'locked',
  'personal-stop',
  'payout-review',
  'suspended',
  'halted',
  'copied',
  'market-closed',
  'stale-data',
  'no-remaining-drawdown',
  'contract-limit',
  'spread',
] as const;

export type TradingRule = (typeof tradingRules)[number];

/** What the server and the screen need to know about an account to decide an order. */
export type TradingAccount = {
  readonly stage: AccountStage;
  readonly status: AccountStatus;
  /** Whether the owner's limits keep positions from being opened. */
  readonly isPersonalStopReached: boolean;
  readonly hasPayoutUnderReview: boolean;
  readonly isHalted: boolean;
  readonly haltedInstruments: readonly InstrumentCode[];
  /** Whether it is an armed copier follower. Manual trading would put it out of sync with its leader. */
  readonly isCopied: boolean;
  /** Whether a product must be held in one direction. */
  readonly refusesSpreads: boolean;
  /** In minis. */
  readonly maxContracts: number;
  /** Equity above the nearest floor; null if there is none. */
  readonly remainingCents: number | null;
  readonly positions: readonly Holding[];
  /** Working orders, except bracket orders, which only reduce. */
  readonly orders: readonly PossibleFill[];
};

/** An order to decide on. For a change of a working order, that order must not be among the account's orders. */
export type ProposedOrder = Contract & {
  readonly side: Side;
  readonly quantity: number;
  readonly type: OrderType;
  /** The OCO group it belongs to. */
  readonly group?: string | undefined;
};

export type MarketAccess = {
  readonly isOpen: boolean;
  /** The age of the prices the trader saw. */
  readonly dataAgeMs: number;
};

export type RemainingLimits = ReturnType<typeof remainingLimitsOf>;

export type TradingDecision =
  | { readonly allowed: true; readonly remaining: RemainingLimits }
  | { readonly allowed: false; readonly rule: TradingRule; readonly remaining: RemainingLimits };

/**
 * Decides whether an order may be placed or, without an order, whether any position may be opened. The server and the
 * screen both use it. A market order that only reduces a position is rejected only if the account is over, is a copier
 * follower, or the market is closed.
 */
export function decideTrading(
  account: TradingAccount,
  market: MarketAccess,
  order: ProposedOrder | null = null,
): TradingDecision {
  const remaining = remainingLimitsOf(account, order);
  const rule = findTradingRule(account, market, order);
  return rule === null ? { allowed: true, remaining } : { allowed: false, rule, remaining };
}

/** Whether an order can only reduce a position, whenever it fills. */
function isExit(positions: readonly Holding[], order: ProposedOrder): boolean {
  return order.type === 'market' && isReducing(positions, order);
}

/** Whether an order would only reduce the position as it is now. */
export function isReducing(
  positions: readonly Holding[],
  order: Contract & Pick<ProposedOrder, 'side' | 'quantity'>,
): boolean {
  const held = positions.find((each) => isSameContract(each, order))?.quantity ?? 0;
  return held * signOf(order.side) < 0 && order.quantity <= Math.abs(held);
}

function findTradingRule(
  account: TradingAccount,
  market: MarketAccess,
  order: ProposedOrder | null,
): TradingRule | null {
  if (isOver(account.stage)) return 'over';
  // This includes exits, because the copier would reopen the position.
  if (account.isCopied) return 'copied';
  if (order !== null && isExit(account.positions, order)) return market.isOpen ? null : 'market-closed';
  const rule = findAccountRule(account, order);
  if (rule !== null) return rule;
  if (!market.isOpen) return 'market-closed';
  if (market.dataAgeMs > freshDataMs) return 'stale-data';
  if (account.remainingCents === 0) return 'no-remaining-drawdown';
  if (order === null) return null;
  if (exceedsLimit(account, order)) return 'contract-limit';
  const { positions, orders } = account;
  const isSpread =
    account.refusesSpreads && couldMakeSpread(positions, orders, { ...order, group: order.group ?? 'new' });
  return isSpread ? 'spread' : null;
}

/** Why no position may be opened on an account now, regardless of the market. Its working entries are canceled. */
export function findAccountRule(
  account: Pick<
    TradingAccount,
    | 'stage'
    | 'status'
    | 'isPersonalStopReached'
    | 'hasPayoutUnderReview'
    | 'isHalted'
    | 'haltedInstruments'
    | 'isCopied'
  >,
  contract: Pick<Contract, 'instrument'> | null,
): Extract<
  TradingRule,
  'over' | 'locked' | 'personal-stop' | 'payout-review' | 'suspended' | 'halted' | 'copied'
> | null {
  if (isOver(account.stage) || account.status === 'passed' || account.status === 'breached') return 'over';
  if (account.status === 'locked') return 'locked';
  if (account.isPersonalStopReached) return 'personal-stop';
  // The payout request also suspends the account, but the trader knows it as the request.
  if (account.hasPayoutUnderReview) return 'payout-review';
  if (!isTraded(account.stage)) return 'suspended';
  if (account.isHalted || (contract !== null && account.haltedInstruments.includes(contract.instrument)))
    return 'halted';
  return account.isCopied ? 'copied' : null;
}

function exceedsLimit(account: TradingAccount, order: ProposedOrder): boolean {
  const before = maxExposure(account.positions, account.orders);
  const after = exposureWith(account, order, order.quantity);
  return after > Math.max(account.maxContracts, before);
}

function exposureWith({ positions, orders }: TradingAccount, order: ProposedOrder, quantity: number): number {
  const { instrument, month, side, group = 'new' } = order;
  return maxExposure(positions, [...orders, { instrument, month, side, quantity, group }]);
}

/** What the limits still allow. `quantity` is the largest order of this contract and side; null without an order. */
function remainingLimitsOf(account: TradingAccount, order: ProposedOrder | null) {
  const { maxContracts, remainingCents: cents } = account;
  const contracts = Math.max(0, roundContracts(maxContracts - maxExposure(account.positions, account.orders)));
  return { maxContracts, contracts, quantity: order === null ? null : maxQuantity(account, order), cents };
}

/** Uses bisection, because a larger order never leads to a smaller position. */
function maxQuantity(account: TradingAccount, order: ProposedOrder): number {
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

/** Contracts in minis have at most two decimals: a QG is a quarter. */
function roundContracts(contracts: number): number {
  return Math.round(contracts * 100) / 100;
}
