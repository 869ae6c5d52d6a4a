import { describe, expect, test } from 'vitest';
import { holidays } from '../../../src/domain/calendar/holidays.ts';
import {
  countDownToClose,
  countTradingDays,
  findGroupCloseAt,
  findTradingDay,
  getTradingDay,
  isOpen,
  monthsCovered,
  nextTradingDay,
  previousTradingDay,
  sessionCloseAt,
  sessionOpenAt,
  tradingDayOf,
  tradingDaySpan,
} from '../../../src/domain/calendar/trading-day.ts';

const winter = '-06:00';
const summer = '-05:00';

function moment(text: string, offset: string): number {
  return Date.parse(`${text}:00${offset}`);
}

describe('trading day of a moment', () => {
  test.each([
    ['the afternoon counts for its own date', '2026-11-18T16:30', winter, '2026-11-18'],
    ['the last second before 17:00 too', '2026-11-18T16:59', winter, '2026-11-18'],
    ['from 17:00 on it is the next day', '2026-11-18T17:00', winter, '2026-11-19'],
    ['midnight changes nothing', '2026-11-19T00:00', winter, '2026-11-19'],
    ['Friday from 17:00 is Monday', '2026-11-20T17:00', winter, '2026-11-23'],
    ['so is Saturday', '2026-11-21T12:00', winter, '2026-11-23'],
    ['and Sunday, before and after the opening', '2026-11-22T17:00', winter, '2026-11-23'],
    ['Christmas on a Friday counts for Monday', '2026-12-25T10:00', winter, '2026-12-28'],
    ['the evening of Christmas Eve as well', '2026-12-24T17:00', winter, '2026-12-28'],
    ['the halted session of a Monday holiday is Tuesday', '2026-01-19T10:00', winter, '2026-01-20'],
    ['from the Sunday before it', '2026-01-18T17:00', winter, '2026-01-20'],
    ['Thanksgiving is the day after it', '2026-11-26T11:00', winter, '2026-11-27'],
    ['a holiday on a Friday is Monday', '2026-07-03T11:00', summer, '2026-07-06'],
    ['summer time is followed', '2026-07-15T17:00', summer, '2026-07-16'],
    ['and an hour before that it is still the day', '2026-07-15T16:00', summer, '2026-07-15'],
  ])('%s', (_, text, offset, day) => {
    expect(tradingDayOf(moment(text, offset))).toBe(day);
  });

  test('the day of the spring clock change is an hour short, that of autumn an hour long', () => {
    const spring = tradingDaySpan(moment('2026-03-09T10:00', summer));
    expect(spring.startsAt).toBe(moment('2026-03-06T17:00', winter));
    expect(spring.endsAt).toBe(moment('2026-03-09T17:00', summer));
    expect(spring.endsAt - spring.startsAt).toBe((3 * 24 - 1) * 3_600_000);
    const autumn = tradingDaySpan(moment('2026-11-02T10:00', winter));
    expect(autumn.endsAt - autumn.startsAt).toBe((3 * 24 + 1) * 3_600_000);
  });

  test('every moment of two years falls within its day’s span, and spans leave no gap', () => {
    let span = tradingDaySpan(moment('2026-01-02T10:00', winter));
    let days = 0;
    while (span.day < '2027-12-31') {
      const next = tradingDaySpan(span.endsAt);
      expect(next.startsAt).toBe(span.endsAt);
      expect(next.day).toBe(nextTradingDay(span.day));
      expect(previousTradingDay(next.day)).toBe(span.day);
      expect(tradingDayOf(next.endsAt - 1)).toBe(next.day);
      span = next;
      days += 1;
    }
    const weekdaysAfterStart = 520;
    const withoutDay = [...holidays].filter(
      ([date, { kind }]) => kind !== 'early' && date > '2026-01-02' && date <= '2027-12-31',
    );
    expect(days).toBe(weekdaysAfterStart - withoutDay.length);
  });
});

describe('session of a day', () => {
  test.each([
    ['a regular day', '2026-11-18', '2026-11-17T17:00-06:00', '2026-11-18T16:00-06:00'],
    ['a Monday opens on Sunday', '2026-11-23', '2026-11-22T17:00-06:00', '2026-11-23T16:00-06:00'],
    ['a Tuesday after a holiday too', '2026-01-20', '2026-01-18T17:00-06:00', '2026-01-20T16:00-06:00'],
    [
      'a Monday after a Friday holiday opens on Thursday',
      '2026-06-22',
      '2026-06-18T17:00-05:00',
      '2026-06-22T16:00-05:00',
    ],
    ['the day after Thanksgiving closes early', '2026-11-27', '2026-11-25T17:00-06:00', '2026-11-27T13:45-06:00'],
    ['Christmas Eve closes early', '2026-12-24', '2026-12-23T17:00-06:00', '2026-12-24T12:45-06:00'],
    ['the Monday of the spring change', '2026-03-09', '2026-03-08T17:00-05:00', '2026-03-09T16:00-05:00'],
    ['the Monday of the autumn change', '2026-11-02', '2026-11-01T17:00-06:00', '2026-11-02T16:00-06:00'],
    ['New Year on a Friday leaves Monday', '2027-01-04', '2027-01-03T17:00-06:00', '2027-01-04T16:00-06:00'],
  ])('%s', (_, text, decryptText, closeText) => {
    const day = getTradingDay(text);
    expect(sessionOpenAt(day)).toBe(Date.parse(decryptText));
    expect(sessionCloseAt(day)).toBe(Date.parse(closeText));
    expect(tradingDayOf(sessionOpenAt(day))).toBe(day);
    expect(tradingDayOf(sessionCloseAt(day))).toBe(day);
  });

  test.each([
    ['in the morning', '2026-11-18T09:30', true],
    ['not from 16:00', '2026-11-18T16:00', false],
    ['again from 17:00', '2026-11-18T17:00', true],
    ['not on Friday evening', '2026-11-20T17:00', false],
    ['not on Saturday', '2026-11-21T10:00', false],
    ['not on Sunday afternoon', '2026-11-22T16:59', false],
    ['on Sunday from 17:00', '2026-11-22T17:00', true],
    ['on Thanksgiving until the last group halts', '2026-11-26T15:59', true],
    ['not from then on', '2026-11-26T16:00', false],
    ['on the day after until 13:45', '2026-11-27T13:44', true],
    ['not from 13:45', '2026-11-27T13:45', false],
    ['on the evening of Thanksgiving', '2026-11-26T17:00', true],
    ['not at Christmas', '2026-12-25T09:00', false],
    ['not on the evening before it', '2026-12-24T18:00', false],
  ])('the market is open %s', (_, text, open) => {
    expect(isOpen(moment(text, winter))).toBe(open);
  });
});

describe('a trading day as text', () => {
  test.each(['2026-11-21', '2026-11-26', '2026-12-25', '2026-02-30', '2026-1-5', '', 'tomorrow'])(
    '%j is none',
    (text) => {
      expect(findTradingDay(text)).toBeNull();
      expect(() => getTradingDay(text)).toThrow(RangeError);
    },
  );

  test('a regular weekday is valid', () => {
    expect(findTradingDay('2026-11-20')).toBe('2026-11-20');
  });
});

describe('counting days', () => {
  const count = (first: string, last: string) => countTradingDays(getTradingDay(first), getTradingDay(last));

  test.each([
    ['a day by itself', '2026-11-18', '2026-11-18', 1],
    ['over a weekend', '2026-11-20', '2026-11-23', 2],
    ['over Thanksgiving, whose session counts for the day after', '2026-11-25', '2026-11-27', 2],
    ['a year-end, with two closures and a half day', '2026-12-23', '2027-01-04', 7],
    ['none backwards', '2026-11-19', '2026-11-18', 0],
  ])('%s', (_, first, last, days) => {
    expect(count(first, last)).toBe(days);
  });
});

describe('product groups on half days', () => {
  const stopsOn = (date: string) => {
    const day = getTradingDay(date);
    return groups.map((group) => {
      const closeAt = findGroupCloseAt(group, day);
      return closeAt === null ? 'closed' : inChicago.format(closeAt);
    });
  };
  const groups = [
    'equity-index',
    'rates-and-currencies',
    'energy-and-metals',
    'grains',
    'livestock',
    'crypto',
  ] as const;
  const inChicago = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' });

  test.each([
    ['a regular day', '2026-11-18', '16:00 16:00 16:00 13:20 13:05 16:00'],
    ['Good Friday with the jobs report', '2026-04-03', '08:15 10:15 closed closed closed 10:15'],
    ['the day after Thanksgiving', '2026-11-27', '12:15 12:15 13:45 12:05 12:05 12:45'],
    [
      'Juneteenth on a Friday, whose session counts for the Monday',
      '2026-06-22',
      '16:00 16:00 16:00 13:20 13:05 16:00',
    ],
    ['Christmas Eve', '2026-12-24', '12:15 12:15 12:45 12:05 12:05 12:15'],
    ['the day before Independence Day', '2028-07-03', '12:15 16:00 16:00 13:20 13:05 16:00'],
    ['the Monday of the spring change', '2026-03-09', '16:00 16:00 16:00 13:20 13:05 16:00'],
    ['the Monday of the autumn change', '2026-11-02', '16:00 16:00 16:00 13:20 13:05 16:00'],
  ])('%s', (_, date, stops) => {
    expect(stopsOn(date).join(' ')).toBe(stops);
  });

  test('Good Friday 2027 and July 3, 2026 are no trading days, and a halt stops groups at their own times', () => {
    expect(findTradingDay('2027-03-26')).toBeNull();
    expect(findTradingDay('2026-07-03')).toBeNull();
    expect(holidays.get('2026-07-03')).toEqual({
      kind: 'halt',
      name: 'Independence Day (observed)',
      stops: {
        'equity-index': 720,
        'rates-and-currencies': 720,
        'energy-and-metals': 720,
        grains: null,
        livestock: null,
        crypto: 960,
      },
      lastMinutes: 960,
    });
    expect(tradingDayOf(moment('2026-07-02T17:00', summer))).toBe('2026-07-06');
  });

  test('a gold fill half an hour after equities close still counts for the day', () => {
    const at = moment('2026-11-27T12:30', winter);
    expect(at).toBeLessThan(sessionCloseAt(getTradingDay('2026-11-27')));
    expect(tradingDayOf(at)).toBe('2026-11-27');
  });
});

describe('the end of the calendar', () => {
  test('its last trading day is known, and nothing after it passes for one', () => {
    expect(findTradingDay('2028-12-29')).toBe('2028-12-29');
    expect(findTradingDay('2029-01-02')).toBeNull();
    expect(() => getTradingDay('2029-01-02')).toThrow('ends on 2028-12-31');
    expect(() => getTradingDay('2026-11-26')).toThrow('the exchange has no trading day on 2026-11-26');
    expect(() => getTradingDay('26/11/2026')).toThrow('not a date written as YYYY-MM-DD: 26/11/2026');
    expect(() => nextTradingDay(getTradingDay('2028-12-29'))).toThrow('content/catalog/calendar.yaml');
    expect(() => tradingDayOf(moment('2028-12-29T17:00', winter))).toThrow('ends on 2028-12-31');
  });

  test('months ahead are whole ones', () => {
    expect(monthsCovered(Date.UTC(2028, 5, 30))).toBe(6);
    expect(monthsCovered(Date.UTC(2028, 6, 1))).toBe(5);
    expect(monthsCovered(Date.UTC(2027, 11, 31))).toBe(12);
    expect(monthsCovered(Date.UTC(2029, 0, 1))).toBe(0);
  });
});

describe('the time until the close', () => {
  test.each([
    ['counts down to 16:00', '2026-11-18T09:29', winter, '2026-11-18T16:00', { hours: 6, minutes: 31 }],
    ['is a minute in the last one', '2026-11-18T15:59', winter, '2026-11-18T16:00', { hours: 0, minutes: 1 }],
    ['goes on to the next day at the close', '2026-11-18T16:00', winter, '2026-11-19T16:00', null],
    ['counts again from 20 hours on', '2026-11-18T20:00', winter, '2026-11-19T16:00', { hours: 20, minutes: 0 }],
    ['names Monday from Friday’s close on', '2026-11-20T16:00', winter, '2026-11-23T16:00', null],
    // Of the product groups, energy and metals stop last.
    ['ends at 13:45 on a half day', '2026-11-27T12:15', winter, '2026-11-27T13:45', { hours: 1, minutes: 30 }],
    ['goes past a holiday without a close', '2026-11-25T16:30', winter, '2026-11-27T13:45', null],
    ['is right in summer', '2026-07-15T10:00', summer, '2026-07-15T16:00', { hours: 6, minutes: 0 }],
  ])('%s', (_title, time, offset, closes, left) => {
    expect(countDownToClose(moment(time, offset))).toEqual({ at: moment(closes, offset), left });
  });
});
