import { expect, test } from 'vitest';
import { getPayoutTerms, readCatalog } from '#content/catalog.ts';
import { capOf, evaluatePayout } from '#shared/payouts/eligibility.ts';
import { makeFacts, quote } from './payout-support.ts';

const catalog = readCatalog();
const classic = { program: 'classic', size: '50K' } as const;

test('an account bought under v1 repeats its last cap, one of v2 pays as often as it has caps', () => {
  expect(getPayoutTerms(catalog, 'v1', classic)).toMatchObject({
    ...{ bufferCents: 10_000, capsCents: [150_000, 200_000, 250_000, 400_000] },
  });
  // The fifth payout has no cap, so it isn't made.
  expect(getPayoutTerms(catalog, 'v2', classic)).toMatchObject({
    ...{ bufferCents: 200_000, capsCents: [40_000, 50_000, 75_000, 100_000, 0] },
  });
  expect(getPayoutTerms(catalog, 'v2', { program: 'merit', size: '150K' }).bufferCents).toBe(1_200_000);
});

test('after the last payout nothing is available, and the quote says why', () => {
  const { capsCents } = getPayoutTerms(catalog, 'v2', classic);
  // $6,000 of profit: half of what is above $100 is $2,950.
  const facts = (paidCount: number) =>
    makeFacts({ capsCents, paidCount, balanceCents: 5_600_000, equityCents: 5_600_000 });
  expect(quote(facts(3), 100_000)).toMatchObject({ allowed: true, availableCents: 100_000, nextAt: null });
  expect(quote(facts(2), 75_000).nextAt).not.toBeNull();
  const over = quote(facts(4), 25_000);
  expect(over).toMatchObject({ allowed: false, availableCents: 0, capCents: 0 });
  expect(over.checks.find(({ name }) => name === 'not-paid-out')).toEqual({ name: 'not-paid-out', passed: false });
  const input = facts(4);
  expect(evaluatePayout(input.terms, { ...input, capCents: capOf(capsCents, 4) }).reasons).toEqual([
    { name: 'paid-out' },
  ]);
});

test('under v1 the quote has no such condition', () => {
  expect(quote(makeFacts({ paidCount: 40 }), 25_000).checks.map(({ name }) => name)).not.toContain('not-paid-out');
});
