import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { isBusinessDay } from '#shared/exchange/business-days.ts';
import { formatDate, parseDate } from '#shared/exchange/chicago.ts';
import {
  type ContractMonth,
  contractExpiresAt,
  findLivingMonth,
  frontMonthOf,
  isAlive,
  lastTradingDate,
  monthLetters,
  monthsFrom,
} from '#shared/exchange/contract-month.ts';
import { exchangeHolidays } from '#shared/exchange/exchange-calendar.ts';
import { type InstrumentCode, instrumentCodes, instruments } from '#shared/exchange/instruments.ts';

type Row = readonly [code: InstrumentCode, month: ContractMonth, last: string];

describe('the last trading day', () => {
  test.each<Row>([
    // The third Friday. June 19, 2026 is Juneteenth, June 18, 2027 its observance, March 21, 2008 was Good Friday.
    ['ES', '2026-12', '2026-12-18'],
    ['MNQ', '2026-06', '2026-06-18'],
    ['YM', '2027-06', '2027-06-17'],
    ['ES', '2008-03', '2008-03-20'],
    // The second Friday is December 11.
    ['NKD', '2026-12', '2026-12-10'],
    // The contract whose price was negative the day before its last one; Christmas is not a business day.
    ['CL', '2020-05', '2020-04-21'],
    ['CL', '2026-01', '2025-12-19'],
    ['CL', '2026-12', '2026-11-20'],
    ['MCL', '2026-12', '2026-11-19'],
    ['QM', '2026-12', '2026-11-19'],
    // November 30, 27 and, before Thanksgiving, 25.
    ['NG', '2026-12', '2026-11-25'],
    ['QG', '2026-12', '2026-11-24'],
    ['MNG', '2026-12', '2026-11-24'],
    ['RB', '2026-12', '2026-11-30'],
    ['HO', '2027-01', '2026-12-31'],
    // December 31, 30, 29.
    ['GC', '2026-12', '2026-12-29'],
    ['SIL', '2026-12', '2026-12-29'],
    ['HG', '2026-12', '2026-12-29'],
    ['PL', '2027-01', '2027-01-27'],
    // As the Mercantile Exchange of Vietnam published them for COMEX’s micro copper of 2022 and 2023.
    ['MHG', '2022-09', '2022-08-29'],
    ['MHG', '2022-10', '2022-09-28'],
    ['MHG', '2023-01', '2022-12-28'],
    ['MHG', '2023-02', '2023-01-27'],
    ['MHG', '2023-03', '2023-02-24'],
    ['MHG', '2023-06', '2023-05-26'],
    // The third Wednesday is December 16; before January 20, 2027, Monday is Martin Luther King Jr. Day.
    ['6E', '2026-12', '2026-12-14'],
    ['M6A', '2026-12', '2026-12-14'],
    ['6E', '2027-01', '2027-01-15'],
    ['6C', '2026-12', '2026-12-15'],
    // Seven business days before December 31, 2025, without Christmas; and before March 31, 2027, without Good Friday.
    ['ZN', '2025-12', '2025-12-19'],
    ['UB', '2027-03', '2027-03-19'],
    ['ZF', '2026-12', '2026-12-31'],
    ['ZC', '2026-12', '2026-12-14'],
    // November 15 is a Sunday.
    ['ZS', '2026-11', '2026-11-13'],
    ['LE', '2026-12', '2026-12-31'],
    ['HE', '2026-12', '2026-12-14'],
    // Memorial Day is in the week of the last Thursday of May, Thanksgiving is the last Thursday of November.
    ['GF', '2026-05', '2026-05-21'],
    ['GF', '2026-11', '2026-11-19'],
    ['GF', '2027-01', '2027-01-28'],
    // Christmas, Boxing Day in London, Good Friday.
    ['MBT', '2026-12', '2026-12-24'],
    ['MET', '2025-12', '2025-12-24'],
    ['MBT', '2024-03', '2024-03-28'],
    ['MBT', '2026-11', '2026-11-27'],
  ])('of %s %s is %s', (instrument, month, last) => {
    expect(formatDate(lastTradingDate({ instrument, month }))).toBe(last);
  });
});

describe('business days', () => {
  test.each(Object.entries(exchangeHolidays))('%s follows the exchange’s published calendar', (date, [kind, name]) => {
    const isHoliday = kind !== 'early' || name.startsWith('Good Friday');
    expect(isBusinessDay(parseDate(date) ?? 0)).toBe(!isHoliday);
  });

  test.each([
    ['2022-06-20', 'Juneteenth, on a Sunday'],
    ['2024-03-29', 'Good Friday'],
    ['2025-04-18', 'Good Friday'],
    ['2035-03-23', 'Good Friday'],
    ['2038-04-23', 'Good Friday'],
    ['2030-11-28', 'Thanksgiving'],
    ['2033-01-17', 'Martin Luther King Jr. Day'],
  ])('%s is none: %s', (date) => {
    expect(isBusinessDay(parseDate(date) ?? 0)).toBe(false);
  });

  test.each(['2021-12-31', '2021-06-18', '2025-12-26', '2026-10-12', '2026-11-11', '2030-12-31'])(
    '%s is one',
    (date) => {
      expect(isBusinessDay(parseDate(date) ?? 0)).toBe(true);
    },
  );
});

describe('the front month', () => {
  test.each(instrumentCodes)('of %s is one living contract on every day of ten years, later ones after it', (code) => {
    const letters = instruments[code].months;
    let previous = '';
    let rolls = 0;
    for (let at = Date.parse('2022-01-01T15:00:00Z'); at < Date.parse('2032-01-01'); at += dayMs) {
      const [front, next] = monthsFrom(code, at, 2);
      if (front === undefined || next === undefined) throw new Error(`${code} has no front month`);
      const contract = { instrument: code, month: front };
      expect(isAlive(contract, at) && letters.includes(monthLetters.charAt(Number(front.slice(5)) - 1))).toBe(true);
      expect(at < contractExpiresAt(contract) && front < next && previous <= front).toBe(true);
      if (previous !== front) rolls += 1;
      previous = front;
    }
    // Every listed month leads once, and the first one leads already.
    expect(Math.abs(rolls - letters.length * 10 - 1)).toBeLessThanOrEqual(1);
  });

  test.each<readonly [InstrumentCode, string, ContractMonth]>([
    // The exchange’s roll date is Monday, December 14.
    ['ES', '2026-12-10', '2026-12'],
    ['ES', '2026-12-14', '2027-03'],
    // On its last trading days the contract of December no longer leads.
    ['CL', '2026-11-18', '2026-12'],
    ['CL', '2026-11-20', '2027-01'],
    ['MCL', '2026-11-23', '2027-01'],
    ['NG', '2026-11-25', '2027-01'],
    ['RB', '2026-11-30', '2027-01'],
    ['HO', '2026-12-15', '2027-01'],
    // A long position in gold of December may get a notice from November 30 on.
    ['GC', '2026-11-25', '2026-12'],
    ['GC', '2026-11-30', '2027-02'],
    ['ZN', '2026-11-30', '2027-03'],
    ['ZC', '2026-11-30', '2027-03'],
    ['6E', '2026-12-10', '2026-12'],
    ['6E', '2026-12-14', '2027-03'],
    ['MHG', '2026-11-25', '2027-03'],
  ])('of %s on %s is %s', (code, date, month) => {
    expect(frontMonthOf(code, Date.parse(`${date}T19:00:00Z`))).toBe(month);
  });
});

describe('a year’s last digits', () => {
  const find = (code: InstrumentCode, letter: string, digits: string, date: string) =>
    findLivingMonth(code, monthLetters.indexOf(letter) + 1, digits, Date.parse(`${date}T15:00:00Z`));

  test.each([
    ['ES', 'Z', '6', '2026-09-15', '2026-12'],
    ['ES', 'H', '7', '2026-09-15', '2027-03'],
    ['ES', 'Z', '9', '2029-11-15', '2029-12'],
    ['ES', 'H', '0', '2029-12-20', '2030-03'],
    ['ES', 'U', '26', '2026-09-15', '2026-09'],
    ['CL', 'Z', '2028', '2026-09-15', '2028-12'],
    // Serial months: three of the currencies, gold and silver, two years of copper.
    ['6E', 'V', '6', '2026-09-21', '2026-10'],
    ['6J', 'G', '7', '2026-11-20', '2027-02'],
    ['GC', 'U', '6', '2026-09-15', '2026-09'],
    ['SI', 'F', '7', '2026-11-20', '2027-01'],
    ['HG', 'V', '7', '2026-11-20', '2027-10'],
    // The last trading day itself, and the evening after it, which is the next trading day.
    ['ES', 'U', '6', '2026-09-18', '2026-09'],
  ] as const)('%s%s%s on %s is %5$s', (code, letter, digits, date, month) => {
    expect(find(code, letter, digits, date)).toBe(month);
  });

  test.each([
    ['ES', 'Z', '5', '2026-09-15'],
    ['ES', 'H', '2', '2026-09-15'],
    ['NQ', 'Z', '99', '2026-09-15'],
    ['NQ', 'Z', '25', '2026-09-15'],
    ['ES', 'Z', '9', '2026-09-15'],
    ['ES', 'U', '6', '2026-09-21'],
    ['CL', 'Z', '6', '2026-11-23'],
    ['CL', 'Z', '5', '2026-09-15'],
    ['ES', 'V', '6', '2026-09-15'],
    ['6E', 'V', '7', '2026-09-15'],
    ['SI', 'J', '7', '2026-11-20'],
    ['LE', 'F', '7', '2026-11-20'],
  ] as const)('%s%s%s is no contract on %s', (code, letter, digits, date) => {
    expect(find(code, letter, digits, date)).toBeUndefined();
  });
});
