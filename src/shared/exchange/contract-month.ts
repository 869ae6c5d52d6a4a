import { dayMs } from '#lib/durations.ts';
import { chicagoClock, chicagoTime, type DateNumber } from './chicago.ts';
import { type InstrumentCode, instruments } from './instruments.ts';
import { lastHoldingDateOf, lastTradingDateOf } from './last-trading-day.ts';

/** A contract's delivery month as 'YYYY-MM': ESZ6 is ES of 2026-12. Sorts by date as plain text. */
export type ContractMonth = `${number}-${number}`;

export type Contract = { readonly instrument: InstrumentCode; readonly month: ContractMonth };

/** The exchange's month codes, January to December. */
export const monthLetters = 'FGHJKMNQUVXZ';

const boundaryMinutes = 17 * 60;
/** All product groups are open at this time on every business day. */
const rollMinutes = 12 * 60;

/** Whether the exchange lists the instrument in this month ('YYYY-MM') at some time before it. */
export function isContractMonth(instrument: InstrumentCode, text: string): text is ContractMonth {
  if (!/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(text)) return false;
  return instruments[instrument].serialMonths > 0 || isDeliveryMonth(instrument, Number(text.slice(5)));
}

/** The contract's symbol: ES of '2026-12' is ESZ6. */
export function contractName(instrument: string, month: string): string {
  return `${instrument}${monthLetters[Number(month.slice(5)) - 1] ?? ''}${month.slice(3, 4)}`;
}

/** The key of a contract in maps, some of which are stored. */
export function contractKey({ instrument, month }: { readonly instrument: string; readonly month: string }): string {
  return `${instrument} ${month}`;
}

export function lastTradingDate({ instrument, month }: Contract): DateNumber {
  return daysOf(instrument, indexOf(month)).last;
}

/** Whether the contract is traded on the day of a time: already listed, and not past its last trading day. */
export function isAlive(contract: Contract, atMs: number): boolean {
  const { date, minutes } = chicagoClock(atMs);
  const day = minutes < boundaryMinutes ? date : date + 1;
  const { listedMonths, serialMonths } = instruments[contract.instrument];
  const isRegular = isDeliveryMonth(contract.instrument, Number(contract.month.slice(5)));
  const ahead = indexOf(contract.month) - monthIndexOf(date);
  return ahead <= (isRegular ? listedMonths : serialMonths) && day <= lastTradingDate(contract);
}

/**
 * The month of a contract whose symbol has only the last digit or digits of its year. Of the years that end with them,
 * it is the one in which the contract is alive; otherwise undefined.
 * @param month 1 to 12
 */
export function findLivingMonth(
  instrument: InstrumentCode,
  month: number,
  yearDigits: string,
  atMs: number,
): ContractMonth | undefined {
  return yearsLike(yearDigits, atMs)
    .map((year) => monthOf(year * 12 + month - 1))
    .find((each) => isContractMonth(instrument, each) && isAlive({ instrument, month: each }, atMs));
}

/** Like `findLivingMonth`, or the month in which the contract was last alive within two years. */
export function findKnownMonth(
  instrument: InstrumentCode,
  month: number,
  yearDigits: string,
  atMs: number,
): ContractMonth | undefined {
  const recent = yearsLike(yearDigits, atMs)
    .map((year) => year * 12 + month - 1)
    .find((index) => index >= monthIndexOf(atMs / dayMs) - 24 && index <= monthIndexOf(atMs / dayMs));
  const expired = recent === undefined ? undefined : monthOf(recent);
  const living = findLivingMonth(instrument, month, yearDigits, atMs);
  return living ?? (expired && isContractMonth(instrument, expired) ? expired : undefined);
}

/** The months from the front month on, without the serial ones. */
export function monthsFrom(instrument: InstrumentCode, atMs: number, count: number): readonly ContractMonth[] {
  const found: ContractMonth[] = [];
  for (let index = monthIndexOf(atMs / dayMs); found.length < count; index += 1) {
    if (isDeliveryMonth(instrument, (index % 12) + 1) && atMs < daysOf(instrument, index).rollsAt) {
      found.push(monthOf(index));
    }
  }
  return found;
}

/** The front month at a time: the first one whose positions still stand. */
export function frontMonthOf(instrument: InstrumentCode, atMs: number): ContractMonth {
  const [front] = monthsFrom(instrument, atMs, 1);
  if (front === undefined) throw new RangeError(`${instrument} has no month`);
  return front;
}

/**
 * When the simulated market rolls from a contract to the next one: at noon in Chicago on the last day on which we let a
 * position stand. From then on, none opens in it, its orders are canceled and its positions closed.
 */
export function contractExpiresAt({ instrument, month }: Contract): number {
  return daysOf(instrument, indexOf(month)).rollsAt;
}

type ContractDays = { readonly last: DateNumber; readonly rollsAt: number };

const known = new Map<InstrumentCode, Map<number, ContractDays>>();

function daysOf(instrument: InstrumentCode, index: number): ContractDays {
  const months = known.get(instrument) ?? new Map<number, ContractDays>();
  const found = months.get(index);
  if (found) return found;
  const [rule, year, month] = [instruments[instrument].expiry, Math.floor(index / 12), (index % 12) + 1];
  const rollsAt = chicagoTime(lastHoldingDateOf(rule, year, month), rollMinutes);
  const days = { last: lastTradingDateOf(rule, year, month), rollsAt };
  known.set(instrument, months.set(index, days));
  return days;
}

function isDeliveryMonth(instrument: InstrumentCode, month: number): boolean {
  return instruments[instrument].months.includes(monthLetters.charAt(month - 1));
}

/** Months since the year 0. */
function indexOf(month: ContractMonth): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return year * 12 + number - 1;
}

function monthIndexOf(date: DateNumber): number {
  const day = new Date(date * dayMs);
  return day.getUTCFullYear() * 12 + day.getUTCMonth();
}

function monthOf(index: number): ContractMonth {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}` as ContractMonth;
}

/** The years that end with these digits, of the last two and the next eight: a living contract is among them. */
function yearsLike(digits: string, atMs: number): readonly number[] {
  const from = new Date(atMs).getUTCFullYear() - 2;
  return Array.from({ length: 10 }, (_, index) => from + index).filter((year) => String(year).endsWith(digits));
}
