import { describe, expect, test } from 'vitest';
import { readCatalog } from '../../../src/content/catalog.ts';
import {
  beginsAt,
  findCancellationRight,
  needsStartConsent,
  refundOfCancellation,
} from '../../../src/domain/order/contract-cancellation.ts';

const paidAt = Date.UTC(2026, 10, 2, 9, 30);
const weekLater = Date.UTC(2026, 10, 9, 9, 30);
const fortnightLater = Date.UTC(2026, 10, 16, 9, 30);
const { consumerRights } = readCatalog();
const rightOf = (country: string, kind: Parameters<typeof findCancellationRight>[1]['kind'] = 'evaluation') =>
  findCancellationRight(consumerRights, { country, kind });
const share = { days: 14, earlyStart: 'pays-share' } as const;
const ends = { days: 14, earlyStart: 'ends-right' } as const;
const whole = { days: 7, earlyStart: 'keeps-right' } as const;

describe('cancelling a contract', () => {
  test('consumers of the thirty countries of the EEA and of the United Kingdom have 14 days, of Brazil 7', () => {
    const eea = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');
    expect(eea.map((country) => rightOf(country))).toEqual(eea.map(() => share));
    expect(rightOf('GB')).toEqual(share);
    expect(rightOf('BR')).toEqual(whole);
    expect(['CH', 'US', 'pt', ''].map((country) => rightOf(country))).toEqual([null, null, null, null]);
  });

  test('the product decides what an early start does, and a continued contract opens no new right', () => {
    expect(rightOf('PT', 'performance-review')).toEqual(share);
    expect(rightOf('PT', 'reset')).toEqual(ends);
    expect(rightOf('BR', 'reset')).toEqual(whole);
    expect([rightOf('PT', 'renew'), rightOf('PT', 'pending-bill'), rightOf('BR', 'pending-data-bill')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('a start is asked for where something is paid for and starting touches the right', () => {
    expect(needsStartConsent({ right: share, totalCents: 1 })).toBe(true);
    expect(needsStartConsent({ right: ends, totalCents: 9_900 })).toBe(true);
    expect(needsStartConsent({ right: whole, totalCents: 9_900 })).toBe(false);
    expect(needsStartConsent({ right: null, totalCents: 9_900 })).toBe(false);
    expect(needsStartConsent({ right: share, totalCents: 0 })).toBe(false);
  });

  test('without consent an order begins exactly 14 days after the payment', () => {
    const totalCents = 9_900;
    expect(beginsAt(paidAt, { right: share, totalCents, startNow: false })).toBe(fortnightLater);
    expect(beginsAt(paidAt, { right: share, totalCents, startNow: true })).toBe(paidAt);
    expect(beginsAt(paidAt, { right: whole, totalCents, startNow: false })).toBe(paidAt);
    expect(beginsAt(paidAt, { right: null, totalCents, startNow: false })).toBe(paidAt);
  });

  test.each([
    ['everything to the end of the fourteenth day', {}, fortnightLater, 'full'],
    ['nothing a millisecond later', {}, fortnightLater + 1, 'none'],
    ['nothing without a right', { right: null }, paidAt, 'none'],
    ['a share of a service started with consent', { startNow: true, begun: true }, paidAt, 'share'],
    ['nothing of digital content started with consent', { right: ends, startNow: true, begun: true }, paidAt, 'none'],
    ['everything while a start with consent is still to come', { startNow: true, begun: false }, paidAt, 'full'],
    ['everything if it began without consent', { startNow: false, begun: true }, paidAt, 'full'],
    ['everything in Brazil although it began', { right: whole, begun: true }, weekLater, 'full'],
    ['nothing in Brazil after seven days', { right: whole, begun: true }, weekLater + 1, 'none'],
  ])('gives back %s', (_, change, at, refund) => {
    const contract = { right: share, startNow: false, begun: false, paidAt, ...change };
    expect(refundOfCancellation(contract, at)).toBe(refund);
  });
});
