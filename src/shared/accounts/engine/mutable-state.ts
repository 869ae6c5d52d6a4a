import { findFloor } from '../drawdown/registry.ts';
import type { AccountRules, AccountState, DailyResult, Lot, Position } from '../model.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

export type MutablePosition = Omit<Mutable<Position>, 'lots'> & { lots: Mutable<Lot>[] };

/** The engine's working copy of an `AccountState`. One replay owns it and doesn't share it before it ends. */
export type MutableState = Omit<Mutable<AccountState>, 'positions' | 'days'> & {
  positions: MutablePosition[];
  /** Only the last day is mutated; the earlier ones are shared with the source state. */
  days: Mutable<DailyResult>[];
};

export function createMutableState(rules: AccountRules): MutableState {
  const { startingBalanceCents } = rules;
  return {
    status: 'active',
    breach: null,
    passedAt: null,
    balanceCents: startingBalanceCents,
    balanceExcess: 0,
    equityCents: startingBalanceCents,
    highWaterMarkCents: startingBalanceCents,
    floorCents: findFloor(rules, startingBalanceCents),
    floorLocked: false,
    dailyFloorCents: null,
    positions: [],
    days: [],
    payoutDebits: [],
    lastEventAt: null,
    eventCount: 0,
  };
}

export function toMutableState(state: AccountState): MutableState {
  const days = state.days.slice();
  const last = days.at(-1);
  if (last !== undefined) days[days.length - 1] = { ...last };
  const positions = state.positions.map((position) => ({
    ...position,
    lots: position.lots.map((lot) => ({ ...lot })),
  }));
  return { ...state, positions, days };
}
