import { describe, expect, test } from 'vitest';
import { computeSupplied } from '#shared/orders/supplied.ts';

const day = (text: string) => Date.parse(`2026-${text}T09:30:00Z`);
const classic = [{ item: 'package', amountCents: 14_900 }] as const;
const march = { startsAt: day('03-11'), endsAt: day('04-11') };
const account = (toFloor: number, toTarget: number) =>
  [
    { by: 'floor', done: toFloor, of: 200_000 },
    { by: 'target', done: toTarget, of: 300_000 },
  ] as const;
const owed = (use: Partial<Parameters<typeof computeSupplied>[0]>, at: number) => {
  const { suppliedCents, refundCents } = computeSupplied(
    { paid: classic, period: march, startedAt: march.startsAt, ways: [], ...use },
    at,
  );
  return [suppliedCents, refundCents];
};

// Directive 2011/83, article 14(3): in proportion to what was supplied, on the basis of the total price. Worked by hand.
describe('what a consumer owes who withdraws after an early start', () => {
  test.each([
    // 14,900 × 10 ÷ 31 = 4,806.45: part of a cent is the buyer’s.
    ['ten of 31 days of a month', {}, day('03-21'), [4_806, 10_094]],
    ['nothing on the day of the purchase', {}, day('03-11') + 1, [0, 14_900]],
    ['nothing a minute before the first day is over', {}, day('03-12') - 60_000, [0, 14_900]],
    // 14,900 × 1 ÷ 31 = 480.6.
    ['a day once it is over', {}, day('03-12'), [480, 14_420]],
    // $500 of $2,000 to the floor is a quarter, more than 3 of 31 days.
    [
      'the way to the floor, if it went further than the days',
      { ways: account(50_000, 0) },
      day('03-14'),
      [3_725, 11_175],
    ],
    // 10 of 31 days are more than a quarter.
    ['the days, if they went further than the account', { ways: account(50_000, 0) }, day('03-21'), [4_806, 10_094]],
    // $2,400 of $3,000 to the target is four fifths.
    ['the way to the target, the furthest of all', { ways: account(50_000, 240_000) }, day('03-14'), [11_920, 2_980]],
    ['everything of a period that is over', {}, day('05-01'), [14_900, 0]],
    // Sold once, it has no period: only the account counts. $500 of $1,250.
    [
      'of an evaluation without a period, what the account used up',
      {
        period: null,
        paid: [{ item: 'package', amountCents: 24_900 }],
        ways: [{ by: 'floor', done: 50_000, of: 125_000 }],
      },
      day('03-24'),
      [9_960, 14_940],
    ],
    // A year of Thor for $499: 49,900 × 12 ÷ 365 = 1,640.5.
    [
      'twelve of 365 days of a year',
      {
        period: { startsAt: day('03-11'), endsAt: Date.parse('2027-03-11T09:30:00Z') },
        paid: [{ item: 'package', amountCents: 49_900 }],
      },
      day('03-23'),
      [1_640, 48_260],
    ],
  ] as const)('is %s', (_case, use, at, cents) => {
    expect(owed(use as never, at)).toEqual(cents);
  });

  // $249 used up by 40 %, data by 10 of 31 days (500 × 10 ÷ 31 = 161.3), the reset of the funded account not at all.
  test('is computed for each add-on from what was supplied of it', () => {
    const paid = [
      { item: 'package', amountCents: 24_900 },
      { item: 'market-data', amountCents: 500 },
      { item: 'funded-reset', amountCents: 7_000 },
    ] as const;
    const ways = [{ by: 'floor', done: 50_000, of: 125_000 }] as const;
    const { items, suppliedCents, refundCents } = computeSupplied(
      { paid, period: null, startedAt: day('03-11'), ways },
      day('03-21'),
    );
    expect(items.map((item) => item.suppliedCents)).toEqual([9_960, 161, 0]);
    expect([suppliedCents, refundCents]).toEqual([10_121, 22_279]);
  });
});
