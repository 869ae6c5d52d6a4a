import { createMutableState } from '#shared/accounts/engine/mutable-state.ts';
import { step } from '#shared/accounts/engine/step.ts';
import {
  type AccountEvent,
  type AccountRules,
  type AccountState,
  type BreachRule,
  signedQuantity,
} from '#shared/accounts/model.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import { findMaxContracts } from '#shared/accounts/rules/contract-steps.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** How an attempt ended: passed, breached by a rule, or still going at the end of the file. */
export type AttemptEnd =
  | { readonly status: 'passed'; readonly day: TradingDay; readonly tradedDays: number }
  | { readonly status: 'breached'; readonly day: TradingDay; readonly tradedDays: number; readonly rule: BreachRule }
  | { readonly status: 'open'; readonly day: TradingDay; readonly tradedDays: number };

export type Attempt = {
  readonly end: AttemptEnd;
  readonly startedOn: TradingDay;
  readonly balanceCents: number;
  /** Days that a soft daily limit locked. Trades after the lock still count in this replay. */
  readonly lockedDays: number;
  /** Fills that exceeded the contract limit, which the platform would have refused. */
  readonly fillsOverLimit: number;
  /** Whether the breach price was certainly reached: all open positions had prices from that moment. */
  readonly isBreachKnown: boolean;
  /** Index of the event after which the attempt was over. */
  readonly endIndex: number;
};

/** The events, with figures that all attempts share, whatever their rules. */
export type ReplayRecord = {
  readonly events: readonly AccountEvent[];
  /** For each event, 1 if no position was open before it. */
  readonly flatBefore: Uint8Array;
};

export function recordOf(events: readonly AccountEvent[]): ReplayRecord {
  const flatBefore = new Uint8Array(events.length);
  const held = new Map<string, number>();
  for (const [index, event] of events.entries()) {
    flatBefore[index] = held.size === 0 ? 1 : 0;
    if (event.type !== 'fill') continue;
    const key = contractKey(event);
    const quantity = (held.get(key) ?? 0) + signedQuantity(event);
    if (quantity === 0) held.delete(key);
    else held.set(key, quantity);
  }
  return { events, flatBefore };
}

/** Replays an account from event index `from` until it passes, breaches or the events end; null without a day. */
export function replayAttempt(rules: AccountRules, { events }: ReplayRecord, from: number): Attempt | null {
  const state = createMutableState(rules);
  let lockedDays = 0;
  let lockedOn = '';
  let fillsOverLimit = 0;
  let startedOn: TradingDay | undefined;
  for (let index = from; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined) break;
    const before = event.type === 'fill' ? contractsIn(state.positions) : 0;
    step(rules, state, event);
    const day = state.days.at(-1)?.day;
    if (day === undefined) continue;
    startedOn ??= day;
    if (state.status === 'locked' && lockedOn !== day) {
      lockedOn = day;
      lockedDays += 1;
    }
    if (event.type === 'fill') {
      const contracts = contractsIn(state.positions);
      if (contracts > findMaxContracts(rules, state) && contracts > before) fillsOverLimit += 1;
    }
    if (state.breach === null && state.status !== 'passed') continue;
    const counts = { startedOn, lockedDays, fillsOverLimit, endIndex: index, balanceCents: state.balanceCents };
    return { ...counts, end: endOf(state, day), isBreachKnown: isBreachKnown(state, event) };
  }
  const day = state.days.at(-1)?.day;
  if (day === undefined || startedOn === undefined) return null;
  const end = endOf(state, day);
  const { balanceCents } = state;
  return { end, startedOn, balanceCents, lockedDays, fillsOverLimit, isBreachKnown: false, endIndex: events.length };
}

function endOf(
  { status, breach, days }: Pick<AccountState, 'status' | 'breach' | 'days'>,
  day: TradingDay,
): AttemptEnd {
  const tradedDays = countTradedDays(days);
  if (breach !== null) return { status: 'breached', day: breach.day, tradedDays, rule: breach.rule };
  return { status: status === 'passed' ? 'passed' : 'open', day, tradedDays };
}

function isBreachKnown(
  { breach, positions }: Pick<AccountState, 'breach' | 'positions'>,
  event: AccountEvent,
): boolean {
  if (breach === null || breach.at !== event.at) return false;
  if (event.type !== 'fill' && event.type !== 'mark') return positions.length === 0;
  return positions.every(({ instrument, month }) => instrument === event.instrument && month === event.month);
}

/** Index of the event that starts the next attempt: the first fill on a later day that opens from flat. */
export function nextStart(
  { events, flatBefore }: ReplayRecord,
  { end, endIndex }: Attempt,
  dayOf: (atMs: number) => TradingDay,
): number {
  for (let index = endIndex + 1; index < events.length; index += 1) {
    const event = events[index];
    if (event?.type === 'fill' && flatBefore[index] === 1 && dayOf(event.at) > end.day) return index;
  }
  return events.length;
}
