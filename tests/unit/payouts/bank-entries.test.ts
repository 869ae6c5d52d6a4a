import { describe, expect, test } from 'vitest';
import type { BankEntry } from '#shared/payouts/payment-files/bank-report.ts';
import { isBatchId, type KnownPayment, planEntry, statusAfter } from '#shared/payouts/payment-files/plan-entry.ts';
import { isPayeeError, returnReasonOf } from '#shared/payouts/payment-files/reason-codes.ts';

const payment: KnownPayment = {
  ...{ batchNumber: 'B2026-000001', batchStatus: 'exported', status: 'sent' },
  ...{ amountCents: 123_405, currency: 'USD', bankReference: null },
};

function entry(parts: Partial<BankEntry>): BankEntry {
  return {
    ...{ messageId: 'B2026-000001-1', reference: 'P2026-000001', event: 'booked', amountCents: 123_405 },
    ...{ currency: 'USD', count: null, code: null, bankReference: 'R1' },
    ...parts,
  };
}

const plan = (parts: Partial<BankEntry>, known: Partial<KnownPayment> = {}) =>
  planEntry(entry(parts), { ...payment, ...known });

describe('a bank entry', () => {
  const pending = ['waiting', 'sent', 'accepted'] as const;

  test.each(pending)('pays a payment that is %s when booked and returns it when the money comes back', (status) => {
    expect(plan({}, { status })).toEqual({ action: 'pay', problem: null });
    expect(plan({ event: 'returned', code: 'AC04' }, { status })).toEqual({ action: 'return', problem: null });
  });

  test.each(pending)(
    'returns a payment that is %s if the payee’s account is at fault, and otherwise frees it to be sent again',
    (status) => {
      expect(plan({ event: 'rejected', code: 'AC04' }, { status })).toEqual({ action: 'return', problem: null });
      expect(plan({ event: 'rejected', code: 'AM04' }, { status })).toEqual({ action: 'recall', problem: null });
      expect(plan({ event: 'rejected' }, { status })).toEqual({ action: 'recall', problem: null });
    },
  );

  test('records an acceptance once', () => {
    expect(plan({ event: 'accepted' }, { status: 'waiting' })).toEqual({ action: 'accept', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'sent' })).toEqual({ action: 'accept', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'accepted' })).toEqual({ action: 'none', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'paid' })).toEqual({ action: 'none', problem: null });
  });

  test('returns a paid payment when the money comes back and reports a problem when it is rejected', () => {
    expect(plan({ event: 'returned' }, { status: 'paid' })).toEqual({ action: 'return', problem: null });
    expect(plan({ event: 'rejected' }, { status: 'paid' })).toEqual({ action: 'none', problem: 'paid' });
  });

  test.each([
    ['the same reference is the same booking', 'R1', 'R1', null],
    ['another reference is a second booking', 'R2', 'R1', 'paid-again'],
    ['an entry without a reference is not a second booking', null, 'R1', null],
    ['a payment without a known reference has no second booking', 'R2', null, null],
  ])('that books a paid payment again is judged by its reference: %s', (_, given, known, problem) => {
    expect(plan({ bankReference: given }, { status: 'paid', bankReference: known })).toEqual({
      action: 'none',
      problem,
    });
  });

  test.each([
    ['accepted', 'returned', 'returned'],
    ['accepted', 'removed', 'canceled'],
    ['booked', 'returned', 'returned'],
    ['booked', 'removed', 'canceled'],
    ['returned', 'returned', null],
    ['returned', 'removed', 'canceled'],
    ['rejected', 'returned', null],
    ['rejected', 'removed', null],
  ] as const)(
    'with event %s leaves a payment that is %s unchanged and reports problem %s',
    (event, status, problem) => {
      expect(plan({ event }, { status })).toEqual({ action: 'none', problem });
    },
  );

  test.each(['accepted', 'booked', 'rejected', 'returned'] as const)(
    'with event %s changes nothing in a canceled batch and needs review',
    (event) => {
      for (const status of pending)
        expect(plan({ event }, { status, batchStatus: 'canceled' })).toEqual({ action: 'none', problem: 'canceled' });
    },
  );

  test('that returns a paid payment counts in a canceled batch too', () => {
    expect(plan({ event: 'returned' }, { status: 'paid', batchStatus: 'canceled' }).action).toBe('return');
  });
});

describe('a bank entry', () => {
  test.each([
    ['names another message', { messageId: 'B2026-000002' }, {}, 'other-message'],
    ['names a longer number', { messageId: 'B2026-0000011' }, {}, 'other-message'],
    ['is in another currency', { currency: 'EUR' }, {}, 'currency'],
    ['is one cent off', { amountCents: 123_404 }, {}, 'amount'],
    ['makes no sense', { event: 'unreadable' }, {}, 'unreadable'],
    ['has a total that differs', { event: 'total-differs' }, {}, 'total'],
    ['belongs to a batch that was never exported', {}, { batchStatus: 'draft' }, 'not-exported'],
  ] as const)('is not applied when it %s', (_, parts, known, problem) => {
    expect(plan(parts, known)).toEqual({ action: 'none', problem });
  });

  test('is not applied when it names no payment of ours', () => {
    expect(planEntry(entry({}), undefined)).toEqual({ action: 'none', problem: 'unknown' });
    expect(planEntry(entry({ event: 'unreadable' }), undefined)).toEqual({ action: 'none', problem: 'unknown' });
  });

  test('that only announces a payment changes nothing, even if the payment is unknown', () => {
    expect(planEntry(entry({ event: 'pending' }), undefined)).toEqual({ action: 'none', problem: null });
  });

  test('is compared only in the fields that the bank filled in', () => {
    expect(plan({ messageId: null, currency: null, amountCents: null })).toEqual({ action: 'pay', problem: null });
  });
});

test('a batch is named by its message id or the id of one of its blocks', () => {
  expect(isBatchId('B2026-000001', 'B2026-000001')).toBe(true);
  expect(isBatchId('B2026-000001-2', 'B2026-000001')).toBe(true);
  expect(isBatchId('B2026-0000012', 'B2026-000001')).toBe(false);
  expect(isBatchId('XB2026-000001-2', 'B2026-000001')).toBe(false);
});

test('the next entry of a file sees the payment as the previous entry left it', () => {
  const after = (['accept', 'pay', 'return', 'recall', 'none'] as const).map((action) => statusAfter(action, 'sent'));
  expect(after).toEqual(['accepted', 'paid', 'returned', 'removed', 'sent']);
});

describe('a bank’s reason code', () => {
  test.each([
    ['AC04', 'account-closed', true],
    ['AC07', 'account-closed', true],
    ['AC01', 'account-unknown', true],
    ['AC03', 'account-unknown', true],
    ['AC14', 'account-unknown', true],
    ['RC04', 'account-unknown', true],
    ['BE06', 'account-unknown', true],
    ['BE01', 'name-mismatch', true],
    ['MS02', 'recipient-refused', true],
    ['AM04', 'bank-refused', false],
    [null, 'bank-refused', false],
  ])('%s means %s and is the payee’s fault: %s', (code, reason, isTheirs) => {
    expect(returnReasonOf(code)).toBe(reason);
    expect(isPayeeError(code)).toBe(isTheirs);
  });
});
