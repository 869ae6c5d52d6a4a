import type { TradingDay } from '#shared/exchange/trading-day.ts';
import type { DailyResult } from './model.ts';
import { type DailyLimit, limitOf } from './rules/daily-loss.ts';

type DayBalance = Pick<DailyResult, 'openBalanceCents' | 'profitCents'> & { readonly day: string };

/**
 * The daily floor at a day's start, with a loss limit. A day without fills has no result and starts
 * with the balance of the next traded day. Null before the first day.
 */
export function dailyFloorOf(days: readonly DayBalance[], day: TradingDay, limit: DailyLimit): number | null {
  const sameOrNext = days.find((result) => result.day >= day);
  const last = days.at(-1);
  const openCents = sameOrNext?.openBalanceCents ?? (last && last.openBalanceCents + last.profitCents);
  return openCents === undefined ? null : openCents - limitOf(limit, openCents);
}
