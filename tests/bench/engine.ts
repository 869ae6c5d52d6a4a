import { performance } from 'node:perf_hooks';
import { applyEvent, replay } from '../../src/shared/accounts/engine.ts';
import type { AccountEvent, AccountRules } from '../../src/shared/accounts/model.ts';
import { getTradingDay, nextTradingDay, sessionCloseAt, sessionOpenAt } from '../../src/shared/exchange/trading-day.ts';
import { sized } from './sized.ts';

const rules: AccountRules = {
  startingBalanceCents: 5_000_000,
  drawdown: { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 0 } },
  dailyLoss: { mode: 'none' },
  targetCents: null,
  minimumDays: 5,
  consistencyBps: 4_000,
  maxContracts: 5,
};

const dayCount = sized(250, 4);
const eventsPerDay = 8_000;
const runs = sized(5, 1);

/** A year of trading days: every fortieth event is a fill, all others mark the open position. */
function makeEvents(): AccountEvent[] {
  const events: AccountEvent[] = [];
  let day = getTradingDay('2026-01-05');
  let priceTicks = 20_000;
  for (let dayIndex = 0; dayIndex < dayCount; dayIndex += 1) {
    const openAt = sessionOpenAt(day);
    const stepMs = (sessionCloseAt(day) - openAt) / eventsPerDay;
    for (let index = 0; index < eventsPerDay; index += 1) {
      const at = Math.floor(openAt + index * stepMs);
      priceTicks += ((index * 7919) % 5) - 2;
      if (index % 40 === 0) {
        const side = index % 80 === 0 ? 'buy' : 'sell';
        events.push({
          type: 'fill',
          at,
          instrument: 'MES',
          month: '2026-12',
          side,
          quantity: 1,
          priceTicks,
          feeCents: 1,
        });
      } else events.push({ type: 'mark', at, instrument: 'MES', month: '2026-12', priceTicks });
    }
    events.push({ type: 'day-close', at: sessionCloseAt(day), day });
    day = nextTradingDay(day);
  }
  return events;
}

function bestRate(count: number, work: () => void): number {
  let bestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    work();
    bestMs = Math.min(bestMs, performance.now() - startedAt);
  }
  return Math.round((count / bestMs) * 1_000);
}

const events = makeEvents();
const { status } = replay(rules, events);
// An ended account skips the rules and would make the engine look faster.
if (status !== 'active') throw new Error(`the benchmark's account must stay active to the end, but it is ${status}`);
const replayRate = bestRate(events.length, () => replay(rules, events));
const lastCount = sized(100_000, 10_000);
const lastEvents = events.slice(-lastCount);
const before = replay(rules, events.slice(0, -lastCount));
const applyRate = bestRate(lastEvents.length, () =>
  lastEvents.reduce((state, event) => applyEvent(rules, state, event), before),
);

console.log(`engine-replay ${replayRate} events/s`);
console.log(`engine-apply-one-by-one ${applyRate} events/s`);
