import { exceedsContractLimit } from '../account/contract-limit.ts';
import { advancePeriod } from '../account/engine.ts';
import { type AccountStage, isOver, isTraded } from '../account/lifecycle.ts';
import type { AccountState } from '../account/state.ts';
import { viewAccount } from '../account/view-account.ts';
import type { InstrumentCode } from '../instrument/instruments.ts';
import { openDayResultCents } from '../own-stop/day-figures.ts';
import { isLossReached } from '../own-stop/own-stop.ts';
import type { AccountRules } from '../rules/types.ts';
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

/** A follower's account, as its own rules and the platform see it. */
export type FollowerAccount = {
  readonly rules: AccountRules;
  readonly state: AccountState;
  readonly stage: AccountStage;
  readonly hasPayoutUnderReview: boolean;
  readonly isHalted: boolean;
  /** Whether its owner's own daily stop locks it. */
  readonly isOwnStopped: boolean;
  readonly haltedInstruments: readonly InstrumentCode[];
};

export type CopyInput = {
  readonly now: number;
  readonly leader: readonly Holding[];
  /** Whether the leader's last fill is recent enough to be followed into a position. */
  readonly isFresh: boolean;
  /** Why the package no longer covers this follower; null if it does. */
  readonly notCovered: Extract<DisarmReason, 'package-ended' | 'package-limit'> | null;
  readonly link: CopyLink;
  readonly account: FollowerAccount;
  /** Of the follower's contracts, those in which an order of the two has filled and the other still may. */
  readonly settling?: ReadonlyMap<string, unknown>;
};

/** A market order: signed contracts to trade, and the position it leads to. */
export type CopyOrder = Holding & { readonly positionAfter: number };

export type CopyDecision = {
  readonly link: CopyLink;
  /** Exits first. */
  readonly orders: readonly CopyOrder[];
  /** Entries refused now, with the order that wasn't placed; those refused before are in the link only. */
  readonly refused: readonly (MissedEntry & { readonly order: CopyOrder })[];
  /** The positions once the orders are filled. */
  readonly positionsAfter: readonly Holding[];
};

/**
 * What brings a follower in line with its leader. Depends on positions and never on increments, so deciding again,
 * late or after a crash can't double or orphan a position. The follower's own rules are checked before any entry.
 */
export function decideCopy(input: CopyInput): CopyDecision {
  const { now, leader, account } = input;
  const state = advancePeriod(account.rules, input.account.state, now);
  // Its platform closes it and takes no more orders for it.
  if (isOver(account.stage))
    return { link: release(input.link, 'account-over'), orders: [], refused: [], positionsAfter: state.positions };
  const link = settlePhase(input, state);
  if (link.phase === 'disarmed') return { link, orders: [], refused: [], positionsAfter: state.positions };
  const waiting = link.waiting && leader.length > 0;
  const targets = link.phase === 'flattening' ? [] : targetsOf(leader, link.sizing);
  const held = new Map(state.positions.map((each) => [keyOf(each), each.quantity]));
  const known = new Map(link.missed.map((each) => [keyOf(each), each]));
  const missed: MissedEntry[] = [];
  const refused: (MissedEntry & { readonly order: CopyOrder })[] = [];
  const exits: CopyOrder[] = [];
  const entries: CopyOrder[] = [];

  const contracts = new Map<string, Holding>(
    [...state.positions, ...targets].map(({ instrument, month }) => [
      keyOf({ instrument, month }),
      { instrument, month, quantity: 0 },
    ]),
  );
  const wantedOf = new Map(targets.map((each) => [keyOf(each), each.quantity]));
  for (const [key, { instrument, month }] of contracts) {
    const current = held.get(key) ?? 0;
    const wanted = wantedOf.get(key) ?? 0;
    const side = wanted > 0 ? 'long' : 'short';
    const before = known.get(key);
    const isMissed = before !== undefined && wanted !== 0 && before.side === side && wanted !== current;
    if (isMissed) missed.push(before);
    if (link.phase !== 'flattening' && input.settling?.has(key)) continue;
    const exitsOnly = isMissed || waiting || link.phase !== 'armed';
    const target = exitsOnly || isReduction(current, wanted) ? reduceTowards(current, wanted) : wanted;
    const order = { instrument, month, quantity: target - current, positionAfter: target };
    if (order.quantity === 0) continue;
    if (isReduction(current, target)) exits.push(order);
    else entries.push(order);
  }

  const after = new Map(held);
  for (const order of exits) after.set(keyOf(order), order.positionAfter);
  const allowed: CopyOrder[] = [];
  for (const order of entries) {
    const key = keyOf(order);
    const reason = refuseEntry(input, state, order, holdings(contracts, after));
    if (reason === null) {
      after.set(key, order.positionAfter);
      allowed.push(order);
      continue;
    }
    const { instrument, month } = order;
    const entry = { instrument, month, side: order.positionAfter > 0 ? 'long' : 'short', reason } as const;
    missed.push(entry);
    refused.push({ ...entry, order });
    const current = held.get(key) ?? 0;
    const rest = reduceTowards(current, order.positionAfter);
    if (rest !== current) exits.push({ ...order, quantity: rest - current, positionAfter: rest });
    after.set(key, rest);
  }
  const phase = link.phase !== 'armed' && state.positions.length === 0 ? 'disarmed' : link.phase;
  const positionsAfter = holdings(contracts, after).filter(({ quantity }) => quantity !== 0);
  return { link: { ...link, phase, waiting, missed }, orders: [...exits, ...allowed], refused, positionsAfter };
}

function settlePhase({ link, notCovered }: CopyInput, state: AccountState): CopyLink {
  if (isLossReached(link.dailyStopCents, openDayResultCents(state))) return flatten(link, 'own-stop');
  return notCovered === null ? link : disarm(link, notCovered);
}

function refuseEntry(
  { isFresh, account, now }: CopyInput,
  state: AccountState,
  order: CopyOrder,
  before: readonly Holding[],
): MissedReason | null {
  const { rules, stage } = account;
  if (state.status === 'locked' || account.isOwnStopped) return 'locked';
  if (state.status !== 'active') return 'suspended';
  // A request suspends the account for its transfer; the request is what the trader knows of.
  if (account.hasPayoutUnderReview) return 'payout-review';
  if (!isTraded(stage)) return 'suspended';
  if (account.isHalted || account.haltedInstruments.includes(order.instrument)) return 'halted';
  if (viewAccount(rules, state, now).remainingDailyDrawdownCents === 0) return 'no-room';
  const rest = before.filter((each) => keyOf(each) !== keyOf(order));
  if (exceedsContractLimit(rules, before, [...rest, { ...order, quantity: order.positionAfter }]))
    return 'contract-limit';
  return isFresh ? null : 'late';
}

function holdings(contracts: ReadonlyMap<string, Holding>, quantities: ReadonlyMap<string, number>): Holding[] {
  return [...contracts].map(([key, each]) => ({ ...each, quantity: quantities.get(key) ?? 0 }));
}

/** As close to the wanted position as reducing gets. */
export function reduceTowards(current: number, wanted: number): number {
  if (Math.sign(current) !== Math.sign(wanted)) return 0;
  return Math.sign(current) * Math.min(Math.abs(current), Math.abs(wanted));
}

export function isReduction(current: number, wanted: number): boolean {
  return wanted === 0 || (Math.sign(current) === Math.sign(wanted) && Math.abs(wanted) <= Math.abs(current));
}

export function keyOf({ instrument, month }: Pick<Holding, 'instrument' | 'month'>): string {
  return `${instrument} ${month}`;
}
