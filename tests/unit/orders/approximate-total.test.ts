import { expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { findApproximateTotal } from '#shared/orders/approximate-total.ts';

const rates = readCatalog().exchangeRates;
const at = Date.UTC(2026, 10, 27);

// $149.00 × 0.9262 = €138.00; × 0.7634 = £113.75; × 5.2349 = R$ 780.00.
test.each([
  ['FR', { currency: 'EUR', cents: 13_800 }],
  ['MC', { currency: 'EUR', cents: 13_800 }],
  ['GB', { currency: 'GBP', cents: 11_375 }],
  ['BR', { currency: 'BRL', cents: 78_000 }],
  ['US', null],
  ['CA', null],
  ['', null],
])('a buyer in %j sees the total as %j', (country, about) => {
  expect(findApproximateTotal(rates, country, 14_900, at)).toEqual(about);
});

test('a free order has no approximate total', () => {
  expect(findApproximateTotal(rates, 'FR', 0, at)).toBeNull();
});

test('rates are used for 40 days and not longer', () => {
  const dated = { ...rates, statedOn: '2026-11-26' };
  expect(findApproximateTotal(dated, 'FR', 14_900, Date.UTC(2027, 0, 5))).not.toBeNull();
  expect(findApproximateTotal(dated, 'FR', 14_900, Date.UTC(2027, 0, 5, 0, 0, 1))).toBeNull();
});
