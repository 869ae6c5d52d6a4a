import {
  type Contract,
  type ContractMonth,
  findKnownMonth,
  monthLetters,
  monthsFrom,
} from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes } from '#shared/exchange/instruments.ts';

const offeredMonths = 3;

/** The months in which new positions may be opened: the front month and the next two listed. */
export function tradableMonths(instrument: InstrumentCode, atMs: number): readonly ContractMonth[] {
  return monthsFrom(instrument, atMs, offeredMonths);
}

/**
 * Finds a contract by its symbol: ESZ6 is ES of 2026-12. An expired one keeps its price, so that positions in it can be
 * closed. Null if there is none.
 */
export function findContract(name: string, atMs: number): Contract | null {
  const instrument = instrumentCodes.find((code) => name.startsWith(code) && name.length === code.length + 2);
  const [letter = '', digit = ''] = name.slice(-2);
  const number = monthLetters.indexOf(letter) + 1;
  if (instrument === undefined || number === 0 || !/^\d$/.test(digit)) return null;
  const month = findKnownMonth(instrument, number, digit, atMs);
  return month === undefined ? null : { instrument, month };
}
