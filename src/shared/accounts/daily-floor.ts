import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { DailyResult } from './state.ts';

type DayBalance = Pick<DailyResult, 'openBalanceCents' | 'profitCents'> & { readonly day: string };

/**
 * The daily floor at a day's start, with a loss limit of `limitCents`. A day without fills has no result and starts
 * with the balance of the next traded day. Null before the first day.
 */
export function dailyFloorOf(days: readonly DayBalance[], day: TradingDay, limitCents: number): number | null {
  const sameOrNext = days.find((result) => result.day >= day);
  if (sameOrNext !== undefined) return sameOrNext.openBalanceCents - limitCents;
  const last = days.at(-1);
  return last === undefined ? null : last.openBalanceCents + last.profitCents - limitCents;
}
