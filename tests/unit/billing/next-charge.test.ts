import { describe, expect, test } from 'vitest';
import { findMonthlyCost, findNextCharge } from '#shared/billing/next-charge.ts';

const at = (time: string) => Date.parse(time);
const renewal = {
  id: 'first',
  name: 'Classic 50K',
  amountCents: 14_900,
  renews: true,
  endsInactive: false,
  cardEnding: '4242',
};

describe('the next charge', () => {
  test('is the sum of what renews on the nearest day: 149 and 39 on December 19, not 99 on December 20', () => {
    const subscriptions = [
      { ...renewal, name: 'Classic 25K', amountCents: 9_900, periodEndsAt: at('2026-12-20T00:10:00Z') },
      { ...renewal, name: 'Market depth', amountCents: 3_900, periodEndsAt: at('2026-12-19T23:50:00Z') },
      { ...renewal, periodEndsAt: at('2026-12-19T10:00:00Z') },
    ];
    expect(findNextCharge(subscriptions, [])).toEqual({
      at: at('2026-12-19T10:00:00Z'),
      amountCents: 18_800,
      names: ['Classic 50K', 'Market depth'],
      cardEnding: '4242',
    });
  });

  test('names its card, unless two cards are charged on one day', () => {
    const first = { ...renewal, periodEndsAt: at('2026-12-19T10:00:00Z') };
    expect(findNextCharge([first], [])).toMatchObject({ cardEnding: '4242' });
    expect(findNextCharge([first, { ...first, cardEnding: '0341' }], [])).toMatchObject({ cardEnding: null });
  });

  test('is none of what ends, costs nothing, or ends for inactivity', () => {
    const periodEndsAt = at('2026-12-19T10:00:00Z');
    expect(
      findNextCharge(
        [
          { ...renewal, periodEndsAt, renews: false },
          { ...renewal, periodEndsAt, amountCents: 0 },
          { ...renewal, periodEndsAt, endsInactive: true },
        ],
        [],
      ),
    ).toBeNull();
  });

  test('leaves out what an open bill charges, and names the one after it', () => {
    const unpaid = { ...renewal, periodEndsAt: at('2026-12-01T10:00:00Z') };
    const next = { ...renewal, id: 'second', amountCents: 3_900, periodEndsAt: at('2026-12-19T10:00:00Z') };
    const bills = [{ subscriptionId: 'first' }];
    expect(findNextCharge([unpaid, next], bills)).toMatchObject({ amountCents: 3_900, at: next.periodEndsAt });
    expect(findNextCharge([unpaid], bills)).toBeNull();
  });
});

test('each month costs what renews monthly at a price: 149 and 39, not 499 a year', () => {
  const monthly = { ...renewal, billingInterval: 'monthly', periodEndsAt: at('2026-12-19T10:00:00Z') };
  expect(
    findMonthlyCost([
      monthly,
      { ...monthly, amountCents: 3_900 },
      { ...monthly, amountCents: 0 },
      { ...monthly, renews: false },
      { ...monthly, endsInactive: true },
      { ...monthly, amountCents: 49_900, billingInterval: 'yearly' },
    ]),
  ).toEqual({ amountCents: 18_800, count: 2 });
});
