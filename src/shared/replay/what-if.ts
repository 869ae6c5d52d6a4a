import { hourMs } from '#lib/durations.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';

/** Cumulative result in whole dollars after each hour of trading; starts at zero and ends flat. */
export type WhatIfDay = readonly number[];

export type WhatIfPoint = { readonly equityCents: number; readonly floorCents: number | null };

export type WhatIfRun = {
  readonly state: AccountState;
  /** One per quarter of an hour. The floor is the daily floor if there is no maximum floor. */
  readonly points: readonly WhatIfPoint[];
  /** When a soft limit locked the last day; null if it didn't. */
  readonly lockedAt: number | null;
};

const stepsPerHour = 4;
const quantity = 2;
const entryTicks = 27_200;
const centsPerTick = tickCents('ES', quantity);

/** When trading of a drawn day starts, so that it ends one hour before the session closes. */
export function whatIfOpenAt(day: TradingDay, { length }: WhatIfDay): number {
  return sessionCloseAt(day) - (length + 1) * hourMs;
}

function* marksOf(path: WhatIfDay, openAt: number) {
  for (let index = 1; index <= path.length * stepsPerHour; index += 1) {
    const hour = index / stepsPerHour;
    const from = path[Math.ceil(hour) - 2] ?? 0;
    const to = path[Math.ceil(hour) - 1] ?? from;
    const dollars = from + (to - from) * (hour - Math.ceil(hour) + 1);
    yield { at: openAt + hour * hourMs, priceTicks: entryTicks + Math.round((dollars * 100) / centsPerTick) };
  }
}

/** Runs the drawn days through the engine with one position per day. Reaching a limit closes the position. */
export function runWhatIfDays(rules: AccountRules, first: TradingDay, days: readonly WhatIfDay[]): WhatIfRun {
  let state = createState(rules);
  let lockedAt: number | null = null;
  let day = first;
  const points: WhatIfPoint[] = [];
  const apply = (event: AccountEvent) => {
    state = applyEvent(rules, state, event);
  };
  const addPoint = () =>
    points.push({ equityCents: state.equityCents, floorCents: state.floorCents ?? state.dailyFloorCents });
  const contract = { instrument: 'ES', month: frontMonthOf('ES', sessionCloseAt(first)) } as const;
  const trade = { type: 'fill', ...contract, quantity, feeCents: 0 } as const;

  for (const path of days) {
    if (state.status === 'breached' || state.status === 'passed') break;
    const openAt = whatIfOpenAt(day, path);
    lockedAt = null;
    apply({ ...trade, at: openAt, side: 'buy', priceTicks: entryTicks });
    addPoint();
    let last = { at: openAt, priceTicks: entryTicks };
    let isHeld = true;
    for (const mark of marksOf(path, openAt)) {
      if (isHeld) {
        last = mark;
        apply({ type: 'mark', ...contract, ...mark });
        isHeld = state.status === 'active';
        if (!isHeld) apply({ ...trade, ...mark, side: 'sell' });
        if (state.status === 'locked') lockedAt = mark.at;
      }
      addPoint();
    }
    if (isHeld) apply({ ...trade, ...last, side: 'sell' });
    apply({ type: 'day-close', at: sessionCloseAt(day), day });
    // Adds one hour after the close, so that a moved floor is visible.
    for (let step = 0; step < stepsPerHour; step += 1) addPoint();
    day = nextTradingDay(day);
  }
  return { state, points, lockedAt };
}
