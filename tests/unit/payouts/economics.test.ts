import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { readEconomics, soldAccountOf } from '#content/economics.ts';
import { measureAccount, randomWinShare } from '../../economics/measure.ts';

const catalog = readCatalog();
const { evaluations, rulesVersion } = catalog.packages;
/** The most a trader without an edge may draw of what they pay. */
const maxDrawnBps = 6_000;
const traders = 120;

describe('a trader who wins half of their trades', () => {
  test.each(evaluations.map((sold) => [sold.id, sold] as const))(
    'draws less than 60 % of what they pay for %s',
    (_, sold) => {
      expect(measureAccount(soldAccountOf(catalog, rulesVersion, sold), randomWinShare, traders).drawnBps).toBeLessThan(
        maxDrawnBps,
      );
    },
  );

  test('drew many times what they paid for Merit 150K under v1', () => {
    const merit = evaluations.find(({ id }) => id === 'merit-150k');
    if (!merit) throw new Error('not on sale');
    expect(measureAccount(soldAccountOf(catalog, 'v1', merit), randomWinShare, 40).drawnBps).toBeGreaterThan(50_000);
  });
});

test('what the office shows was measured for every account and version, and keeps the promise', () => {
  const { rows } = readEconomics();
  for (const version of Object.keys(catalog.rules)) {
    for (const { id } of evaluations) {
      for (const trader of ['random', 'skilled'] as const) {
        const row = rows.find((each) => each.version === version && each.id === id && each.trader === trader);
        expect(row, `${version} ${id} ${trader}: npm run renew -- economics`).toBeDefined();
        if (version === rulesVersion && trader === 'random') expect(row?.drawnBps).toBeLessThan(maxDrawnBps);
      }
    }
  }
});
