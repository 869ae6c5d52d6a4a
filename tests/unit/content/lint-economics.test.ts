import { expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { readEconomics } from '#content/economics.ts';
import { lintEconomics } from '#content/lint-economics.ts';

const catalog = readCatalog();
const recorded = readEconomics();
const { packages } = catalog;
const textsOf = (...args: Parameters<typeof lintEconomics>) => lintEconomics(...args).map(({ text }) => text);

test('the recorded figures belong to the catalog on sale and keep what the page states', () => {
  expect(textsOf(catalog, recorded)).toEqual([]);
});

test('a cheaper account, a larger coupon or another payout term asks to compute again', () => {
  const [first, ...others] = packages.evaluations;
  if (!first) throw new Error('nothing is on sale');
  const cheaper = { ...packages, evaluations: [{ ...first, priceCents: first.priceCents - 100 }, ...others] };
  const { packageDiscount } = catalog.discounts;
  const terms = catalog.payouts[packages.rulesVersion];
  if (!packageDiscount || !terms) throw new Error('no discount or terms');
  const later = [
    { ...catalog, packages: cheaper },
    {
      ...catalog,
      discounts: { packageDiscount: { ...packageDiscount, percentBps: packageDiscount.percentBps + 500 } },
    },
    { ...catalog, payouts: { ...catalog.payouts, [packages.rulesVersion]: { ...terms, winningDayMinimumCents: 1 } } },
  ];
  for (const changed of later) {
    const texts = textsOf(changed, recorded);
    expect(texts).toContainEqual(expect.stringContaining(first.id));
    expect(texts.filter((text) => !text.includes('npm run renew -- economics'))).toEqual([]);
  }
  // What isn't sold under these rules changes nothing.
  const trial = { ...packages, trial: { ...packages.trial, priceCents: 1 } };
  expect(textsOf({ ...catalog, packages: trial }, recorded)).toEqual([]);
});

test('an account from which more is drawn than stated is an error that names it, its figure and the limit', () => {
  const row = recorded.best.find(({ id }) => id === 'classic-50k');
  if (!row) throw new Error('no figures');
  const best = [...recorded.best.filter(({ id }) => id !== row.id), { ...row, drawnBps: 31_234 }];
  const payoutEconomics = { ...catalog.payoutEconomics, maxBestBps: 31_233 };
  expect(textsOf({ ...catalog, payoutEconomics }, { ...recorded, best })).toEqual([
    expect.stringMatching(/^classic-50k lets the best player draw 312.34 %.*312.33 %/),
  ]);
  const missing = { ...recorded, best: recorded.best.filter(({ id }) => id !== row.id) };
  expect(textsOf(catalog, missing)).toEqual([expect.stringContaining('has no classic-50k')]);
});
