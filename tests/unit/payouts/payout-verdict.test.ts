import { describe, expect, test } from 'vitest';
import type { PayoutCheck } from '#shared/payouts/quote-shape.ts';
import { byPayability, countConditions, payoutVerdict } from '#shared/payouts/verdict.ts';

const funded: PayoutCheck = { name: 'funded', passed: true };
const flat = (contracts: number): PayoutCheck => ({ name: 'flat', passed: contracts === 0, contracts });
const days = (current: number): PayoutCheck => ({
  ...{ name: 'winning-days', passed: current >= 5, current, required: 5, missing: Math.max(0, 5 - current) },
  minimumCents: 10_000,
});
const amount: PayoutCheck = { name: 'amount', passed: false, amountCents: 0, minimumCents: 100, maximumCents: 200 };

describe('the verdict on a payout', () => {
  test('is ready if every condition is met, whatever amount is asked for', () => {
    expect(payoutVerdict([funded, flat(0), days(5), amount])).toEqual({ kind: 'ready' });
  });

  test('lists what is missing in the order of the conditions', () => {
    expect(payoutVerdict([funded, flat(2), days(4), amount])).toEqual({
      kind: 'missing',
      remedies: [flat(2), days(4)],
    });
  });

  test('is final if the account has ended, even if other conditions aren’t met', () => {
    expect(payoutVerdict([days(1), { name: 'not-breached', passed: false }])).toEqual({
      kind: 'over',
      name: 'not-breached',
    });
  });

  test('counts conditions without the amount: two of three', () => {
    expect(countConditions([funded, flat(0), days(4), amount])).toEqual({ met: 2, all: 3 });
  });
});

test('accounts with the most to request come first, ended ones last', () => {
  const account = (id: string, availableCents: number, checks: readonly PayoutCheck[], open: string | null = null) => ({
    ...{ id, open, quote: { availableCents, checks } },
  });
  const accounts = [
    account('ended', 0, [{ name: 'not-breached', passed: false }]),
    account('two missing', 0, [flat(1), days(3)]),
    account('one missing', 0, [days(4)]),
    account('small', 25_000, [days(5)]),
    account('requested', 0, [days(0), flat(1)], 'P2026-000001'),
    account('large', 135_000, [days(5)]),
  ];
  expect(byPayability(accounts).map(({ id }) => id)).toEqual([
    'large',
    'small',
    'requested',
    'one missing',
    'two missing',
    'ended',
  ]);
});
