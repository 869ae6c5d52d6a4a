import { replayEach } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { resultDayOf, type TradingDay } from '#shared/exchange/trading-day.ts';
import type { ReviewReport } from './shape.ts';

type DayDistance = ReviewReport['floor']['days'][number];

/** Per day, oldest first; empty if the rules have no floor. Only fills and prices of open positions count. */
export function floorDistancesOf(rules: AccountRules, events: Iterable<AccountEvent>): DayDistance[] {
  const days = new Map<TradingDay, DayDistance>();
  let wasBreached = false;
  for (const { event, state } of replayEach(rules, events)) {
    const alreadyBreached = wasBreached;
    wasBreached = state.status === 'breached';
    if (alreadyBreached && wasBreached) continue;
    if (event.type !== 'fill' && (event.type !== 'mark' || state.positions.length === 0)) continue;
    const cents = distanceOf(state);
    if (cents === null) continue;
    const day = resultDayOf(event.at);
    const lowestCents = Math.min(cents, days.get(day)?.lowestCents ?? cents);
    days.set(day, { day, lowestCents, lastCents: cents });
  }
  return [...days.values()];
}

type Distance = Pick<AccountState, 'equityCents' | 'floorCents' | 'dailyFloorCents'>;

function distanceOf({ equityCents, floorCents, dailyFloorCents }: Distance): number | null {
  const floors = [floorCents, dailyFloorCents].filter((floor) => floor !== null);
  return floors.length === 0 ? null : Math.max(0, equityCents - Math.max(...floors));
}
