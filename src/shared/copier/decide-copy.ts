import { isAveragingDown } from '#shared/accounts/averaging-down.ts';
import { advancePeriod } from '#shared/accounts/engine.ts';
import { type AccountStage, isOver, isTraded } from '#shared/accounts/lifecycle.ts';
import { exceedsContractLimit } from '#shared/accounts/max-contracts.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { openDayResultCents } from '#shared/accounts/personal-stop/day-figures.ts';
import { isLossReached } from '#shared/accounts/personal-stop/personal-stop.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { holdsSpread } from '#shared/accounts/spread.ts';
import { viewAccount } from '#shared/accounts/view-account.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import {
  type CopyLink,
  type DisarmReason,
  disarm,
  flatten,
  type MissedEntry,
  type MissedReason,
  release,
} from './copy-link.ts';
import { type Holding, targetsOf } from './sizing.ts';

/** A follower's account under its own rules and on its platform. */
export type FollowerAccount = {
  readonly rules: AccountRules;
  readonly state: AccountState;
  readonly stage: AccountStage;
  readonly hasPayoutUnderReview: boolean;
  readonly isHalted: boolean;
  /** Whether the owner's limits keep positions from being opened. */
  readonly isPersonalStopReached: boolean;
  /** The owner's limit in minis; null without one. */
  readonly ownMaxContracts: number | null;
  readonly noAveragingDown: boolean;
  readonly haltedInstruments: readonly InstrumentCode[];
};

export type CopyInput = {
  readonly now: number;
  readonly leader: readonly Holding[];
  /** Whether the leader's last fill is recent enough to copy an entry. */
  readonly isFresh: boolean;
  /** Why the package no longer covers this follower; null if it does. */
  readonly notCovered: Extract<DisarmReason, 'package-ended' | 'package-limit'> | null;
  readonly link: CopyLink;
  readonly account: FollowerAccount;
  /** The follower's contracts in which one of a leader's order and its copy has filled and the other still may. */
  readonly settling?: ReadonlyMap<string, unknown>;
};

/** A market order: the signed contracts to trade and the position after it. */
export type CopyOrder = Holding & { readonly positionAfter: number };

export type CopyDecision = {
  readonly link: CopyLink;
  /** Exits first. */
  readonly orders: readonly CopyOrder[];
  /** Entries missed now, with the order that wasn't placed. Entries missed earlier are only in the link. */
  readonly newlyMissed: readonly (MissedEntry & { readonly order: CopyOrder })[];
  /** The positions after the orders are filled. */
  readonly positionsAfter: readonly Holding[];
};

/**
 * Decides the market orders that bring a follower in line with its leader. Depends on positions, never on increments,
 * so deciding twice, late or after a crash can't double or orphan a position. Entries must pass the follower's rules.
 */
export function decideCopy(input: CopyInput): CopyDecision {
  const { now, leader, account } = input;
  const state = advancePeriod(account.rules, input.account.state, now);
  // The platform closes the account and takes no more orders for it.
  if (isOver(account.stage))
    return { link: release(input.link, 'account-over'), orders: [], newlyMissed: [], positionsAfter: state.positions };
  const link = settlePhase(input, state);
  if (link.phase === 'disarmed') return { link, orders: [], newlyMissed: [], positionsAfter: state.positions };
  const waiting = link.waiting && leader.length > 0;
  const targets = link.phase === 'flattening' ? [] : targetsOf(leader, link.sizing);
  const held = new Map(state.positions.map((each) => [contractKey(each), each.quantity]));
  const known = new Map(link.missed.map((each) => [contractKey(each), each]));
  const missed: MissedEntry[] = [];
  const newlyMissed: (MissedEntry & { readonly order: CopyOrder })[] = [];
  const exits: CopyOrder[] = [];
  const entries: CopyOrder[] = [];

  const contracts = new Map<string, Holding>(
    [...state.positions, ...targets].map(({ instrument, month }) => [
      contractKey({ instrument, month }),
      { instrument, month, quantity: 0 },
    ]),
  );
  const intendedQuantities = new Map(targets.map((each) => [contractKey(each), each.quantity]));
  for (const [key, { instrument, month }] of contracts) {
    const current = held.get(key) ?? 0;
    const intended = intendedQuantities.get(key) ?? 0;
    const side = intended > 0 ? 'long' : 'short';
    const before = known.get(key);
    const isMissed = before !== undefined && intended !== 0 && before.side === side && intended !== current;
    if (isMissed) missed.push(before);
    if (link.phase !== 'flattening' && input.settling?.has(key)) continue;
    const exitsOnly = isMissed || waiting || link.phase !== 'armed';
    const target = exitsOnly || isReduction(current, intended) ? reduceTowards(current, intended) : intended;
    const order = { instrument, month, quantity: target - current, positionAfter: target };
    if (order.quantity === 0) continue;
    if (isReduction(current, target)) exits.push(order);
    else entries.push(order);
  }

  const after = new Map(held);
  for (const order of exits) after.set(contractKey(order), order.positionAfter);
  const allowed: CopyOrder[] = [];
  for (const order of entries) {
    const key = contractKey(order);
    const reason = findMissedReason(input, state, order, holdings(contracts, after));
    if (reason === null) {
      after.set(key, order.positionAfter);
      allowed.push(order);
      continue;
    }
    const { instrument, month } = order;
    const entry = { instrument, month, side: order.positionAfter > 0 ? 'long' : 'short', reason } as const;
    missed.push(entry);
    newlyMissed.push({ ...entry, order });
    const current = held.get(key) ?? 0;
    const rest = reduceTowards(current, order.positionAfter);
    if (rest !== current) exits.push({ ...order, quantity: rest - current, positionAfter: rest });
    after.set(key, rest);
  }
  const phase = link.phase !== 'armed' && state.positions.length === 0 ? 'disarmed' : link.phase;
  const positionsAfter = holdings(contracts, after).filter(({ quantity }) => quantity !== 0);
  return { link: { ...link, phase, waiting, missed }, orders: [...exits, ...allowed], newlyMissed, positionsAfter };
}

function settlePhase({ link, notCovered }: CopyInput, state: AccountState): CopyLink {
  if (isLossReached(link.dailyStopCents, openDayResultCents(state))) return flatten(link, 'daily-stop');
  return notCovered === null ? link : disarm(link, notCovered);
}

function findMissedReason(
  { isFresh, account, now }: CopyInput,
  state: AccountState,
  order: CopyOrder,
  before: readonly Holding[],
): MissedReason | null {
  const { rules, stage } = account;
  if (state.status === 'locked' || account.isPersonalStopReached) return 'locked';
  if (state.status !== 'active') return 'suspended';
  // The payout request also suspends the account, but the trader knows it as the request.
  if (account.hasPayoutUnderReview) return 'payout-review';
  if (!isTraded(stage)) return 'suspended';
  if (account.isHalted || account.haltedInstruments.includes(order.instrument)) return 'halted';
  if (viewAccount(rules, state, now).remainingDailyDrawdownCents === 0) return 'no-remaining-drawdown';
  const rest = before.filter((each) => contractKey(each) !== contractKey(order));
  const after = [...rest, { ...order, quantity: order.positionAfter }];
  const maxContracts = Math.min(findMaxContracts(rules, state), account.ownMaxContracts ?? Number.POSITIVE_INFINITY);
  if (exceedsContractLimit(maxContracts, before, after)) return 'contract-limit';
  if (account.noAveragingDown && addsToLoss(state, order)) return 'averaging-down';
  if (rules.spreads === 'refused' && holdsSpread(after)) return 'rejected';
  return isFresh ? null : 'late';
}

/** Whether an order adds to a position that loses at its latest price. */
function addsToLoss({ positions }: AccountState, order: CopyOrder): boolean {
  const held = positions.find((each) => contractKey(each) === contractKey(order));
  if (held === undefined) return false;
  const { lastPriceTicks: priceTicks } = held;
  const side = order.quantity > 0 ? 'buy' : 'sell';
  return isAveragingDown(positions, { ...order, side, quantity: Math.abs(order.quantity), priceTicks });
}

function holdings(contracts: ReadonlyMap<string, Holding>, quantities: ReadonlyMap<string, number>): Holding[] {
  return [...contracts].map(([key, each]) => ({ ...each, quantity: quantities.get(key) ?? 0 }));
}

/** The position closest to the intended one that can be reached by reducing only. */
export function reduceTowards(current: number, intended: number): number {
  if (Math.sign(current) !== Math.sign(intended)) return 0;
  return Math.sign(current) * Math.min(Math.abs(current), Math.abs(intended));
}

export function isReduction(current: number, intended: number): boolean {
  return intended === 0 || (Math.sign(current) === Math.sign(intended) && Math.abs(intended) <= Math.abs(current));
}
