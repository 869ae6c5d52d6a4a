import { describe, expect, test } from 'vitest';
import { isCreativeName } from '#shared/affiliates/creative.ts';
import { quoteAffiliatePayout } from '#shared/affiliates/payout-quote.ts';
import { nextAttemptAt } from '#shared/messages/webhook.ts';

const facts = {
  ...{ availableCents: 20_000, minimumCents: 5_000 },
  feesCents: { 'bank-transfer': 1_500, wise: 0, usdc: 6_000 },
};
const quote = (amountCents: number, changes: object = {}, method: 'bank-transfer' | 'wise' | 'usdc' = 'wise') =>
  quoteAffiliatePayout({ ...facts, ...changes }, { amountCents, method });

describe('an affiliate payout request', () => {
  test('may ask for the minimum or the whole balance, and the fee is deducted from it', () => {
    expect(quote(5_000)).toEqual({ amountCents: 5_000, problem: null, feeCents: 0, netCents: 5_000 });
    expect(quote(20_000, {}, 'bank-transfer')).toMatchObject({ problem: null, feeCents: 1_500, netCents: 18_500 });
    expect(quote(5_000, { availableCents: 5_000 }).problem).toBeNull();
  });

  test('names the limit that it misses by a cent', () => {
    expect(quote(4_999).problem).toBe('minimum');
    expect(quote(20_001).problem).toBe('available');
    expect(quote(5_000, { availableCents: 4_999 }).problem).toBe('balance');
  });

  test('must leave something after its fee', () => {
    expect(quote(6_000, {}, 'usdc').problem).toBe('minimum');
    expect(quote(6_001, {}, 'usdc')).toMatchObject({ problem: null, netCents: 1 });
  });
});

test('a postback gets eight attempts within a day, at growing intervals', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => {
    const at = nextAttemptAt(attempts, 1_000);
    return at === null ? null : (at - 1_000) / 60_000;
  });
  expect(minutes).toEqual([1, 5, 20, 60, 180, 420, 720, null]);
});

test('only a creative’s own name identifies it', () => {
  expect(['story', 'toString', '', undefined].map(isCreativeName)).toEqual([true, false, false, false]);
});
