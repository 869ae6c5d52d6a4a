import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { findFloor, findLock } from '../drawdown/registry.ts';
import type { AccountRules, BreachRule } from '../model.ts';
import type { MutableState } from './mutable-state.ts';

/**
 * Raises the high-water mark to `reachedCents` and the trailing floor with it, now and for each payout that may still
 * come back. Neither ever falls.
 */
export function trailDrawdown(rules: AccountRules, state: MutableState, reachedCents: number): void {
  if (state.payoutDebits.length > 0) raiseDebitPeaks(state, reachedCents);
  raiseMark(rules, state, reachedCents);
}

function raiseDebitPeaks(state: MutableState, reachedCents: number): void {
  state.payoutDebits = state.payoutDebits.map((debit) => {
    const peakCents = reachedCents + debit.amountCents;
    return debit.peakCents !== null && debit.peakCents >= peakCents ? debit : { ...debit, peakCents };
  });
}

type TrailedFloor = Pick<MutableState, 'highWaterMarkCents' | 'floorCents' | 'floorLocked'>;

/** Raises the high-water mark and the trailing floor only. */
export function raiseMark(rules: AccountRules, state: TrailedFloor, reachedCents: number): void {
  if (reachedCents <= state.highWaterMarkCents) return;
  state.highWaterMarkCents = reachedCents;
  if (state.floorLocked || state.floorCents === null) return;
  const floorCents = findFloor(rules, reachedCents);
  if (floorCents === null) return;
  const lockCents = findLock(rules);
  state.floorLocked = lockCents !== null && floorCents >= lockCents;
  state.floorCents = Math.max(state.floorCents, floorCents);
}

/**
 * Checks equity against both floors; touching a floor breaches it. If one event crosses both, the higher floor counts
 * because it was crossed first. If both are equal, the maximum floor counts.
 */
export function checkDrawdown(rules: AccountRules, state: MutableState, at: number, day: TradingDay): void {
  if (state.status === 'breached' || state.status === 'passed') return;
  const { equityCents, floorCents, dailyFloorCents } = state;
  const crossedMax = floorCents !== null && equityCents <= floorCents;
  const crossedDaily = state.status === 'active' && dailyFloorCents !== null && equityCents <= dailyFloorCents;
  if (crossedDaily && !(crossedMax && floorCents >= dailyFloorCents)) {
    if (rules.dailyLoss.mode === 'soft') state.status = 'locked';
    else endAccount(state, 'daily-loss', dailyFloorCents, at, day);
  } else if (crossedMax) {
    endAccount(state, 'max-loss', floorCents, at, day);
  }
}

function endAccount(state: MutableState, rule: BreachRule, floorCents: number, at: number, day: TradingDay): void {
  if (state.held) return;
  state.status = 'breached';
  state.breach = { rule, at, day, floorCents, equityCents: state.equityCents };
}
