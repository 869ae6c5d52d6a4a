import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { regularCloses } from '#shared/exchange/exchange-calendar.ts';
import { holidays } from '#shared/exchange/holidays.ts';
import {
  countDownToClose,
  countTradingDays,
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
} from '#shared/exchange/trading-day.ts';

const winter = '-06:00';
const summer = '-05:00';

function moment(text: string, offset: string): number {
  return Date.parse(`${text}:00${offset}`);
}

describe('the trading day of a time', () => {
  test.each([
    ['the afternoon counts for its own date', '2026-11-18T16:30', winter, '2026-11-18'],
    ['so does the last minute before 17:00', '2026-11-18T16:59', winter, '2026-11-18'],
    ['it is the next day from 17:00', '2026-11-18T17:00', winter, '2026-11-19'],
    ['midnight makes no difference', '2026-11-19T00:00', winter, '2026-11-19'],
    ['Friday from 17:00 counts for Monday', '2026-11-20T17:00', winter, '2026-11-23'],
    ['Saturday counts for Monday', '2026-11-21T12:00', winter, '2026-11-23'],
    ['Sunday counts for Monday, before and after the opening', '2026-11-22T17:00', winter, '2026-11-23'],
    ['Christmas on a Friday counts for Monday', '2026-12-25T10:00', winter, '2026-12-28'],
    ['the evening of Christmas Eve counts for Monday too', '2026-12-24T17:00', winter, '2026-12-28'],
    ['the halted session of a Monday holiday counts for Tuesday', '2026-01-19T10:00', winter, '2026-01-20'],
    ['it does so from the Sunday before', '2026-01-18T17:00', winter, '2026-01-20'],
    ['Thanksgiving counts for the day after it', '2026-11-26T11:00', winter, '2026-11-27'],
    ['a holiday on a Friday counts for Monday', '2026-07-03T11:00', summer, '2026-07-06'],
    ['the day changes at 17:00 in summer time too', '2026-07-15T17:00', summer, '2026-07-16'],
    ['an hour before that it is still the same day', '2026-07-15T16:00', summer, '2026-07-15'],
  ])('%s', (_, text, offset, day) => {
    expect(tradingDayOf(moment(text, offset))).toBe(day);
  });

  test('the day of the spring clock change is an hour shorter, and that of autumn an hour longer', () => {
    const spring = tradingDaySpan(moment('2026-03-09T10:00', summer));
    expect(spring.startsAt).toBe(moment('2026-03-06T17:00', winter));
    expect(spring.endsAt).toBe(moment('2026-03-09T17:00', summer));
    expect(spring.endsAt - spring.startsAt).toBe((3 * 24 - 1) * hourMs);
    const autumn = tradingDaySpan(moment('2026-11-02T10:00', winter));
    expect(autumn.endsAt - autumn.startsAt).toBe((3 * 24 + 1) * hourMs);
  });

  test('every moment of two years falls within its day’s span, and spans have no gaps', () => {
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

describe('the session of a trading day', () => {
  test.each([
    ['a regular day opens the evening before', '2026-11-18', '2026-11-17T17:00-06:00', '2026-11-18T16:00-06:00'],
    ['a Monday opens on Sunday', '2026-11-23', '2026-11-22T17:00-06:00', '2026-11-23T16:00-06:00'],
    ['a Tuesday after a holiday opens on Sunday', '2026-01-20', '2026-01-18T17:00-06:00', '2026-01-20T16:00-06:00'],
    [
      'a Monday after a Friday holiday opens on Thursday',
      '2026-06-22',
      '2026-06-18T17:00-05:00',
      '2026-06-22T16:00-05:00',
    ],
    ['the day after Thanksgiving closes early', '2026-11-27', '2026-11-25T17:00-06:00', '2026-11-27T13:45-06:00'],
    ['Christmas Eve closes early', '2026-12-24', '2026-12-23T17:00-06:00', '2026-12-24T12:45-06:00'],
    [
      'the Monday after the spring clock change uses summer time',
      '2026-03-09',
      '2026-03-08T17:00-05:00',
      '2026-03-09T16:00-05:00',
    ],
    [
      'the Monday after the autumn clock change uses winter time',
      '2026-11-02',
      '2026-11-01T17:00-06:00',
      '2026-11-02T16:00-06:00',
    ],
    [
      'a Monday after New Year on a Friday opens on Sunday',
      '2027-01-04',
      '2027-01-03T17:00-06:00',
      '2027-01-04T16:00-06:00',
    ],
  ])('%s', (_, text, openText, closeText) => {
    const day = getTradingDay(text);
    expect(sessionOpenAt(day)).toBe(Date.parse(openText));
    expect(sessionCloseAt(day)).toBe(Date.parse(closeText));
    expect(tradingDayOf(sessionOpenAt(day))).toBe(day);
    expect(tradingDayOf(sessionCloseAt(day))).toBe(day);
  });

  test.each([
    ['is open in the morning', '2026-11-18T09:30', true],
    ['is closed from 16:00', '2026-11-18T16:00', false],
    ['is open again from 17:00', '2026-11-18T17:00', true],
    ['is closed on Friday evening', '2026-11-20T17:00', false],
    ['is closed on Saturday', '2026-11-21T10:00', false],
    ['is closed on Sunday afternoon', '2026-11-22T16:59', false],
    ['is open on Sunday from 17:00', '2026-11-22T17:00', true],
    ['is open on Thanksgiving until the last group halts', '2026-11-26T13:29', true],
    ['is closed after that halt', '2026-11-26T13:30', false],
    ['is open on the day after until 13:45', '2026-11-27T13:44', true],
    ['is closed on that day from 13:45', '2026-11-27T13:45', false],
    ['is open on the evening of Thanksgiving', '2026-11-26T17:00', true],
    ['is closed at Christmas', '2026-12-25T09:00', false],
    ['is closed on the evening of Christmas Eve', '2026-12-24T18:00', false],
  ])('the market %s', (_, text, open) => {
    expect(isOpen(moment(text, winter))).toBe(open);
  });
});

describe('a trading day as text', () => {
  test.each(['2026-11-21', '2026-11-26', '2026-12-25', '2026-02-30', '2026-1-5', '', 'tomorrow'])(
    '%j is not a trading day',
    (text) => {
      expect(findTradingDay(text)).toBeNull();
      expect(() => getTradingDay(text)).toThrow(RangeError);
    },
  );

  test('a regular weekday is valid', () => {
    expect(findTradingDay('2026-11-20')).toBe('2026-11-20');
  });
});

describe('counting trading days', () => {
  const count = (first: string, last: string) => countTradingDays(getTradingDay(first), getTradingDay(last));

  test.each([
    ['a single day is one', '2026-11-18', '2026-11-18', 1],
    ['a weekend is skipped', '2026-11-20', '2026-11-23', 2],
    ['Thanksgiving is skipped, because its session counts for the day after', '2026-11-25', '2026-11-27', 2],
    ['a year-end includes a half day and skips two closures', '2026-12-23', '2027-01-04', 7],
    ['a reversed range is empty', '2026-11-19', '2026-11-18', 0],
  ])('%s', (_, first, last, days) => {
    expect(count(first, last)).toBe(days);
  });
});

describe('the closing times of product groups', () => {
  const stopsOn = (date: string) =>
    groups.map((group) => {
      const minutes = (holidays.get(date)?.stops ?? regularCloses)[group];
      return minutes === null ? 'closed' : new Date(minutes * 60_000).toISOString().slice(11, 16);
    });
  const groups = [
    'equity-index',
    'rates-and-currencies',
    'energy-and-metals',
    'grains',
    'livestock',
    'crypto',
  ] as const;

  test.each([
    ['a regular day', '2026-11-18', '16:00 16:00 16:00 13:20 13:05 16:00'],
    ['Good Friday with a jobs report', '2026-04-03', '08:15 10:15 closed closed closed 10:15'],
    ['the day after Thanksgiving', '2026-11-27', '12:15 12:15 13:45 12:05 12:05 13:45'],
    ['the Monday after Juneteenth on a Friday', '2026-06-22', '16:00 16:00 16:00 13:20 13:05 16:00'],
    ['Christmas Eve', '2026-12-24', '12:15 12:15 12:45 12:05 12:05 12:45'],
    ['the day before Independence Day', '2028-07-03', '12:15 16:00 16:00 13:20 13:05 16:00'],
    ['the Monday after the spring clock change', '2026-03-09', '16:00 16:00 16:00 13:20 13:05 16:00'],
    ['the Monday after the autumn clock change', '2026-11-02', '16:00 16:00 16:00 13:20 13:05 16:00'],
  ])('are as published on %s', (_, date, stops) => {
    expect(stopsOn(date).join(' ')).toBe(stops);
  });

  test('exclude Good Friday 2027 and July 3, 2026 as trading days, and a halt stops each group at its own time', () => {
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
        crypto: 720,
      },
      lastMinutes: 720,
    });
    expect(tradingDayOf(moment('2026-07-02T17:00', summer))).toBe('2026-07-06');
  });

  test('still count a gold fill for the day half an hour after equities close', () => {
    const at = moment('2026-11-27T12:30', winter);
    expect(at).toBeLessThan(sessionCloseAt(getTradingDay('2026-11-27')));
    expect(tradingDayOf(at)).toBe('2026-11-27');
  });
});

describe('the end of the calendar', () => {
  test('its last trading day is known, and no later date counts as a trading day', () => {
    expect(findTradingDay('2028-12-29')).toBe('2028-12-29');
    expect(findTradingDay('2029-01-02')).toBeNull();
    expect(() => getTradingDay('2029-01-02')).toThrow('ends on 2028-12-31');
    expect(() => getTradingDay('2026-11-26')).toThrow('the exchange has no trading day on 2026-11-26');
    expect(() => getTradingDay('26/11/2026')).toThrow('not a date written as YYYY-MM-DD: 26/11/2026');
    expect(() => nextTradingDay(getTradingDay('2028-12-29'))).toThrow('content/catalog/calendar.yaml');
    expect(() => tradingDayOf(moment('2028-12-29T17:00', winter))).toThrow('ends on 2028-12-31');
  });

  test('the months covered are counted as full months', () => {
    expect(monthsCovered(Date.UTC(2028, 5, 30))).toBe(6);
    expect(monthsCovered(Date.UTC(2028, 6, 1))).toBe(5);
    expect(monthsCovered(Date.UTC(2027, 11, 31))).toBe(12);
    expect(monthsCovered(Date.UTC(2029, 0, 1))).toBe(0);
  });
});

describe('the time until the close', () => {
  test.each([
    ['counts down to 16:00', '2026-11-18T09:29', winter, '2026-11-18T16:00', { hours: 6, minutes: 31 }],
    ['is one minute in the last minute', '2026-11-18T15:59', winter, '2026-11-18T16:00', { hours: 0, minutes: 1 }],
    ['switches to the next day at the close', '2026-11-18T16:00', winter, '2026-11-19T16:00', null],
    [
      'counts down again from 20 hours before the close',
      '2026-11-18T20:00',
      winter,
      '2026-11-19T16:00',
      { hours: 20, minutes: 0 },
    ],
    ['points to Monday from Friday’s close', '2026-11-20T16:00', winter, '2026-11-23T16:00', null],
    // Energy and metals are the last product groups to stop.
    ['ends at 13:45 on a half day', '2026-11-27T12:15', winter, '2026-11-27T13:45', { hours: 1, minutes: 30 }],
    ['skips a holiday without a close', '2026-11-25T16:30', winter, '2026-11-27T13:45', null],
    ['is correct in summer time', '2026-07-15T10:00', summer, '2026-07-15T16:00', { hours: 6, minutes: 0 }],
  ])('%s', (_title, time, offset, closes, left) => {
    expect(countDownToClose(moment(time, offset))).toEqual({ at: moment(closes, offset), left });
  });
});
