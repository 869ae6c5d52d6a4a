import { applyEvent, createState } from '../account/engine.ts';
import type { AccountEvent } from '../account/events.ts';
import type { AccountState } from '../account/state.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay } from '../calendar/trading-day.ts';
import { frontMonthOf } from '../instrument/contract-month.ts';
import { tickCents } from '../instrument/instruments.ts';
import type { AccountRules } from '../rules/types.ts';

/** Cumulative result in whole dollars after each hour of trading; starts at zero and ends flat. */
export type WhatIfDay = readonly number[];

export type WhatIfPoint = { readonly equityCents: number; readonly floorCents: number | null };

export type WhatIfRun = {
  readonly state: AccountState;
  /** One per quarter of an hour; the floor is the daily one where there is no other. */
  readonly points: readonly WhatIfPoint[];
  /** When a soft limit closed the last day. */
  readonly lockedAt: number | null;
};

const hourMs = 3_600_000;
const stepsAnHour = 4;
const quantity = 2;
const entryTicks = 27_200;
const centsPerTick = tickCents('ES', quantity);

/** When trading of a drawn day starts, so that it ends one hour before the session. */
export function whatIfOpenAt(day: TradingDay, { length }: WhatIfDay): number {
  return sessionCloseAt(day) - (length + 1) * hourMs;
}

function* marksOf(path: WhatIfDay, openAt: number) {
  for (let index = 1; index <= path.length * stepsAnHour; index += 1) {
    const hour = index / stepsAnHour;
    const from = path[Math.ceil(hour) - 2] ?? 0;
    const to = path[Math.ceil(hour) - 1] ?? from;
    const dollars = from + (to - from) * (hour - Math.ceil(hour) + 1);
    yield { at: openAt + hour * hourMs, priceTicks: entryTicks + Math.round((dollars * 100) / centsPerTick) };
  }
}

/** Trades the days as drawn, one position per day, through the engine. Reaching a limit closes the position. */
export function runWhatIfDays(rules: AccountRules, first: TradingDay, days: readonly WhatIfDay[]): WhatIfRun {
  let state = createState(rules);
  let lockedAt: number | null = null;
  let day = first;
  const points: WhatIfPoint[] = [];
  const take = (event: AccountEvent) => {
    state = applyEvent(rules, state, event);
  };
  const note = () =>
    points.push({ equityCents: state.equityCents, floorCents: state.floorCents ?? state.dailyFloorCents });
  const contract = { instrument: 'ES', month: frontMonthOf('ES', sessionCloseAt(first)) } as const;
  const trade = { type: 'fill', ...contract, quantity, feeCents: 0 } as const;

  for (const path of days) {
    if (state.status === 'breached' || state.status === 'passed') break;
    const openAt = whatIfOpenAt(day, path);
    lockedAt = null;
    take({ ...trade, at: openAt, side: 'buy', priceTicks: entryTicks });
    note();
    let last = { at: openAt, priceTicks: entryTicks };
    let isHeld = true;
    for (const mark of marksOf(path, openAt)) {
      if (isHeld) {
        last = mark;
        take({ type: 'mark', ...contract, ...mark });
        isHeld = state.status === 'active';
        if (!isHeld) take({ ...trade, ...mark, side: 'sell' });
        if (state.status === 'locked') lockedAt = mark.at;
      }
      note();
    }
    if (isHeld) take({ ...trade, ...last, side: 'sell' });
    take({ type: 'day-close', at: sessionCloseAt(day), day });
    // One hour after the close, so that a moved floor is visible.
    for (let step = 0; step < stepsAnHour; step += 1) note();
    day = nextTradingDay(day);
  }
  return { state, points, lockedAt };
}
