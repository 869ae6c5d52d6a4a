import type { TradingDay } from '../../calendar/trading-day.ts';
import { findLock, findMaxLoss, isTrailing } from '../../drawdown/registry.ts';
import type { AccountRules } from '../../rules/types.ts';
import type { BreachRule } from '../state.ts';
import type { MutableState } from './mutable-state.ts';

/** Raises the high-water mark to `reachedCents`, and the trailing floor with it. Neither ever falls. */
export function trailDrawdown(rules: AccountRules, draft: MutableState, reachedCents: number): void {
  if (reachedCents <= draft.highWaterMarkCents) return;
  draft.highWaterMarkCents = reachedCents;
  const { drawdown } = rules;
  if (draft.floorLocked || draft.floorCents === null || !isTrailing(drawdown.mode)) return;
  const trailedCents = reachedCents - (findMaxLoss(drawdown) ?? 0);
  const lockCents = findLock(rules);
  draft.floorLocked = lockCents !== null && trailedCents >= lockCents;
  draft.floorCents = Math.max(draft.floorCents, draft.floorLocked && lockCents !== null ? lockCents : trailedCents);
}

/**
 * Checks equity against both floors; touching one breaches it. If one event crosses both, the higher floor was
 * crossed first and counts; of two equal floors the maximum one counts.
 */
export function checkDrawdown(rules: AccountRules, draft: MutableState, at: number, day: TradingDay): void {
  if (draft.status === 'breached' || draft.status === 'passed') return;
  const { equityCents, floorCents, dailyFloorCents } = draft;
  const crossedMax = floorCents !== null && equityCents <= floorCents;
  const crossedDaily = draft.status === 'active' && dailyFloorCents !== null && equityCents <= dailyFloorCents;
  if (crossedDaily && !(crossedMax && floorCents >= dailyFloorCents)) {
    if (rules.dailyLoss.mode === 'soft') draft.status = 'locked';
    else endAccount(draft, 'daily-loss', dailyFloorCents, at, day);
  } else if (crossedMax) {
    endAccount(draft, 'max-loss', floorCents, at, day);
  }
}

function endAccount(draft: MutableState, rule: BreachRule, floorCents: number, at: number, day: TradingDay): void {
  draft.status = 'breached';
  draft.breach = { rule, at, day, floorCents, equityCents: draft.equityCents };
}
