import { expect, test } from 'vitest';
import { getAccountRules, readCatalog } from '#content/catalog.ts';
import { hourMs } from '#lib/durations.ts';
import { demoAccounts, makeDemoHistory } from '#server/accounts/seed.ts';
import { makeRunning } from '#server/accounts/seed-histories.ts';
import { replay } from '#shared/accounts/engine.ts';
import { testMarket } from '../../support/test-market.ts';

const catalog = readCatalog();
const hoursPerWeek = 7 * 24;

/** Mondays of weeks at which calendars go wrong. */
const weeks = [
  ['an ordinary week', Date.UTC(2026, 5, 8)],
  ['the week the clocks go forward', Date.UTC(2026, 2, 2)],
  ['the week of Good Friday', Date.UTC(2026, 2, 30)],
  ['the week the clocks go back', Date.UTC(2026, 9, 26)],
  ['the week of Thanksgiving', Date.UTC(2026, 10, 23)],
  ['the week of Christmas', Date.UTC(2026, 11, 21)],
] as const;

/** Seven moments of a week, a minute past an hour: every weekday and, over all weeks, hours of day and night. */
function momentsOf(weekNumber: number, monday: number): number[] {
  const hours = Array.from({ length: 7 }, (_, day) => (day * 25 + weekNumber * 4 + 1) % hoursPerWeek);
  return hours.map((hour) => monday + hour * hourMs + 60_000);
}

/** What the demo shows of each account: its status, days that closed after trades, and days that count toward a payout. */
const expected: Readonly<Record<string, { status: string; closed?: number; winning?: number }>> = {
  'demo-order-classic-100k': { status: 'passed' },
  'demo-order-classic-25k': { status: 'breached' },
  'demo-order-ascension-25k': { status: 'passed' },
  'demo-order-premium-50k': { status: 'active', closed: 25 },
  'demo-order-classic-50k': { status: 'active', closed: 3 },
  'demo-order-funded-100k': { status: 'active', closed: 2, winning: 2 },
  'demo-order-ascension-100k': { status: 'active', closed: 1 },
  'demo-order-merit-25k': { status: 'active', closed: 1 },
  'demo-order-ascension-50k': { status: 'active' },
};

test.each(weeks)('at any hour of %s and in any market, the demo has accounts in every state', (name, monday) => {
  const moments = momentsOf(
    weeks.findIndex(([week]) => week === name),
    monday,
  );
  for (const now of moments) {
    const market = testMarket(`the market of ${now}`);
    const isLong = ({ orderId }: { orderId: string }) => orderId === 'demo-order-premium-50k';
    // The record of five weeks takes as long to play as all others together.
    for (const demo of demoAccounts.filter((each) => now === moments[0] || !isLong(each))) {
      const { rules, history } = makeDemoHistory(catalog, market, demo, now);
      const events = history.delivered.map(({ event }) => event);
      const { status, days } = replay(rules, events);
      const closed = days.filter((day) => day.closed && day.fills > 0).length;
      const winning = days.filter((day) => day.closed && day.profitCents >= 15_000).length;
      const at = `${demo.orderId} at ${new Date(now).toISOString()}`;
      expect({ at, status, closed, winning }).toEqual({ at, closed, winning, ...expected[demo.orderId] });
      expect(Math.max(history.openedAt.getTime(), ...events.map((event) => event.at)), at).toBeLessThanOrEqual(now);
    }
  }
});

// The Wednesday before Thanksgiving to the Sunday after it: full days, a holiday, a half day and a weekend.
const [from, until] = [Date.UTC(2026, 10, 25), Date.UTC(2026, 10, 30)];
const everyHour = Array.from({ length: (until - from) / hourMs }, (_, index) => from + index * hourMs);

test.each([
  ['classic', '50K'],
  ['merit', '25K'],
] as const)('at every hour around Thanksgiving, a running %s account of the demo may trade', (program, size) => {
  const rules = getAccountRules(catalog, 'v1', program, size);
  const market = testMarket();
  const stopped = everyHour.filter((now) => {
    const { delivered } = makeRunning({ market, rules, now }, 'a trader', [0.14, -0.05, 0.3]);
    return (
      replay(
        rules,
        delivered.map(({ event }) => event),
      ).status !== 'active'
    );
  });
  expect(stopped.map((at) => new Date(at).toISOString())).toEqual([]);
});
