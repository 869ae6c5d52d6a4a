import { describe, expect, test } from 'vitest';
import {
  beginsAt,
  contractCancellationMs,
  isCancellable,
  mayCancelContract,
  needsStartConsent,
} from '../../../src/domain/order/contract-cancellation.ts';

const paidAt = Date.UTC(2026, 10, 2, 9, 30);
const fortnightLater = Date.UTC(2026, 10, 16, 9, 30);
const sale = { country: 'PT', totalCents: 9_900, continuesContract: false };

describe('cancelling a contract', () => {
  test('consumers of the thirty countries of the EEA may, others not', () => {
    const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
    expect(eea.filter(mayCancelContract)).toHaveLength(30);
    expect(['GB', 'CH', 'US', 'BR', 'pt', ''].filter(mayCancelContract)).toEqual([]);
  });

  test('a start is asked for where something is paid for and begins a contract there', () => {
    expect(needsStartConsent(sale)).toBe(true);
    expect(needsStartConsent({ ...sale, totalCents: 1 })).toBe(true);
    expect(needsStartConsent({ ...sale, country: 'US' })).toBe(false);
    expect(needsStartConsent({ ...sale, totalCents: 0 })).toBe(false);
    expect(needsStartConsent({ ...sale, continuesContract: true })).toBe(false);
  });

  test('without consent an order begins exactly 14 days after the payment', () => {
    expect(contractCancellationMs).toBe(1_209_600_000);
    expect(beginsAt(paidAt, { ...sale, startNow: false })).toBe(fortnightLater);
    expect(beginsAt(paidAt, { ...sale, startNow: true })).toBe(paidAt);
    expect(beginsAt(paidAt, { ...sale, country: 'US', startNow: false })).toBe(paidAt);
  });

  test.each([
    ['to the end of the fourteenth day', {}, fortnightLater, true],
    ['not a millisecond later', {}, fortnightLater + 1, false],
    ['not outside the EEA', { country: 'US' }, paidAt, false],
    ['not once it was started with consent', { startNow: true, begun: true }, paidAt, false],
    ['while a start with consent is still to come', { startNow: true, begun: false }, paidAt, true],
    ['if it began without consent', { startNow: false, begun: true }, paidAt, true],
  ])('is possible %s', (_, change, at, isPossible) => {
    const contract = { country: 'PT', startNow: false, begun: false, paidAt, ...change };
    expect(isCancellable(contract, at)).toBe(isPossible);
  });
});
