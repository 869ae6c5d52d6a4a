import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { normalizeAffiliateCode, normalizeCouponCode } from '#lib/spelled-code.ts';
import { couponRejectionOf, discountCents } from '#shared/catalog/coupon.ts';
import type { Coupon } from '#shared/catalog/coupon-types.ts';
import { isUnpaid, statusesAllowing, transition } from '#shared/orders/machine.ts';
import { priceLines, totalCents } from '#shared/orders/price.ts';
import { type OrderEvent, orderStatuses } from '#shared/orders/types.ts';

describe('order states', () => {
  test('payment moves an order from draft to fulfilled', () => {
    expect(transition('draft', 'submit')).toBe('awaiting-payment');
    expect(transition('awaiting-payment', 'pay')).toBe('paid');
    expect(transition('paid', 'fulfill')).toBe('fulfilled');
    expectTypeOf(transition('paid', 'fulfill')).toEqualTypeOf<'fulfilled'>();
  });

  test('a declined order can be retried', () => {
    expect(transition('awaiting-payment', 'decline')).toBe('failed');
    expect(transition('failed', 'retry')).toBe('awaiting-payment');
  });

  test('an abandoned order still accepts a payment reported later', () => {
    expect(statusesAllowing('pay')).toEqual(['awaiting-payment', 'processing', 'failed', 'canceled', 'expired']);
  });

  test('a payment that the bank is sending can only arrive or be refused', () => {
    expect(transition('awaiting-payment', 'process')).toBe('processing');
    expect(transition('processing', 'pay')).toBe('paid');
    expect(transition('processing', 'decline')).toBe('failed');
    for (const event of ['cancel', 'expire', 'retry', 'process', 'submit'] as const)
      expect(transition('processing', event)).toBeNull();
  });

  test('an order is paid, fulfilled and refunded at most once', () => {
    expect(transition('paid', 'pay')).toBeNull();
    expect(transition('fulfilled', 'pay')).toBeNull();
    expect(transition('fulfilled', 'fulfill')).toBeNull();
    expect(transition('refunded', 'refund')).toBeNull();
    expect(transition('refunded', 'fulfill')).toBeNull();
  });

  test('a late message never expires, fails or cancels a paid order', () => {
    const late: readonly OrderEvent[] = ['decline', 'cancel', 'expire', 'retry', 'submit'];
    for (const event of late) expect(transition('paid', event)).toBeNull();
  });

  test('an order is unpaid until its first payment or until it is abandoned', () => {
    expect(orderStatuses.filter((status) => isUnpaid({ status }))).toEqual(['draft', 'awaiting-payment', 'failed']);
  });

  test('every state is reachable from a draft', () => {
    const events: readonly OrderEvent[] = [
      'submit',
      'process',
      'pay',
      'decline',
      'retry',
      'cancel',
      'expire',
      'fulfill',
      'refund',
    ];
    const reached = events.flatMap((event) => orderStatuses.flatMap((from) => transition(from, event) ?? []));
    expect([...new Set(['draft', ...reached])].sort()).toEqual([...orderStatuses].sort());
  });
});

const coupon: Coupon = {
  code: 'TIDE20',
  status: 1,
  discount: { type: 'percent', bps: 2_000 },
  kinds: ['evaluation'],
  programs: ['classic'],
  startsAt: 1_000,
  expiresAt: 2_000,
  uses: null,
  oncePerPerson: false,
};
const classic = { kind: 'evaluation', program: 'classic' } as const;

describe('coupons', () => {
  test.each([
    ['accepted at its first moment', coupon, classic, 1_000, null],
    ['rejected before its first moment', coupon, classic, 999, 'not-started'],
    ['accepted at its last moment', coupon, classic, 1_999, null],
    ['rejected at its end', coupon, classic, 2_000, 'expired'],
    ['rejected when switched off', { ...coupon, status: 0 }, classic, 1_500, 'switched-off'],
    [
      'rejected for another kind of order',
      coupon,
      { kind: 'reset', program: 'classic' } as const,
      1_500,
      'not-for-this',
    ],
    ['rejected for another program', coupon, { kind: 'evaluation', program: 'merit' } as const, 1_500, 'not-for-this'],
    [
      'rejected for an order without a program',
      { ...coupon, kinds: null },
      { kind: 'thor', program: null } as const,
      1_500,
      'not-for-this',
    ],
    [
      'accepted at any time without limits',
      { ...coupon, kinds: null, programs: null, startsAt: null, expiresAt: null },
      classic,
      9e15,
      null,
    ],
  ])('a coupon is %s', (_, given, use, atMs, rejection) => {
    expect(couponRejectionOf(given, use, atMs)).toBe(rejection);
  });

  test('half a cent of discount rounds up', () => {
    expect(discountCents({ type: 'percent', bps: 2_000 }, 14_900)).toBe(2_980);
    expect(discountCents({ type: 'percent', bps: 1_000 }, 45)).toBe(5);
    expect(discountCents({ type: 'percent', bps: 1_000 }, 44)).toBe(4);
  });

  test('a fixed discount is its amount, but at most the price', () => {
    expect(discountCents({ type: 'fixed', amountCents: 2_500 }, 14_900)).toBe(2_500);
    expect(discountCents({ type: 'fixed', amountCents: 2_500 }, 1_900)).toBe(1_900);
    expect(discountCents({ type: 'percent', bps: 20_000 }, 1_900)).toBe(1_900);
  });

  test('a coupon is found in any spelling, and so is an affiliate’s code', () => {
    expect(normalizeCouponCode(' tide20 ')).toBe('TIDE20');
    expect(normalizeAffiliateCode(' Ada-7 ')).toBe('ada-7');
  });
});

describe('prices', () => {
  test('a price is the package plus its add-ons less the coupon', () => {
    const lines = priceLines({
      packageCents: 14_900,
      addOns: [{ item: 'market-data', priceCents: 500 }],
      discount: { type: 'percent', bps: 2_000 },
    });
    expect(lines).toEqual([
      { item: 'package', amountCents: 14_900 },
      { item: 'market-data', amountCents: 500 },
      { item: 'coupon', amountCents: -2_980 },
    ]);
    expect(totalCents(lines)).toBe(12_420);
  });

  test('a coupon without effect has no line', () => {
    expect(priceLines({ packageCents: 0, addOns: [], discount: { type: 'percent', bps: 5_000 } })).toHaveLength(1);
  });

  test('a price is a whole number of cents and never below the add-ons, whatever the coupon', () => {
    const discount = fc.oneof(
      fc.record({ type: fc.constant('percent' as const), bps: fc.integer({ min: 0, max: 20_000 }) }),
      fc.record({ type: fc.constant('fixed' as const), amountCents: fc.integer({ min: 0, max: 1_000_000 }) }),
    );
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(10_000), discount, (packageCents, addOnCents, off) => {
        const addOns = [{ item: 'funded-reset' as const, priceCents: addOnCents }];
        const total = totalCents(priceLines({ packageCents, addOns, discount: off }));
        expect(Number.isSafeInteger(total)).toBe(true);
        expect(total).toBeGreaterThanOrEqual(addOnCents);
        expect(total).toBeLessThanOrEqual(packageCents + addOnCents);
      }),
    );
  });
});
