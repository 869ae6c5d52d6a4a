import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { placeSchema } from '#content/consumer-rights.ts';
import { dayMs } from '#lib/durations.ts';
import { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import {
  beginsAt,
  cancellationEndsAt,
  findCancellationRight,
  findRenewalCoolingOff,
  needsStartConsent,
  refundOfCancellation,
} from '#shared/orders/cancel-contract.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';

const paidAt = Date.UTC(2026, 10, 2, 9, 30);
// Monday November 2: the fourteenth day after it is Monday the 16th, which ends last in the Azores; the seventh is
// Monday the 9th, which ends last in Acre.
const fortnightEnd = Date.UTC(2026, 10, 17, 1);
const weekEnd = Date.UTC(2026, 10, 10, 5);
const { consumerRights } = readCatalog();
const rightOf = (country: string, kind: Parameters<typeof findCancellationRight>[1]['kind'] = 'evaluation') =>
  findCancellationRight(consumerRights, { country, kind });
const yearlyReminderDays = (country: string) => renewalReminderMs(consumerRights, 'yearly', country) / dayMs;
const eea = { days: 14, hoursFromUtc: [-1, 3], endsOnWorkingDay: true } as const;
const share = { ...eea, earlyStart: 'pays-share' } as const;
const ends = { ...eea, earlyStart: 'ends-right' } as const;
const uk = { ...share, hoursFromUtc: [0, 1], endsOnWorkingDay: false } as const;
const overseas = { ...share, hoursFromUtc: [-4, 4] } as const;
const brazil = { days: 7, hoursFromUtc: [-5, -2], endsOnWorkingDay: true, earlyStart: 'keeps-right' } as const;

describe('canceling a contract', () => {
  test('consumers have 14 days in the thirty EEA countries and the United Kingdom, and 7 in Brazil', () => {
    const members = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
      ' ',
    );
    expect(members.map((country) => rightOf(country))).toEqual(members.map(() => share));
    expect(rightOf('GB')).toEqual(uk);
    expect(rightOf('BR')).toEqual(brazil);
    expect(['CH', 'US', 'pt', ''].map((country) => rightOf(country))).toEqual([null, null, null, null]);
  });

  test('EU territories with their own country codes have the rights and reminders of the EU', () => {
    const parts = 'AX GF GP MF MQ RE YT'.split(' ');
    expect(parts.map((country) => rightOf(country))).toEqual(parts.map(() => overseas));
    const french = parts.filter((country) => country !== 'AX');
    expect(french.map((country) => yearlyReminderDays(country))).toEqual(french.map(() => 40));
  });

  test.each([
    // Saturday November 14 is the last day in Lisbon, so the period ends on Monday the 16th instead.
    ['a Saturday moves to the end of Monday', share, Date.UTC(2026, 9, 31, 12), Date.UTC(2026, 10, 17, 1)],
    ['a Sunday moves to the end of Monday', share, Date.UTC(2026, 10, 1, 12), Date.UTC(2026, 10, 17, 1)],
    // Friday December 25 is the last day, followed by a weekend.
    ['Christmas moves to the end of Monday', share, Date.UTC(2026, 11, 11, 12), Date.UTC(2026, 11, 29, 1)],
    // Good Friday, April 3, is followed by a weekend and Easter Monday. Brazil's seventh day is a Friday, too.
    ['Easter moves to the end of Tuesday', share, Date.UTC(2026, 2, 20, 12), Date.UTC(2026, 3, 8, 1)],
    ['Easter moves in Brazil as well', brazil, Date.UTC(2026, 2, 27, 12), Date.UTC(2026, 3, 8, 5)],
    ['a holiday stays the last day in the United Kingdom', uk, Date.UTC(2026, 11, 11, 12), Date.UTC(2026, 11, 26)],
    // 22:30 UTC on Friday October 30 is already Saturday in Helsinki, where Monday ends at 22:00 UTC.
    [
      'the part of the region where the day ends last counts',
      share,
      Date.UTC(2026, 9, 30, 22, 30),
      Date.UTC(2026, 10, 16, 22),
    ],
    ['a Saturday stays the last day in the United Kingdom', uk, Date.UTC(2026, 9, 31, 12), Date.UTC(2026, 10, 15)],
    // 23:30 UTC on Sunday is already Monday in London in summer.
    ['a summer evening counts as the next day', uk, Date.UTC(2026, 6, 5, 23, 30), Date.UTC(2026, 6, 20, 23)],
  ])('the last day is correct: %s', (_, right, orderedAt, end) => {
    expect(cancellationEndsAt(orderedAt, right)).toBe(end);
  });

  test('the product determines the effect of an early start, and continuing a contract opens no new right', () => {
    expect(rightOf('PT', 'performance-review')).toEqual(share);
    expect(rightOf('PT', 'reset')).toEqual(ends);
    expect(rightOf('BR', 'reset')).toEqual(brazil);
    expect([rightOf('PT', 'renew'), rightOf('PT', 'pending-bill'), rightOf('BR', 'pending-data-bill')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('consent to an early start is required if the order costs money and the start affects the right', () => {
    expect(needsStartConsent({ right: share, totalCents: 1 })).toBe(true);
    expect(needsStartConsent({ right: ends, totalCents: 9_900 })).toBe(true);
    expect(needsStartConsent({ right: brazil, totalCents: 9_900 })).toBe(false);
    expect(needsStartConsent({ right: null, totalCents: 9_900 })).toBe(false);
    expect(needsStartConsent({ right: share, totalCents: 0 })).toBe(false);
  });

  test('an order without consent begins when the right has ended', () => {
    const totalCents = 9_900;
    expect(beginsAt(paidAt, { right: share, totalCents, startNow: false })).toBe(fortnightEnd);
    expect(beginsAt(paidAt, { right: share, totalCents, startNow: true })).toBe(paidAt);
    expect(beginsAt(paidAt, { right: brazil, totalCents, startNow: false })).toBe(paidAt);
    expect(beginsAt(paidAt, { right: null, totalCents, startNow: false })).toBe(paidAt);
  });

  test.each([
    ['everything until the end of the fourteenth day', {}, fortnightEnd - 1, 'full'],
    ['nothing once it is over', {}, fortnightEnd, 'none'],
    ['nothing without a right', { right: null }, paidAt, 'none'],
    ['only a share for a service started with consent', { startNow: true, hasStarted: true }, paidAt, 'share'],
    [
      'nothing for digital content started with consent',
      { right: ends, startNow: true, hasStarted: true },
      paidAt,
      'none',
    ],
    ['everything before a start with consent', { startNow: true, hasStarted: false }, paidAt, 'full'],
    ['everything if it began without consent', { startNow: false, hasStarted: true }, paidAt, 'full'],
    ['everything in Brazil even after the start', { right: brazil, hasStarted: true }, weekEnd - 1, 'full'],
    ['nothing in Brazil after seven days', { right: brazil, hasStarted: true }, weekEnd, 'none'],
  ])('refunds %s', (_, change, at, refund) => {
    const contract = { right: share, startNow: false, hasStarted: false, paidAt, ...change };
    expect(refundOfCancellation(contract, at)).toBe(refund);
  });

  // By hand: France one to three months, California 15 to 45 days and Illinois 30 to 60, Québec 60 to 90, and our own choice elsewhere.
  test.each([
    ['FR', 40],
    ['US', 35],
    ['CA', 75],
    ['GB', 30],
    ['PT', 30],
  ])('a yearly renewal in %s is announced %i days before', (country, days) => {
    expect(yearlyReminderDays(country)).toBe(days);
  });

  test('a day that a law doesn’t allow can’t be entered', () => {
    const france = consumerRights.places['france'];
    const withFrance = (yearlyDays: number) =>
      placeSchema.safeParse({ ...france, renewalReminder: { ...france?.renewalReminder, yearlyDays } }).success;
    expect([30, 31, 89, 90].map(withFrance)).toEqual([false, true, true, false]);
  });

  // Thursday April 1, 2027 is the first day. The fourteenth day after Friday the 2nd is the 16th.
  test.each([
    ['a British yearly renewal', 'GB', ['yearly'], Date.UTC(2027, 3, 2, 9), Date.UTC(2027, 3, 17)],
    ['the first one at full price', 'GB', ['introductory-price'], Date.UTC(2027, 3, 2, 9), Date.UTC(2027, 3, 17)],
    ['a British monthly one', 'GB', [], Date.UTC(2027, 3, 2, 9), null],
    ['one before the law', 'GB', ['yearly'], Date.UTC(2027, 2, 31, 23, 59), null],
    ['a French one', 'FR', ['yearly'], Date.UTC(2027, 3, 2, 9), null],
  ] as const)('%s opens a cooling-off period only by the law', (_, country, causes, renewedAt, endsAt) => {
    const right = findRenewalCoolingOff(consumerRights, { country, causes, paidAt: renewedAt });
    expect(right && [right.days, right.endsAt]).toEqual(endsAt && [14, endsAt]);
  });
});

test('the form without signing in has every field that a country’s law names, and requires only who and what', () => {
  const { shape } = declareSubscriptionEnd.body;
  const fields = Object.values(consumerRights.places).flatMap((place) => place.cancellationStatement?.fields ?? []);
  expect(fields).toContain('reason');
  expect(fields.filter((field) => !(field in shape))).toEqual([]);
  const { data } = declareSubscriptionEnd.body.safeParse({ name: 'Ada', email: 'a@example.com', order: '2345-678F' });
  expect(data).toMatchObject({ kind: 'ordinary', reason: '', endsOn: '' });
});
