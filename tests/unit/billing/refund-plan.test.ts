import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseRefund,
  creditLines,
  paidItems,
  planRefund,
  raiseToReturned,
  refundItems,
} from '#shared/orders/refund-plan.ts';
import type { PriceLine } from '#shared/orders/types.ts';

const lines: readonly PriceLine[] = [
  { item: 'package', amountCents: 14_900 },
  { item: 'market-data', amountCents: 500 },
  { item: 'funded-reset', amountCents: 7_000 },
  { item: 'coupon', amountCents: -2_980 },
];
const nothing = { items: [], otherCents: 0 };

describe('the refundable part of an order', () => {
  test('is the price less the coupon for the package, and the price of each add-on', () => {
    expect(paidItems(lines)).toEqual([
      { item: 'package', amountCents: 11_920 },
      { item: 'market-data', amountCents: 500 },
      { item: 'funded-reset', amountCents: 7_000 },
    ]);
  });

  test('excludes items that were refunded before', () => {
    const plan = planRefund(lines, 19_420, { items: [{ item: 'funded-reset', amountCents: 7_000 }], otherCents: 0 });
    expect(plan).toEqual({
      items: [
        { item: 'package', amountCents: 11_920 },
        { item: 'market-data', amountCents: 500 },
      ],
      totalCents: 19_420,
      returnedCents: 7_000,
      refundCents: 12_420,
    });
    expect(chooseRefund(plan, ['funded-reset'])).toBeNull();
    expect(chooseRefund(plan, ['funded-reset', 'market-data'])).toBeNull();
  });

  test('is only the whole remainder after a bank took a part', () => {
    const plan = planRefund(lines, 19_420, { items: [{ item: 'market-data', amountCents: 500 }], otherCents: 1_000 });
    expect(plan.items).toEqual([{ item: 'package', amountCents: 17_920 }]);
    expect(chooseRefund(plan, ['funded-reset'])).toBeNull();
    expect(chooseRefund(plan, ['package'])).toMatchObject({ isWhole: true, refundCents: 17_920 });
  });

  test('is everything if the package is chosen, the add-ons alone if not, and nothing without a choice', () => {
    const plan = planRefund(lines, 19_420, nothing);
    expect(chooseRefund(plan, ['package'])).toMatchObject({ isWhole: true, refundCents: 19_420 });
    expect(chooseRefund(plan, ['market-data', 'funded-reset'])).toMatchObject({ isWhole: false, refundCents: 7_500 });
    expect(chooseRefund(plan, [])).toBeNull();
  });

  test('is credited by the order’s own lines, the refunded items, or one line if the items are unknown', () => {
    const order = { lines, totalCents: 19_420 };
    const data = [{ item: 'market-data', amountCents: 500 }] as const;
    expect(creditLines(order, [], 19_420)).toBe(lines);
    expect(creditLines(order, data, 500)).toEqual(data);
    expect(creditLines(order, data, 800)).toEqual([{ item: 'package', amountCents: 800 }]);
  });

  test('never exceeds the amount paid, and reaches it over any sequence of refunds', () => {
    const cents = fc.integer({ min: 1, max: 50_000 });
    const chosen = fc.array(fc.subarray([...refundItems]), { maxLength: 6 });
    fc.assert(
      fc.property(cents, cents, cents, fc.nat(100), chosen, (packageCents, data, reset, percent, choices) => {
        const bought: PriceLine[] = [
          { item: 'package', amountCents: packageCents },
          { item: 'market-data', amountCents: data },
          { item: 'funded-reset', amountCents: reset },
          { item: 'coupon', amountCents: -Math.floor((packageCents * percent) / 100) },
        ];
        const totalCents = bought.reduce((sum, { amountCents }) => sum + amountCents, 0);
        let returned: Parameters<typeof planRefund>[2] = nothing;
        let paidBack = 0;
        for (const choice of [...choices, ['package'] as const]) {
          const refund = chooseRefund(planRefund(bought, totalCents, returned), [...choice]);
          if (refund === null) continue;
          paidBack += refund.refundCents;
          returned = refund.isWhole
            ? { items: [], otherCents: totalCents }
            : { ...returned, items: [...returned.items, ...refund.items] };
          expect(paidBack).toBeLessThanOrEqual(totalCents);
          if (refund.isWhole) break;
        }
        expect(paidBack).toBe(totalCents);
      }),
    );
  });
});

describe('a shrunk request that the provider had already accepted', () => {
  const paid = [
    { item: 'funded-reset', amountCents: 7_000 },
    { item: 'market-data', amountCents: 500 },
  ] as const;
  const requested = (reset: number, data: number) =>
    [
      { item: 'funded-reset', amountCents: reset },
      { item: 'market-data', amountCents: data },
    ] as const;

  test.each([
    ['to the full amount of both items', requested(0, 400), 7_500, requested(7_000, 500)],
    ['to what was returned', requested(6_000, 400), 7_000, requested(6_600, 400)],
    ['not at all if it wasn’t shrunk further', requested(6_900, 500), 7_400, requested(6_900, 500)],
  ])('is raised %s', (_, before, returnedCents, after) => {
    expect(raiseToReturned(before, paid, returnedCents)).toEqual(after);
  });
});
