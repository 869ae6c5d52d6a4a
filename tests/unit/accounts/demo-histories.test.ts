import { expect, test } from 'vitest';
import { getAccountRules, readCatalog } from '#content/catalog.ts';
import { makeRunning } from '#server/accounts/seed-histories.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import { testMarket } from '../../support/test-market.ts';

const market = testMarket();
const hourMs = 3_600_000;
// The Wednesday before Thanksgiving to the Sunday after it: full days, a holiday, a half day and a weekend.
const [from, until] = [Date.UTC(2026, 10, 25), Date.UTC(2026, 10, 30)];
const moments = Array.from({ length: (until - from) / hourMs }, (_, index) => from + index * hourMs);

test.each([
  ['classic', '50K'],
  ['merit', '25K'],
] as const)('at any moment, a running %s account of the demo may trade', (program, size) => {
  const rules = getAccountRules(readCatalog(), 'v1', program, size);
  const stopped = moments.filter((now) => {
    const { delivered } = makeRunning(market, rules, now, 'a trader', [0.14, -0.05, 0.3]);
    const events = delivered.map(({ event }) => event);
    return replay(rules, events, createState(rules)).status !== 'active';
  });
  expect(stopped.map((at) => new Date(at).toISOString())).toEqual([]);
});
