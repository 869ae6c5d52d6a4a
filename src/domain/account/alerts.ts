import { findMaxLoss } from '../drawdown/registry.ts';
import type { AccountRules } from '../rules/types.ts';
import { applyEvent } from './engine.ts';
import type { AccountEvent } from './events.ts';
import type { AccountState } from './state.ts';
import { contractsIn } from './view-account.ts';

/** `room`: little room left; `target`: the day's own target; `contracts`: close to the contract limit. */
export const alertKinds = ['room', 'target', 'contracts'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What a trader wants to be alerted to; null switches an alert off. */
export type AlertThresholds = {
  /** The share of the room, in basis points, at which little of it is left. */
  readonly roomBps: number | null;
  readonly dailyTargetCents: number | null;
  /** The share of the contract limit, in basis points. */
  readonly contractsBps: number | null;
};

export const defaultThresholds: AlertThresholds = { roomBps: 2_500, dailyTargetCents: null, contractsBps: null };

/** How far a value must move back before its alert can be raised again, so that one crossing is one alert. */
const hysteresisBps = 1_000;

export type RaisedAlert = {
  readonly kind: AlertKind;
  readonly at: number;
  /** The room left, the day's result, or the contracts held, when it was raised. */
  readonly remainingCents: number | null;
  readonly dayProfitCents: number;
  readonly contracts: number;
};

/** The alerts that were raised and wait for their value to recover. */
export type PendingRecovery = readonly AlertKind[];

type Folded = { readonly raised: readonly RaisedAlert[]; readonly pending: PendingRecovery };

/**
 * Decides alerts event by event: raised where a value reaches its threshold, and again only after it has recovered
 * by a tenth of its range. A stopped account raises none.
 */
export function foldAlerts(
  rules: AccountRules,
  thresholds: AlertThresholds,
  from: { readonly state: AccountState; readonly pending: PendingRecovery },
  events: readonly AccountEvent[],
): Folded {
  let { state, pending } = from;
  const raised: RaisedAlert[] = [];
  for (const event of events) {
    state = applyEvent(rules, state, event);
    const next = checkAlerts(rules, thresholds, state, pending);
    pending = next.pending;
    for (const kind of next.kinds) raised.push(describeAlert(kind, event.at, state));
  }
  return { raised, pending };
}

/** What a state raises, and what then waits for its recovery. */
export function checkAlerts(
  rules: AccountRules,
  thresholds: AlertThresholds,
  state: AccountState,
  pending: PendingRecovery,
): { readonly kinds: readonly AlertKind[]; readonly pending: PendingRecovery } {
  if (state.status !== 'active') return { kinds: [], pending };
  const kinds: AlertKind[] = [];
  const waiting: AlertKind[] = [];
  for (const kind of alertKinds) {
    const excessBps = excessOf[kind](rules, thresholds, state);
    if (excessBps === null) continue;
    const waits = pending.includes(kind);
    if (excessBps >= 0 && !waits) kinds.push(kind);
    if (excessBps >= 0 || (waits && excessBps > -hysteresisBps)) waiting.push(kind);
  }
  const same = waiting.length === pending.length && waiting.every((kind) => pending.includes(kind));
  return { kinds, pending: same ? pending : waiting };
}

/** By how much of its range, in basis points, a value is past its threshold; null where the alert doesn't apply. */
const excessOf = {
  room: (rules, { roomBps }, state) => {
    const shareBps = roomShareBps(rules, state);
    return roomBps === null || shareBps === null ? null : roomBps - shareBps;
  },
  target: (_, { dailyTargetCents }, { days }) => {
    if (dailyTargetCents === null) return null;
    return bpsOf(days.at(-1)?.profitCents ?? 0, dailyTargetCents) - 10_000;
  },
  contracts: ({ maxContracts }, { contractsBps }, { positions }) => {
    const held = contractsIn(positions);
    return contractsBps === null || maxContracts === 0 ? null : bpsOf(held, maxContracts) - contractsBps;
  },
} as const satisfies Record<
  AlertKind,
  (rules: AccountRules, thresholds: AlertThresholds, state: AccountState) => number | null
>;

/** The smaller share left of the maximum loss and of the day's; null without either. */
export function roomShareBps(rules: AccountRules, state: AccountState): number | null {
  const maxLossCents = findMaxLoss(rules.drawdown);
  const shares = [
    ...(state.floorCents === null || maxLossCents === null
      ? []
      : [bpsOf(state.equityCents - state.floorCents, maxLossCents)]),
    ...(state.dailyFloorCents === null || rules.dailyLoss.mode === 'none'
      ? []
      : [bpsOf(state.equityCents - state.dailyFloorCents, rules.dailyLoss.limitCents)]),
  ];
  return shares.length === 0 ? null : Math.min(...shares);
}

/** What an alert says about a state. */
export function describeAlert(kind: AlertKind, at: number, state: AccountState): RaisedAlert {
  const floors = [state.floorCents, state.dailyFloorCents].filter((cents) => cents !== null);
  return {
    kind,
    at,
    remainingCents: floors.length === 0 ? null : Math.max(0, state.equityCents - Math.max(...floors)),
    dayProfitCents: state.days.at(-1)?.profitCents ?? 0,
    contracts: contractsIn(state.positions),
  };
}

function bpsOf(part: number, whole: number): number {
  return Math.floor((part * 10_000) / whole);
}
