import { describe, expect, test } from 'vitest';
import { type AccountFacts, dueForAccount, dueForPayment } from '#shared/firm/closure.ts';

/** A Classic 50K for $149.00, as bought. */
const bought = { orderId: 'order', refundCents: 14_900, isDisputed: false };

const evaluation: AccountFacts = {
  ...{ phase: 'evaluation', isBreached: false, hasOpenDispute: false, isUnderReview: false },
  ...{ paidCount: 0, payableCents: 0, lastPayment: bought },
};

const funded: AccountFacts = { ...evaluation, phase: 'funded' };
const refund = { kind: 'refund', amountCents: 14_900, orderId: 'order', hold: null };

// As the public page says: what runs gets its last payment back, and a funded account its profit, or its price if that
// is more and it was never paid.
describe('the plan of a closure', () => {
  test('returns the last payment for an evaluation in full', () => {
    expect(dueForAccount(evaluation)).toEqual(refund);
  });

  test('returns nothing for what was free or has come back', () => {
    expect(dueForAccount({ ...evaluation, lastPayment: null })).toBeNull();
    expect(dueForPayment({ ...bought, refundCents: 0 })).toBeNull();
  });

  test.each([
    ['less than its price', 14_899, 0, refund],
    ['as much as its price', 14_900, 0, refund],
    ['a cent more', 14_901, 0, { kind: 'profit', amountCents: 14_901, orderId: null, hold: null }],
    ['less, but was paid before', 14_899, 1, { kind: 'profit', amountCents: 14_899, orderId: null, hold: null }],
    ['nothing, and was paid before', 0, 1, null],
  ] as const)('for a funded account that could be paid %s', (_, payableCents, paidCount, due) => {
    expect(dueForAccount({ ...funded, payableCents, paidCount })).toEqual(due);
  });

  test('gives nothing after a breach, and lets a disputed one wait', () => {
    const breached = { ...funded, isBreached: true, payableCents: 50_000 };
    expect(dueForAccount(breached)).toBeNull();
    expect(dueForAccount({ ...breached, hasOpenDispute: true })).toMatchObject({
      kind: 'profit',
      amountCents: 50_000,
      hold: 'breach-dispute',
    });
  });

  test('lets wait what a bank or the risk desk has yet to decide', () => {
    const lastPayment = { ...bought, isDisputed: true };
    expect(dueForAccount({ ...evaluation, lastPayment, isUnderReview: true })).toMatchObject({ hold: 'chargeback' });
    expect(dueForAccount({ ...evaluation, isUnderReview: true })).toMatchObject({ hold: 'account-review' });
    expect(dueForPayment(lastPayment)).toMatchObject({ amountCents: 14_900, hold: 'chargeback' });
  });
});
