import { findMaxLoss } from './drawdown/registry.ts';
import { applyEvent } from './engine.ts';
import type { AccountEvent, AccountRules, AccountState } from './model.ts';
import { findMaxContracts } from './rules/contract-steps.ts';
import { findDailyLimit } from './rules/daily-loss.ts';
import { contractsIn } from './view-account.ts';

/** `room`: little drawdown remains; `target`: the daily target is reached; `contracts`: near the contract limit. */
export const alertKinds = ['room', 'target', 'contracts'] as const;

export type AlertKind = (typeof alertKinds)[number];

/** A trader's alert settings; null switches an alert off. */
export type AlertThresholds = {
  /** The remaining share of the drawdown, in basis points, that triggers the alert. */
  readonly roomBps: number | null;
  readonly dailyTargetCents: number | null;
  /** The share of the contract limit, in basis points. */
  readonly contractsBps: number | null;
};

export const defaultThresholds: AlertThresholds = { roomBps: 2_500, dailyTargetCents: null, contractsBps: null };

/** How far a value must move back before its alert can fire again, so that one crossing raises one alert. */
const hysteresisBps = 1_000;

export type RaisedAlert = {
  readonly kind: AlertKind;
  readonly at: number;
  /** Equity above the higher floor when the alert was raised; null if the account has no floor. */
  readonly remainingCents: number | null;
  readonly dayProfitCents: number;
  readonly contracts: number;
};

/** Alerts that were raised and won't fire again until their value recovers. */
export type PendingRecovery = readonly AlertKind[];

/**
 * Decides alerts event by event. An alert is raised when its value reaches the threshold, and again only after the
 * value has recovered by a tenth of its range. An account that is locked, passed or breached raises none.
 */
export function foldAlerts(
  rules: AccountRules,
  thresholds: AlertThresholds,
  from: { readonly state: AccountState; readonly pending: PendingRecovery },
  events: readonly AccountEvent[],
): { readonly raised: readonly RaisedAlert[]; readonly pending: PendingRecovery } {
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

/** Returns the alerts a state raises, and those that then wait for their value to recover. */
export function checkAlerts(
  rules: AccountRules,
  thresholds: AlertThresholds,
  state: AccountState,
  pending: PendingRecovery,
): { readonly kinds: readonly AlertKind[]; readonly pending: PendingRecovery } {
  if (state.status !== 'active') return { kinds: [], pending };
  const kinds: AlertKind[] = [];
  const nextPending: AlertKind[] = [];
  for (const kind of alertKinds) {
    const excessBps = excessOf[kind](rules, thresholds, state);
    if (excessBps === null) continue;
    const isPending = pending.includes(kind);
    if (excessBps >= 0 && !isPending) kinds.push(kind);
    if (excessBps >= 0 || (isPending && excessBps > -hysteresisBps)) nextPending.push(kind);
  }
  const isUnchanged = nextPending.length === pending.length && nextPending.every((kind) => pending.includes(kind));
  return { kinds, pending: isUnchanged ? pending : nextPending };
}

/** How far a value is past its threshold, in basis points of its range; null if the alert doesn't apply. */
const excessOf = {
  room: (rules, { roomBps }, state) => {
    const shareBps = roomShareBps(rules, state);
    return roomBps === null || shareBps === null ? null : roomBps - shareBps;
  },
  target: (_, { dailyTargetCents }, { days }) => {
    if (dailyTargetCents === null) return null;
    return bpsOf(days.at(-1)?.profitCents ?? 0, dailyTargetCents) - 10_000;
  },
  contracts: (rules, { contractsBps }, state) => {
    const [held, maxContracts] = [contractsIn(state.positions), findMaxContracts(rules, state)];
    return contractsBps === null || maxContracts === 0 ? null : bpsOf(held, maxContracts) - contractsBps;
  },
} as const satisfies Record<
  AlertKind,
  (rules: AccountRules, thresholds: AlertThresholds, state: AccountState) => number | null
>;

/** The remaining share of the maximum or the daily loss limit, whichever is smaller; null if there is neither. */
export function roomShareBps(rules: AccountRules, state: AccountState): number | null {
  const maxLossCents = findMaxLoss(rules);
  const dailyLimitCents = findDailyLimit(rules, state.days.at(-1)?.openBalanceCents);
  const shares = [
    ...(state.floorCents === null || maxLossCents === null
      ? []
      : [bpsOf(state.equityCents - state.floorCents, maxLossCents)]),
    ...(state.dailyFloorCents === null || dailyLimitCents === null
      ? []
      : [bpsOf(state.equityCents - state.dailyFloorCents, dailyLimitCents)]),
  ];
  return shares.length === 0 ? null : Math.min(...shares);
}

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
