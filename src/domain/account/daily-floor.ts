import type { TradingDay } from '../calendar/trading-day.ts';
import type { DailyResult } from './state.ts';

type Tally = Pick<DailyResult, 'openBalanceCents' | 'profitCents'> & { readonly day: string };

/**
 * The floor of a day with loss limit `limitCents`, as of its start. A day without fills has no result and starts
 * with the balance of the next traded day. Null before the first day.
 */
export function dailyFloorOf(days: readonly Tally[], day: TradingDay, limitCents: number): number | null {
  const own = days.find((result) => result.day >= day);
  if (own !== undefined) return own.openBalanceCents - limitCents;
  const last = days.at(-1);
  return last === undefined ? null : last.openBalanceCents + last.profitCents - limitCents;
}
