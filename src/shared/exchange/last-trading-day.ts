import { addBusinessDays, businessDayBy, dateOf, isBusinessDay, weekdayBefore, weekdayFrom } from './business-days.ts';
import type { DateNumber } from './chicago.ts';

type Rule = {
  /** The last trading day of the contract of a month, 1 to 12. */
  readonly last: (year: number, month: number) => DateNumber;
  /** How many business days before its last trading day a position is rolled. */
  readonly roll: number;
  /** Whether a long position may get a delivery notice from the last business day before the month on. */
  readonly hasNotice?: true;
};

const firstOf = (year: number, month: number) => dateOf(year, month, 1);
const inMonth = (days: number) => (year: number, month: number) => addBusinessDays(firstOf(year, month + 1), days);
const beforeMonth = (days: number) => (year: number, month: number) => addBusinessDays(firstOf(year, month), days);
/** The third is the first from the 15th on, the second the first from the 8th on. */
const beforeThirdWednesday = (days: number) => (year: number, month: number) =>
  addBusinessDays(weekdayFrom(dateOf(year, month, 15), 3), -days);
const crudeOil = (days: number) => (year: number, month: number) =>
  addBusinessDays(businessDayBy(dateOf(year, month - 1, 25)), -days);

/** The last Thursday, in November the one before Thanksgiving; a week earlier after a holiday in the same five days. */
function feederCattle(year: number, month: number): DateNumber {
  let day = month === 11 ? weekdayFrom(dateOf(year, 11, 15), 4) : weekdayBefore(firstOf(year, month + 1), 4);
  while (![0, 1, 2, 3, 6].every((before) => isBusinessDay(day - before))) day -= 7;
  return day;
}

/** The last Friday that is a business day in New York and in London, where only Boxing Day may fall on one too. */
function crypto(year: number, month: number): DateNumber {
  let day = weekdayBefore(firstOf(year, month + 1), 5);
  while (!isBusinessDay(day) || day === dateOf(year, 12, 26)) day -= 1;
  return day;
}

/**
 * The rules for the last trading day, “Termination of trading” on the product's page of contract specifications at
 * cmegroup.com (November 2026), with the rulebook’s chapter where it is named there.
 */
export const expiryRules = {
  // CME 358 for ES. The exchange’s roll date for equity indexes is the Monday of that week.
  'third-friday': { last: (year, month) => businessDayBy(weekdayFrom(dateOf(year, month, 15), 5)), roll: 5 },
  // NKD
  'before-second-friday': {
    last: (year, month) => addBusinessDays(weekdayFrom(dateOf(year, month, 8), 5), -1),
    roll: 1,
  },
  // NYMEX 200: CL
  'crude-oil': { last: crudeOil(3), roll: 1 },
  // MCL, QM
  'day-before-crude-oil': { last: crudeOil(4), roll: 1 },
  // NYMEX 220: NG
  'natural-gas': { last: beforeMonth(-3), roll: 1 },
  // MNG, QG
  'day-before-natural-gas': { last: beforeMonth(-4), roll: 1 },
  // NYMEX 191 and 150: RB, HO
  'end-of-month-before': { last: beforeMonth(-1), roll: 1 },
  // COMEX 111 to 113, 120, 121; NYMEX 105: HG, SI, GC, MGC, SIL, PL
  'third-last-day': { last: inMonth(-3), roll: 1, hasNotice: true },
  // MHG, unlike HG: “the third last business day of the month prior to the contract month”
  'third-last-day-of-month-before': { last: beforeMonth(-3), roll: 1 },
  // CME 261 for 6E
  currency: { last: beforeThirdWednesday(2), roll: 1 },
  // 6C
  'canadian-dollar': { last: beforeThirdWednesday(1), roll: 1 },
  // CBOT 18, 19, 26, 40: ZB, ZN, TN, UB. The seventh business day before the last one
  bond: { last: inMonth(-8), roll: 1, hasNotice: true },
  // CBOT 20, 21; CME 101: ZF, ZT, LE
  'last-day': { last: inMonth(-1), roll: 1, hasNotice: true },
  // CBOT 10 to 14: ZC, ZS, ZL, ZM, ZW
  'before-fifteenth': { last: (year, month) => addBusinessDays(dateOf(year, month, 15), -1), roll: 1, hasNotice: true },
  // CME 152: HE
  'tenth-day': { last: (year, month) => addBusinessDays(firstOf(year, month) - 1, 10), roll: 1 },
  // CME 102: GF
  'feeder-cattle': { last: feederCattle, roll: 1 },
  // MBT, MET: “not both a London and U.S. business day” moves it to the prior one that is both
  crypto: { last: crypto, roll: 1 },
} as const satisfies Readonly<Record<string, Rule>>;

export type ExpiryRule = keyof typeof expiryRules;

/** @param month 1 to 12 */
export function lastTradingDateOf(rule: ExpiryRule, year: number, month: number): DateNumber {
  return expiryRules[rule].last(year, month);
}

/** The last date on which we let a position stand: before the first day of notice, and before the last trading day. */
export function lastHoldingDateOf(rule: ExpiryRule, year: number, month: number): DateNumber {
  const { last, roll, hasNotice }: Rule = expiryRules[rule];
  const firstNotice = hasNotice ? beforeMonth(-1)(year, month) : Number.POSITIVE_INFINITY;
  return addBusinessDays(Math.min(last(year, month), firstNotice), -roll);
}
