import { minuteMs } from '#lib/durations.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import type { AccountRules, AccountState } from '../model.ts';

type FlatRules = Pick<AccountRules, 'flatBy'>;

/** Whether no position may be held at a time of a trading day. */
export function mustBeFlat({ flatBy }: FlatRules, day: TradingDay, at: number): boolean {
  if (flatBy === undefined || at < sessionCloseAt(day) - flatBy.minutes * minuteMs) return false;
  return flatBy.before === 'close' || isLastOfWeek(day);
}

export function findLockRule(rules: FlatRules, state: AccountState, at: number | null): LockRule | null {
  if (state.status === 'locked') return state.lockedBy ?? 'daily-loss';
  const isFlatTime = at !== null && mustBeFlat(rules, tradingDayOf(at), at);
  return isFlatTime && state.status === 'active' ? 'flat-by' : null;
}

export const lockRules = ['daily-loss', 'flat-by'] as const;

export type LockRule = (typeof lockRules)[number];

const weekdayOf = (day: TradingDay) => new Date(day).getUTCDay();

/** A holiday may end a week on a Thursday. */
function isLastOfWeek(day: TradingDay): boolean {
  return weekdayOf(nextTradingDay(day)) <= weekdayOf(day);
}
