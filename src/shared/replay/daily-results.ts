import { createMutableState } from '#shared/accounts/engine/mutable-state.ts';
import { step } from '#shared/accounts/engine/step.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';

/** A traded day: its realized result after fees, and the lowest known equity relative to the opening balance. */
export type ReplayDay = { readonly day: TradingDay; readonly resultCents: number; readonly lowestCents: number };

const untouched = { lowestCents: 0, highestCents: 0, isHighFirst: false, contracts: 0 };
/** With the highest known equity, which of the two came first, and the most contracts held at once, in minis. */
export type DayPath = ReplayDay & Readonly<typeof untouched>;

/** Rules that never end the account, so that every day counts. */
const withoutRules: AccountRules = {
  ...{ startingBalanceCents: 0, drawdown: { mode: 'none' }, dailyLoss: { mode: 'none' }, targetCents: null },
  ...{ minimumDays: 0, consistencyBps: null, maxContracts: Number.MAX_SAFE_INTEGER },
};

export function dayPathsOf(events: readonly AccountEvent[]): readonly DayPath[] {
  const state = createMutableState(withoutRules);
  const paths = new Map<TradingDay, typeof untouched>();
  for (const event of events) {
    step(withoutRules, state, event);
    const today = state.days.at(-1);
    if (today === undefined || event.type === 'day-close') continue;
    const cents = state.equityCents - today.openBalanceCents;
    const path = paths.get(today.day) ?? { ...untouched };
    paths.set(today.day, path);
    path.contracts = Math.max(path.contracts, contractsIn(state.positions));
    if (cents < path.lowestCents) Object.assign(path, { lowestCents: cents, isHighFirst: true });
    else if (cents > path.highestCents) Object.assign(path, { highestCents: cents, isHighFirst: false });
  }
  return state.days
    .filter(({ fills }) => fills > 0)
    .map(({ day, profitCents: resultCents }) => ({ day, resultCents, ...(paths.get(day) ?? untouched) }));
}
