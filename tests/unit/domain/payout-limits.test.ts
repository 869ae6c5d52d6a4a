import { describe, expect, test } from 'vitest';
import { type PayoutMoney, postingsOf } from '../../../src/domain/payout/postings.ts';
import { isClosable, payoutStatuses } from '../../../src/domain/payout/stages.ts';
import { makeFacts, quote } from './payout-support.ts';

/** Five closed days that earned the profit evenly. */
const earned = (profitCents: number) =>
  makeFacts({
    balanceCents: 5_000_000 + profitCents,
    equityCents: 5_000_000 + profitCents,
    days: makeFacts().days.map((day) => ({ ...day, profitCents: profitCents / 5 })),
  });

const check = (facts: ReturnType<typeof makeFacts>, name: string) =>
  quote(facts, 25_000).checks.find((each) => each.name === name);

describe('what limits a payout', () => {
  test('the cap, where half of the profit above the buffer is more: (6,000 − 100) ÷ 2 = 2,950', () => {
    expect(quote(earned(600_000), 0)).toMatchObject({ limitedBy: 'cap', shareCents: 295_000, largestCents: 150_000 });
  });

  test('the share of the profit, where it is exactly the cap: (3,100 − 100) ÷ 2 = 1,500', () => {
    expect(quote(earned(310_000), 0)).toMatchObject({ limitedBy: 'profit-share', largestCents: 150_000 });
  });

  test('the floor only where it leaves less than the formula: 950 against 950 and 949.99', () => {
    expect(quote(makeFacts({ floorCents: 5_104_999 }), 0)).toMatchObject({
      ...{ limitedBy: 'profit-share', largestCents: 95_000 },
    });
    expect(quote(makeFacts({ floorCents: 5_105_000 }), 0)).toMatchObject({ limitedBy: 'floor', largestCents: 94_999 });
  });

  test('nothing else, where the account has no floor', () => {
    expect(quote(makeFacts({ floorCents: null }), 50_000)).toMatchObject({
      ...{ allowed: true, limitedBy: 'profit-share', aboveFloorCents: null },
    });
  });
});

describe('the conditions at their limits', () => {
  test('a winning day is closed and earned the minimum', () => {
    const [first, ...rest] = makeFacts().days;
    const currentWith = (change: object) =>
      check(makeFacts({ days: [...rest, { ...first, ...change } as (typeof rest)[number]] }), 'winning-days');
    expect(currentWith({ profitCents: 15_000 })).toMatchObject({ current: 5, passed: true });
    expect(currentWith({ profitCents: 14_999 })).toMatchObject({ current: 4, missing: 1, passed: false });
    expect(currentWith({ closed: false })).toMatchObject({ current: 4, missing: 1, passed: false });
  });

  test('the minimum of 250 is reached by (600 − 100) ÷ 2, and missed by a cent less', () => {
    expect(check(earned(60_000), 'minimum')).toMatchObject({ passed: true, missingCents: 0 });
    expect(check(earned(59_990), 'minimum')).toMatchObject({ passed: false, missingCents: 5 });
  });

  test('a best day of more than two fifths is one', () => {
    const days = makeFacts().days.map((day, at) => ({ ...day, profitCents: at === 0 ? 120_000 : 20_000 }));
    // 1,200 is 40 % of 3,000; 2,000 are earned.
    expect(check(makeFacts({ days }), 'best-day')).toMatchObject({ passed: false, missingCents: 100_000 });
  });

  test('the earliest time is known only if nothing but winning days is missing', () => {
    const few = { days: makeFacts().days.slice(0, 4) };
    expect(quote(makeFacts(few), 50_000).earliestAt).not.toBeNull();
    expect(quote(makeFacts({ ...few, openContracts: 1 }), 50_000).earliestAt).toBeNull();
    expect(quote(makeFacts({ openContracts: 1 }), 50_000).earliestAt).toBeNull();
  });

  test('without required winning days the next request can follow at once', () => {
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

  test('is reserved when it is requested, and nothing moves while it is reviewed', () => {
    expect(postingsOf(money, null, 'requested')).toEqual([
      { account: expense, amountCents: -100_000 },
      { account: reserved, amountCents: 100_000 },
    ]);
    expect(postingsOf(money, 'requested', 'in-review')).toEqual([]);
  });

  test('is owed once it is approved: 945 and the fee, and the firm’s 50 go back', () => {
    expect(postingsOf(money, 'in-review', 'approved')).toEqual([
      { account: expense, amountCents: 5_000 },
      { account: reserved, amountCents: -100_000 },
      { account: { kind: 'trader-payable', ownerId: 'person' }, amountCents: 94_500 },
      { account: { kind: 'payout-fees' }, amountCents: 500 },
    ]);
  });

  test('can be closed by its trader until it is sent', () => {
    expect(payoutStatuses.filter(isClosable)).toEqual(['requested', 'in-review', 'approved']);
  });
});
