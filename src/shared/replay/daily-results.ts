import { createMutableState } from '#shared/accounts/engine/mutable-state.ts';
import { step } from '#shared/accounts/engine/step.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** A traded day: its realized result after fees, and the lowest known equity relative to the opening balance. */
export type ReplayDay = { readonly day: TradingDay; readonly resultCents: number; readonly lowestCents: number };

/** Rules that never end the account, so that every day counts. */
const withoutRules: AccountRules = {
  startingBalanceCents: 0,
  drawdown: { mode: 'none' },
  dailyLoss: { mode: 'none' },
  targetCents: null,
  minimumDays: 0,
  consistencyBps: null,
  maxContracts: Number.MAX_SAFE_INTEGER,
};

export function dailyResultsOf(events: readonly AccountEvent[]): readonly ReplayDay[] {
  const state = createMutableState(withoutRules);
  const lowest = new Map<TradingDay, number>();
  for (const event of events) {
    step(withoutRules, state, event);
    const today = state.days.at(-1);
    if (today === undefined || event.type === 'day-close') continue;
    const cents = state.equityCents - today.openBalanceCents;
    lowest.set(today.day, Math.min(cents, lowest.get(today.day) ?? 0));
  }
  return state.days
    .filter(({ fills }) => fills > 0)
    .map(({ day, profitCents }) => ({ day, resultCents: profitCents, lowestCents: lowest.get(day) ?? 0 }));
}
