import { describe, expect, test } from 'vitest';
import { nextBankDay } from '#shared/exchange/bank-days.ts';
import { contractExpiresAt, contractName, frontMonthOf, isContractMonth } from '#shared/exchange/contract-month.ts';
import { findTradingSession, listTradingSessions } from '#shared/exchange/group-sessions.ts';
import type { SessionGroup } from '#shared/exchange/instruments.ts';
import { formatPlainPrice, formatPrice } from '#shared/exchange/price.ts';
import {
  findResultDaysSpan,
  findTradingDay,
  getTradingDay,
  resultDayOf,
  resultDaySpan,
} from '#shared/exchange/trading-day.ts';

/** Chicago time in winter; tests in summer pass their offset. */
const at = (text: string, offset = '-06:00') => Date.parse(`${text}:00${offset}`);

const inChicago = new Intl.DateTimeFormat('sv', {
  ...{ timeZone: 'America/Chicago', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

/** Sessions as 'day hour:minute' in Chicago, `17 19:00–18 07:45`. */
function listed(group: SessionGroup, from: number, to: number): readonly string[] {
  return listTradingSessions(group, from, to).map(
    ({ opensAt, closesAt }) => `${inChicago.format(opensAt)}–${inChicago.format(closesAt)}`,
  );
}

describe('the sessions of a product group', () => {
  const [from, to] = [at('2026-11-17T17:00'), at('2026-11-18T17:00')];

  test.each([
    ['equity-index', ['17 17:00–18 16:00']],
    ['rates-and-currencies', ['17 17:00–18 16:00']],
    ['energy-and-metals', ['17 17:00–18 16:00']],
    ['crypto', ['17 17:00–18 17:00']],
    ['grains', ['17 19:00–18 07:45', '18 08:30–18 13:20']],
    ['livestock', ['18 08:30–18 13:05']],
  ] as const)('are as published for %s on a regular day', (group, sessions) => {
    expect(listed(group, from, to)).toEqual(sessions);
  });

  test('end early on a half day, and a holiday of one group leaves the others unchanged', () => {
    expect(listed('grains', at('2026-11-26T17:00'), at('2026-11-27T17:00'))).toEqual([
      '26 19:00–27 07:45',
      '27 08:30–27 12:05',
    ]);
    const goodFriday = [at('2026-04-02T17:00', '-05:00'), at('2026-04-03T17:00', '-05:00')] as const;
    expect(listed('equity-index', ...goodFriday)).toEqual(['02 17:00–03 08:15']);
    expect(listed('grains', ...goodFriday)).toEqual([]);
  });

  test('are cut to the requested times, and the weekend has none', () => {
    expect(listed('equity-index', at('2026-11-18T10:00'), at('2026-11-19T09:00'))).toEqual([
      '18 10:00–18 16:00',
      '18 17:00–19 09:00',
    ]);
    expect(listed('equity-index', at('2026-11-20T15:00'), at('2026-11-22T18:00'))).toEqual([
      '20 15:00–20 16:00',
      '22 17:00–22 18:00',
    ]);
    expect(listed('equity-index', at('2026-11-18T16:00'), at('2026-11-18T17:00'))).toEqual([]);
    expect(listed('equity-index', at('2026-11-18T10:00'), at('2026-11-18T10:00'))).toEqual([]);
  });

  // By hand: around the clock since Friday, May 29, 2026, at 16:00, but for Saturdays from 2:00 to 4:00.
  test.each([
    [
      'the last pause before the change',
      '2026-05-28T15:00',
      '2026-05-28T18:00',
      ['28 15:00–28 16:00', '28 17:00–28 18:00'],
    ],
    ['the first weekend', '2026-05-29T15:00', '2026-05-31T18:00', ['29 15:00–30 02:00', '30 04:00–31 18:00']],
    ['a weekday’s former pause', '2026-11-18T15:00', '2026-11-18T18:00', ['18 15:00–18 18:00']],
    ['Thanksgiving and the half day after it', '2026-11-25T15:00', '2026-11-27T18:00', ['25 15:00–27 18:00']],
    ['Christmas on a Friday', '2026-12-24T12:00', '2026-12-27T18:00', ['24 12:00–26 02:00', '26 04:00–27 18:00']],
    ['the autumn clock change', '2026-10-31T00:00', '2026-11-01T12:00', ['31 00:00–31 02:00', '31 04:00–01 12:00']],
  ])('of crypto futures never end: %s', (_, from, to, sessions) => {
    const inUtc = (text: string) => at(text, text < '2026-11-01T02' && text > '2026-03-08T03' ? '-05:00' : '-06:00');
    expect(listed('crypto', inUtc(from), inUtc(to))).toEqual(sessions);
  });

  test('what crypto futures trade after a close counts for the next trading day', () => {
    const days = ['2026-11-20T15:59', '2026-11-20T16:00', '2026-11-21T12:00', '2026-11-22T12:00', '2026-11-26T14:00'];
    expect(days.map((text) => resultDayOf(at(text)))).toEqual([
      '2026-11-20',
      ...['2026-11-23', '2026-11-23', '2026-11-23', '2026-11-27'],
    ]);
  });

  test.each([
    ['2026-11-17T18:59', null],
    ['2026-11-17T19:00', '17 19:00'],
    ['2026-11-18T07:44', '17 19:00'],
    ['2026-11-18T07:45', null],
    ['2026-11-18T08:29', null],
    ['2026-11-18T08:30', '18 08:30'],
    ['2026-11-18T13:19', '18 08:30'],
    ['2026-11-18T13:20', null],
    ['2026-11-18T19:00', '18 19:00'],
    ['2026-11-21T10:00', null],
  ])('include for grains at %s the session that opened at %s', (text, opened) => {
    const session = findTradingSession('grains', at(text));
    expect(session && inChicago.format(session.opensAt)).toBe(opened);
  });

  test('are found per group and per day when groups are queried in turn', () => {
    const opens = (group: SessionGroup, text: string) => findTradingSession(group, at(text))?.opensAt ?? null;
    expect(opens('equity-index', '2026-11-18T08:00')).toBe(at('2026-11-17T17:00'));
    expect(opens('grains', '2026-11-18T08:00')).toBeNull();
    expect(opens('equity-index', '2026-11-18T17:00')).toBe(at('2026-11-18T17:00'));
    expect(opens('equity-index', '2026-11-17T16:59')).toBeNull();
  });
});

describe('the result times of a trading day', () => {
  test('run from the previous close until just before its own, which is earlier on a half day', () => {
    expect(resultDaySpan(getTradingDay('2026-11-18'))).toEqual({
      startsAt: at('2026-11-17T16:00'),
      endsAt: at('2026-11-18T16:00'),
    });
    expect(resultDaySpan(getTradingDay('2026-11-27'))).toEqual({
      startsAt: at('2026-11-25T16:00'),
      endsAt: at('2026-11-27T13:45'),
    });
  });

  test.each([
    ['one day', '2026-11-18', '2026-11-18', at('2026-11-17T16:00'), at('2026-11-18T16:00')],
    ['an empty span for a weekend', '2026-11-21', '2026-11-22', at('2026-11-20T16:00'), at('2026-11-20T16:00')],
    ['no end', '2026-11-18', undefined, at('2026-11-17T16:00'), null],
    ['no start', undefined, '2026-11-18', null, at('2026-11-18T16:00')],
    ['a date after the known calendar', '2029-01-02', '2029-01-02', Date.UTC(2029, 0, 2), null],
    ['the last date of the calendar', '2028-12-31', '2028-12-31', at('2028-12-29T16:00'), at('2028-12-29T16:00')],
  ])('span a range of dates: %s', (_, from, to, startsAt, endsAt) => {
    expect(findResultDaysSpan(from, to)).toEqual({ startsAt, endsAt });
  });

  test('exclude the last date of the calendar, a Sunday', () => {
    expect(findTradingDay('2028-12-31')).toBeNull();
  });
});

describe('the day on which a bank pays', () => {
  test.each([
    ['the same day until 17:00', '2026-11-18T16:59', '2026-11-18'],
    ['the next day from 17:00', '2026-11-18T17:00', '2026-11-19'],
    ['Monday for a Friday evening', '2026-11-20T17:00', '2026-11-23'],
    ['Monday for a Saturday', '2026-11-21T09:00', '2026-11-23'],
    ['Friday for the evening before Thanksgiving', '2026-11-25T17:00', '2026-11-27'],
  ])('is %s', (_, text, day) => {
    expect(nextBankDay(at(text))).toBe(day);
  });
});

describe('delivery months', () => {
  test('change in the simulated market from ESZ6 to ESH7 at noon of the Friday before the exchange’s roll date', () => {
    const noon = Date.parse('2026-12-11T18:00:00Z');
    expect(contractExpiresAt({ instrument: 'ES', month: '2026-12' })).toBe(noon);
    expect(frontMonthOf('ES', noon - 1)).toBe('2026-12');
    expect(frontMonthOf('ES', noon)).toBe('2027-03');
  });

  test('follow the exchange’s list: crude oil has a January contract, the S&P 500 has none, and there is no month 13', () => {
    expect(isContractMonth('CL', '2027-01')).toBe(true);
    expect(isContractMonth('ES', '2027-01')).toBe(false);
    expect(
      ['2026-13', '2026-00', '2026-1', 'x2026-01', '2026-011', '1926-01'].filter((text) => isContractMonth('CL', text)),
    ).toEqual([]);
  });

  test('name a contract by month letter and year: ESF7 and ESZ6', () => {
    expect([contractName('ES', '2027-01'), contractName('ES', '2026-12')]).toEqual(['ESF7', 'ESZ6']);
  });
});

test('prices of an unlisted instrument are whole ticks', () => {
  expect(formatPlainPrice('XX', 1_234)).toBe('1234');
  expect(formatPrice('XX', 1_234, 'en')).toBe('1234');
  expect(formatPlainPrice('ES', 24_001)).toBe('6000.25');
});
