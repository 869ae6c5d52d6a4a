import { describe, expect, test } from 'vitest';
import type { BankEntry } from '../../../src/domain/payment-file/bank-report.ts';
import { type KnownPayment, namesBatch, planEntry, statusAfter } from '../../../src/domain/payment-file/plan-entry.ts';
import { isPayeesFault, returnReasonOf } from '../../../src/domain/payment-file/reason-codes.ts';

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

describe('what an entry of a bank does to a payment', () => {
  const pending = ['waiting', 'sent', 'accepted'] as const;

  test.each(pending)('%s: a booking pays it, what comes back returns it', (status) => {
    expect(plan({}, { status })).toEqual({ action: 'pay', problem: null });
    expect(plan({ event: 'returned', code: 'AC04' }, { status })).toEqual({ action: 'return', problem: null });
  });

  test.each(pending)(
    '%s: refused for the payee’s account it returns, for anything else it can be sent again',
    (status) => {
      expect(plan({ event: 'rejected', code: 'AC04' }, { status })).toEqual({ action: 'return', problem: null });
      expect(plan({ event: 'rejected', code: 'AM04' }, { status })).toEqual({ action: 'recall', problem: null });
      expect(plan({ event: 'rejected' }, { status })).toEqual({ action: 'recall', problem: null });
    },
  );

  test('an acceptance is noted once', () => {
    expect(plan({ event: 'accepted' }, { status: 'waiting' })).toEqual({ action: 'accept', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'sent' })).toEqual({ action: 'accept', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'accepted' })).toEqual({ action: 'none', problem: null });
    expect(plan({ event: 'accepted' }, { status: 'paid' })).toEqual({ action: 'none', problem: null });
  });

  test('of a paid one: a return brings it back, a refusal contradicts it', () => {
    expect(plan({ event: 'returned' }, { status: 'paid' })).toEqual({ action: 'return', problem: null });
    expect(plan({ event: 'rejected' }, { status: 'paid' })).toEqual({ action: 'none', problem: 'paid' });
  });

  test.each([
    ['the same reference is the same booking', 'R1', 'R1', null],
    ['another reference is a second booking', 'R2', 'R1', 'paid-again'],
    ['without a reference nothing says it is another', null, 'R1', null],
    ['nor where none is known', 'R2', null, null],
  ])('a second booking of a paid one: %s', (_, given, known, problem) => {
    expect(plan({ bankReference: given }, { status: 'paid', bankReference: known })).toEqual({
      action: 'none',
      problem,
    });
  });

  test.each([
    ['accepted', 'returned', 'returned'],
    ['accepted', 'removed', 'cancelled'],
    ['booked', 'returned', 'returned'],
    ['booked', 'removed', 'cancelled'],
    ['returned', 'returned', null],
    ['returned', 'removed', 'cancelled'],
    ['rejected', 'returned', null],
    ['rejected', 'removed', null],
  ] as const)('%s, of one that is %s: nothing changes, to look at: %s', (event, status, problem) => {
    expect(plan({ event }, { status })).toEqual({ action: 'none', problem });
  });

  test.each(['accepted', 'booked', 'rejected', 'returned'] as const)(
    '%s, of a batch that was cancelled: somebody has to look',
    (event) => {
      for (const status of pending)
        expect(plan({ event }, { status, batchStatus: 'cancelled' })).toEqual({ action: 'none', problem: 'cancelled' });
    },
  );

  test('a return of a paid one counts in a cancelled batch too', () => {
    expect(plan({ event: 'returned' }, { status: 'paid', batchStatus: 'cancelled' }).action).toBe('return');
  });
});

describe('an entry that nobody can follow', () => {
  test.each([
    ['names another message', { messageId: 'B2026-000002' }, {}, 'other-message'],
    ['names a longer number', { messageId: 'B2026-0000011' }, {}, 'other-message'],
    ['is in another currency', { currency: 'EUR' }, {}, 'currency'],
    ['is one cent off', { amountCents: 123_404 }, {}, 'amount'],
    ['makes no sense', { event: 'unreadable' }, {}, 'unreadable'],
    ['has a total that differs', { event: 'total-differs' }, {}, 'total'],
    ['is of a batch that was never exported', {}, { batchStatus: 'draft' }, 'not-exported'],
  ] as const)('%s', (_, parts, known, problem) => {
    expect(plan(parts, known)).toEqual({ action: 'none', problem });
  });

  test('names no payment of ours', () => {
    expect(planEntry(entry({}), undefined)).toEqual({ action: 'none', problem: 'unknown' });
    expect(planEntry(entry({ event: 'unreadable' }), undefined)).toEqual({ action: 'none', problem: 'unknown' });
  });

  test('an announcement changes nothing, whatever it is of', () => {
    expect(planEntry(entry({ event: 'pending' }), undefined)).toEqual({ action: 'none', problem: null });
  });

  test('what a bank leaves out is not compared', () => {
    expect(plan({ messageId: null, currency: null, amountCents: null })).toEqual({ action: 'pay', problem: null });
  });
});

test('a bank names our message or one of its blocks', () => {
  expect(namesBatch('B2026-000001', 'B2026-000001')).toBe(true);
  expect(namesBatch('B2026-000001-2', 'B2026-000001')).toBe(true);
  expect(namesBatch('B2026-0000012', 'B2026-000001')).toBe(false);
  expect(namesBatch('XB2026-000001-2', 'B2026-000001')).toBe(false);
});

test('the next entry of a file meets the payment as the one before left it', () => {
  const after = (['accept', 'pay', 'return', 'recall', 'none'] as const).map((action) => statusAfter(action, 'sent'));
  expect(after).toEqual(['accepted', 'paid', 'returned', 'removed', 'sent']);
});

describe('the reason of a bank', () => {
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
  ])('%s means %s, the payee’s fault: %s', (code, reason, isTheirs) => {
    expect(returnReasonOf(code)).toBe(reason);
    expect(isPayeesFault(code)).toBe(isTheirs);
  });
});
