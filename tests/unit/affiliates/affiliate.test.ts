import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { affiliateCode, affiliateCoupon, isReservedCode } from '#shared/affiliates/codes.ts';
import { commissionOf, revokedCents, shareCents } from '#shared/affiliates/share.ts';

describe('commission', () => {
  test.each([
    // 14,900 with 23 % included: tax 2,786 (14,900 × 23 / 123 = 2,786.18), base 12,114, 15 % = 1,817.1
    [14_900, 2_300, 12_114, 1_817],
    // No tax: 15 % of 24,900
    [24_900, 0, 24_900, 3_735],
    // Half a cent rounds up: 15 % of 110 = 16.5
    [110, 0, 110, 17],
    [0, 2_300, 0, 0],
  ])(
    'a payment of %i cents with %i basis points of tax has a base of %i and a commission of %i',
    (totalCents, taxBps, base, amount) => {
      expect(commissionOf({ totalCents, taxBps }, 1_500)).toEqual({ baseCents: base, amountCents: amount });
    },
  );

  test('the commission is a share of the price before tax, so it never exceeds that share of the full price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 3_000 }), (totalCents, taxBps) => {
        const { baseCents, amountCents } = commissionOf({ totalCents, taxBps }, 1_500);
        expect(baseCents).toBeLessThanOrEqual(totalCents);
        expect(amountCents).toBeLessThanOrEqual(shareCents(totalCents, 1_500));
      }),
    );
  });
});

describe('commission clawback', () => {
  test.each([
    [1_817, 14_900, 14_900, 1_817],
    [1_817, 14_900, 20_000, 1_817],
    // Half of the price: 908.5 rounds up
    [1_817, 14_900, 7_450, 909],
    [1_817, 14_900, 0, 0],
    [1_000, 3_000, 1_000, 333],
    // Nothing was paid, so there is nothing to divide by.
    [0, 0, 0, 0],
  ])(
    'a commission of %i cents on a payment of %i, refunded by %i, is reduced by %i',
    (amount, total, refunded, taken) => {
      expect(revokedCents(amount, total, refunded)).toBe(taken);
    },
  );

  test('partial refunds of any size add up to the whole commission', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 100_000 }), (parts, amount) => {
        const total = parts.reduce((sum, part) => sum + part, 0);
        let refunded = 0;
        let before = 0;
        for (const part of parts) {
          refunded += part;
          const after = revokedCents(amount, total, refunded);
          expect(after).toBeGreaterThanOrEqual(before);
          before = after;
        }
        expect(before).toBe(amount);
      }),
    );
  });
});

describe('codes', () => {
  test.each(['ada', 'ada-trades', 'a1b', 'x'.repeat(30)])('%s can be a link code', (code) => {
    expect(affiliateCode.test(code)).toBe(true);
  });

  test.each(['ad', '-ada', 'ada-', 'Ada', 'a da', 'x'.repeat(31), 'ada/..'])('%s can’t be a link code', (code) => {
    expect(affiliateCode.test(code)).toBe(false);
  });

  test.each([
    ['ADA5', true],
    ['ADA', false],
    ['5ADA', false],
    ['ada5', false],
    ['A'.repeat(17), false],
  ])('%s as an affiliate coupon is valid: %s', (coupon, valid) => {
    expect(affiliateCoupon.test(coupon)).toBe(valid);
  });

  test.each(['tidemark', 'Tide-Mark5', 'support', 'FREE'])('%s is reserved for the firm', (code) => {
    expect(isReservedCode(code, 'Tidemark')).toBe(true);
  });

  test('the firm’s name is reserved without its spaces and punctuation too', () => {
    expect(isReservedCode('tide-mark-fans', 'Tide & Mark')).toBe(true);
  });

  test('an ordinary code is not reserved', () => {
    expect(isReservedCode('ada-trades', 'Tidemark')).toBe(false);
  });
});
