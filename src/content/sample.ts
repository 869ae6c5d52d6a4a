import { hourMs } from '#lib/durations.ts';
import { nextBetween, seedOf } from '#lib/random.ts';
import { applyEvent, createState } from '#shared/accounts/engine.ts';
import type { EquityPoint } from '#shared/accounts/equity-curve.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { tickCents } from '#shared/exchange/instruments.ts';
import { getTradingDay, sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';

/** Cumulative results of each day in dollars, at equal steps from first to last trade. The last day is still open. */
const sessions: readonly { readonly day: string; readonly path: readonly number[] }[] = [
  { day: '2026-10-05', path: [0, -150, 120, 60, 260, 180, 350] },
  { day: '2026-10-06', path: [0, 220, 90, 330, 640, 420, 550] },
  { day: '2026-10-07', path: [0, 180, -60, -340, -120, -420, -250] },
  { day: '2026-10-08', path: [0, 160, 480, 360, 700, 930, 800] },
  { day: '2026-10-09', path: [0, -210, 60, 310, 200, 480, 350] },
  { day: '2026-10-12', path: [0, 190, 420, 150, -80, -330, -640] },
];

export const tradingMs = 6 * hourMs;
const quantity = 2;
const centsPerTick = tickCents('ES', quantity);
const entryTicks = 27_200;
const marksBetween = 4;

export function* eventsOfDay(day: TradingDay, path: readonly number[], isOpen: boolean): Generator<AccountEvent> {
  const closeAt = sessionCloseAt(day);
  const openAt = closeAt - tradingMs - hourMs;
  const random = { random: seedOf(day) };
  const steps = (path.length - 1) * marksBetween;
  const contract = { instrument: 'ES', month: frontMonthOf('ES', closeAt) } as const;
  const trade = { type: 'fill', ...contract, quantity, feeCents: 0 } as const;
  yield { ...trade, at: openAt, side: 'buy', priceTicks: entryTicks };
  for (let index = 1; index <= steps; index += 1) {
    const position = index / marksBetween;
    const from = path[Math.floor(position)] ?? 0;
    const to = path[Math.ceil(position)] ?? from;
    const jitter = index === steps ? 0 : nextBetween(random, -35, 35);
    const dollars = from + (to - from) * (position - Math.floor(position)) + jitter;
    const priceTicks = entryTicks + Math.round((dollars * 100) / centsPerTick);
    const at = openAt + (tradingMs * index) / steps;
    const isExit = index === steps && !isOpen;
    yield isExit ? { ...trade, at, side: 'sell', priceTicks } : { type: 'mark', ...contract, at, priceTicks };
  }
  if (!isOpen) yield { type: 'day-close', at: closeAt, day };
}

export type SamplePoint = EquityPoint & { readonly dailyFloorCents: number | null };

/** Runs six sample trading days through the engine. The trades are the same under all rules; only the floor differs. */
export function runSample(rules: AccountRules) {
  const points: SamplePoint[] = [];
  let state = createState(rules);
  const days = sessions.map(({ day }) => getTradingDay(day));
  for (const [index, { path }] of sessions.entries()) {
    const day = days[index];
    if (!day) continue;
    for (const event of eventsOfDay(day, path, index === sessions.length - 1)) {
      state = applyEvent(rules, state, event);
      const { equityCents, floorCents, highWaterMarkCents, dailyFloorCents } = state;
      points.push({ at: event.at, equityCents, floorCents, highWaterMarkCents, dailyFloorCents });
    }
  }
  return { points, state, days };
}
