import { describe, expect, test } from 'vitest';
import { nextBankDay } from '../../../src/domain/calendar/bank-days.ts';
import { findSession, listSessions } from '../../../src/domain/calendar/group-sessions.ts';
import {
  findResultDaysSpan,
  findTradingDay,
  getTradingDay,
  resultDaySpan,
} from '../../../src/domain/calendar/trading-day.ts';
import {
  contractExpiresAt,
  contractName,
  frontMonthOf,
  isContractMonth,
} from '../../../src/domain/instrument/contract-month.ts';
import type { SessionGroup } from '../../../src/domain/instrument/instruments.ts';
import { formatPrice, priceText } from '../../../src/domain/instrument/price.ts';

/** A Chicago time in winter; tests in summer give their offset. */
const at = (text: string, offset = '-06:00') => Date.parse(`${text}:00${offset}`);

const inChicago = new Intl.DateTimeFormat('sv', {
  ...{ timeZone: 'America/Chicago', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

/** Sessions as 'day hour:minute' in Chicago, `17 19:00–18 07:45`. */
function listed(group: SessionGroup, from: number, to: number): readonly string[] {
  return listSessions(group, from, to).map(
    ({ opensAt, closesAt }) => `${inChicago.format(opensAt)}–${inChicago.format(closesAt)}`,
  );
}

describe('the sessions of a product group', () => {
  const [from, to] = [at('2026-11-17T17:00'), at('2026-11-18T17:00')];

  test.each([
    ['equity-index', ['17 17:00–18 16:00']],
    ['rates-and-currencies', ['17 17:00–18 16:00']],
    ['energy-and-metals', ['17 17:00–18 16:00']],
    ['crypto', ['17 17:00–18 16:00']],
    ['grains', ['17 19:00–18 07:45', '18 08:30–18 13:20']],
    ['livestock', ['18 08:30–18 13:05']],
  ] as const)('%s on a regular day', (group, sessions) => {
    expect(listed(group, from, to)).toEqual(sessions);
  });

  test('a half day ends them early, and a holiday of one group leaves the others', () => {
    expect(listed('grains', at('2026-11-26T17:00'), at('2026-11-27T17:00'))).toEqual([
      '26 19:00–27 07:45',
      '27 08:30–27 12:05',
    ]);
    const goodFriday = [at('2026-04-02T17:00', '-05:00'), at('2026-04-03T17:00', '-05:00')] as const;
    expect(listed('equity-index', ...goodFriday)).toEqual(['02 17:00–03 08:15']);
    expect(listed('grains', ...goodFriday)).toEqual([]);
  });

  test('are cut to the times asked for; the weekend has none', () => {
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
  ])('grains at %s: the session opened at %s', (text, opened) => {
    const session = findSession('grains', at(text));
    expect(session && inChicago.format(session.opensAt)).toBe(opened);
  });

  test('each group keeps its own hours when they are asked for in turn, and a new day its own', () => {
    const opens = (group: SessionGroup, text: string) => findSession(group, at(text))?.opensAt ?? null;
    expect(opens('equity-index', '2026-11-18T08:00')).toBe(at('2026-11-17T17:00'));
    expect(opens('grains', '2026-11-18T08:00')).toBeNull();
    expect(opens('equity-index', '2026-11-18T17:00')).toBe(at('2026-11-18T17:00'));
    expect(opens('equity-index', '2026-11-17T16:59')).toBeNull();
  });
});

describe('the times that count for a day', () => {
  test('run from the close before it to before its own, which on a half day is earlier', () => {
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
    ['a weekend has nothing', '2026-11-21', '2026-11-22', at('2026-11-20T16:00'), at('2026-11-20T16:00')],
    ['without an end', '2026-11-18', undefined, at('2026-11-17T16:00'), null],
    ['without a start', undefined, '2026-11-18', null, at('2026-11-18T16:00')],
    ['after the known calendar', '2029-01-02', '2029-01-02', Date.UTC(2029, 0, 2), null],
    ['its last date', '2028-12-31', '2028-12-31', at('2028-12-29T16:00'), at('2028-12-29T16:00')],
  ])('of a span of dates: %s', (_, from, to, startsAt, endsAt) => {
    expect(findResultDaysSpan(from, to)).toEqual({ startsAt, endsAt });
  });

  test('the last date of the calendar, a Sunday, is no trading day', () => {
    expect(findTradingDay('2028-12-31')).toBeNull();
  });
});

describe('the day on which a bank pays', () => {
  test.each([
    ['the same until 17:00', '2026-11-18T16:59', '2026-11-18'],
    ['the next from then on', '2026-11-18T17:00', '2026-11-19'],
    ['Monday for a Friday evening', '2026-11-20T17:00', '2026-11-23'],
    ['Monday for a Saturday', '2026-11-21T09:00', '2026-11-23'],
    ['Friday for the evening before Thanksgiving', '2026-11-25T17:00', '2026-11-27'],
  ])('is %s', (_, text, day) => {
    expect(nextBankDay(at(text))).toBe(day);
  });
});

describe('delivery months', () => {
  test('the simulated market leaves ESZ6 three weeks before the end of December, and takes ESH7 from then on', () => {
    expect(contractExpiresAt({ month: '2026-12' })).toBe(Date.UTC(2026, 11, 11));
    expect(frontMonthOf('ES', Date.UTC(2026, 11, 10))).toBe('2026-12');
    expect(frontMonthOf('ES', Date.UTC(2026, 11, 11))).toBe('2027-03');
  });

  test('are listed by the exchange: crude oil has a January, the S&P 500 has none, and nothing has a thirteenth', () => {
    expect(isContractMonth('CL', '2027-01')).toBe(true);
    expect(isContractMonth('ES', '2027-01')).toBe(false);
    expect(
      ['2026-13', '2026-00', '2026-1', 'x2026-01', '2026-011', '1926-01'].filter((text) => isContractMonth('CL', text)),
    ).toEqual([]);
  });

  test('name a contract by letter and year: ESF7 and ESZ6', () => {
    expect([contractName('ES', '2027-01'), contractName('ES', '2026-12')]).toEqual(['ESF7', 'ESZ6']);
  });
});

test('prices of an instrument the list doesn’t know are whole ticks', () => {
  expect(priceText('XX', 1_234)).toBe('1234');
  expect(formatPrice('XX', 1_234, 'en')).toBe('1234');
  expect(priceText('ES', 24_001)).toBe('6000.25');
});
