import type { TradingDay } from '../calendar/trading-day.ts';
import type { DailyResult } from './state.ts';

type Tally = Pick<DailyResult, 'openBalanceCents' | 'profitCents'> & { readonly day: string };

/**
 * The floor of a day that may lose `limitCents`, as the day began. A day without a fill has no tally: it began with the
 * balance with which the next traded one did. Null before there is any day.
 */
export function dailyFloorOf(days: readonly Tally[], day: TradingDay, limitCents: number): number | null {
  const own = days.find((tally) => tally.day >= day);
  if (own !== undefined) return own.openBalanceCents - limitCents;
  const last = days.at(-1);
  return last === undefined ? null : last.openBalanceCents + last.profitCents - limitCents;
}
