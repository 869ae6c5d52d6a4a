import { describe, expect, test } from 'vitest';
import { type PayoutMoney, postingsOf } from '#shared/payouts/postings.ts';
import { isClosable, payoutStatuses } from '#shared/payouts/stages.ts';
import { makeFacts, quote } from './payout-support.ts';

/** Five closed days that share the profit equally. */
const factsWithProfit = (profitCents: number) =>
  makeFacts({
    balanceCents: 5_000_000 + profitCents,
    equityCents: 5_000_000 + profitCents,
    days: makeFacts().days.map((day) => ({ ...day, profitCents: profitCents / 5 })),
  });

const check = (facts: ReturnType<typeof makeFacts>, name: string) =>
  quote(facts, 25_000).checks.find((each) => each.name === name);

describe('the limit of a payout', () => {
  test('is the cap if half of the profit above the buffer is more: (6,000 − 100) ÷ 2 = 2,950', () => {
    expect(quote(factsWithProfit(600_000), 0)).toMatchObject({
      limitedBy: 'cap',
      shareCents: 295_000,
      maximumCents: 150_000,
    });
  });

  test('is the profit share if it equals the cap: (3,100 − 100) ÷ 2 = 1,500', () => {
    expect(quote(factsWithProfit(310_000), 0)).toMatchObject({ limitedBy: 'profit-share', maximumCents: 150_000 });
  });

  test('is the floor only if it leaves less than the formula: 950 against 950 and 949.99', () => {
    expect(quote(makeFacts({ floorCents: 5_104_999 }), 0)).toMatchObject({
      ...{ limitedBy: 'profit-share', maximumCents: 95_000 },
    });
    expect(quote(makeFacts({ floorCents: 5_105_000 }), 0)).toMatchObject({ limitedBy: 'floor', maximumCents: 94_999 });
  });

  test('is never a floor on an account without one', () => {
    expect(quote(makeFacts({ floorCents: null }), 50_000)).toMatchObject({
      ...{ allowed: true, limitedBy: 'profit-share', aboveFloorCents: null },
    });
  });
});

describe('the payout conditions at their limits', () => {
  test('a winning day must be closed and have earned the minimum', () => {
    const [first, ...rest] = makeFacts().days;
    const currentWith = (change: object) =>
      check(makeFacts({ days: [...rest, { ...first, ...change } as (typeof rest)[number]] }), 'winning-days');
    expect(currentWith({ profitCents: 15_000 })).toMatchObject({ current: 5, passed: true });
    expect(currentWith({ profitCents: 14_999 })).toMatchObject({ current: 4, missing: 1, passed: false });
    expect(currentWith({ closed: false })).toMatchObject({ current: 4, missing: 1, passed: false });
  });

  test('the minimum of 250 is met by (600 − 100) ÷ 2 and missed by a cent less', () => {
    expect(check(factsWithProfit(60_000), 'minimum')).toMatchObject({ passed: true, missingCents: 0 });
    expect(check(factsWithProfit(59_990), 'minimum')).toMatchObject({ passed: false, missingCents: 5 });
  });

  test('a best day of more than two fifths of the profit blocks a payout', () => {
    const days = makeFacts().days.map((day, at) => ({ ...day, profitCents: at === 0 ? 120_000 : 20_000 }));
    // 1,200 is 40 % of 3,000; only 2,000 was earned.
    expect(check(makeFacts({ days }), 'best-day')).toMatchObject({ passed: false, missingCents: 100_000 });
  });

  test('the earliest time is known only if winning days are the only missing condition', () => {
    const few = { days: makeFacts().days.slice(0, 4) };
    expect(quote(makeFacts(few), 50_000).earliestAt).not.toBeNull();
    expect(quote(makeFacts({ ...few, openContracts: 1 }), 50_000).earliestAt).toBeNull();
    expect(quote(makeFacts({ openContracts: 1 }), 50_000).earliestAt).toBeNull();
  });

  test('the next request can follow at once if no winning days are required', () => {
    const facts = makeFacts();
    const free = makeFacts({ terms: { ...facts.terms, winningDays: 0 } });
    expect(quote(free, 50_000).nextAt).toBe(facts.asOf);
  });
});

describe('the money of a payout of 1,000 with 950 for the trader and a fee of 5', () => {
  const money: PayoutMoney = {
    source: 'account',
    ...{ personId: 'person', accountId: 'account' },
    ...{ amountCents: 100_000, traderCents: 95_000, firmCents: 5_000, feeCents: 500 },
  };
  const expense = { kind: 'payout-expense', ownerId: 'account' } as const;
  const reserved = { kind: 'payout-reserved', ownerId: 'person' } as const;

  test('is reserved on request, and nothing moves during the review', () => {
    expect(postingsOf(money, null, 'requested')).toEqual([
      { account: expense, amountCents: -100_000 },
      { account: reserved, amountCents: 100_000 },
    ]);
    expect(postingsOf(money, 'requested', 'in-review')).toEqual([]);
  });

  test('is owed once approved: 945 and the fee, while the firm’s 50 goes back', () => {
    expect(postingsOf(money, 'in-review', 'approved')).toEqual([
      { account: expense, amountCents: 5_000 },
      { account: reserved, amountCents: -100_000 },
      { account: { kind: 'trader-payable', ownerId: 'person' }, amountCents: 94_500 },
      { account: { kind: 'payout-fees' }, amountCents: 500 },
    ]);
  });

  test('can be canceled by the trader until it is sent', () => {
    expect(payoutStatuses.filter(isClosable)).toEqual(['requested', 'in-review', 'approved']);
  });
});
