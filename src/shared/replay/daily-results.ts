import { createMutableState } from '#shared/accounts/engine/mutable-state.ts';
import { step } from '#shared/accounts/engine/step.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** A traded day: its realized result after fees, and the lowest known equity relative to the opening balance. */
export type ReplayDay = { readonly day: TradingDay; readonly resultCents: number; readonly lowestCents: number };

/** With the highest known equity, which of the two came first, and the most contracts held at once, in minis. */
export type DayPath = ReplayDay & {
  readonly highestCents: number;
  readonly isHighFirst: boolean;
  readonly contracts: number;
};

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

export function dayPathsOf(events: readonly AccountEvent[]): readonly DayPath[] {
  const state = createMutableState(withoutRules);
  const paths = new Map<
    TradingDay,
    { lowestCents: number; highestCents: number; isHighFirst: boolean; contracts: number }
  >();
  for (const event of events) {
    step(withoutRules, state, event);
    const today = state.days.at(-1);
    if (today === undefined || event.type === 'day-close') continue;
    const cents = state.equityCents - today.openBalanceCents;
    let path = paths.get(today.day);
    if (path === undefined) {
      path = { lowestCents: 0, highestCents: 0, isHighFirst: false, contracts: 0 };
      paths.set(today.day, path);
    }
    path.contracts = Math.max(path.contracts, contractsIn(state.positions));
    if (cents < path.lowestCents) {
      path.lowestCents = cents;
      path.isHighFirst = true;
    } else if (cents > path.highestCents) {
      path.highestCents = cents;
      path.isHighFirst = false;
    }
  }
  return state.days.flatMap(({ day, profitCents: resultCents, fills }) => {
    const path = paths.get(day);
    return path === undefined || fills === 0 ? [] : [{ day, resultCents, ...path }];
  });
}

export function dailyResultsOf(events: readonly AccountEvent[]): readonly ReplayDay[] {
  return dayPathsOf(events).map(resultOf);
}

export function resultOf({ day, resultCents, lowestCents }: DayPath): ReplayDay {
  return { day, resultCents, lowestCents };
}
