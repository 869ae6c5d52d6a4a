import {
  type Contract,
  type ContractMonth,
  contractName,
  frontMonthOf,
  isContractMonth,
} from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instrumentCodes } from '#shared/exchange/instruments.ts';

const monthsAhead = 24;
const offeredMonths = 3;
/** An expired contract keeps its price for a while, so that positions in it can be closed. */
const monthsBehind = 12;

/** The months in which new positions may be opened: the front month and the next two listed. */
export function tradableMonths(instrument: InstrumentCode, atMs: number): readonly ContractMonth[] {
  const front = frontMonthOf(instrument, atMs);
  const found: ContractMonth[] = [];
  for (let ahead = 0; found.length < offeredMonths && ahead <= monthsAhead; ahead += 1) {
    const month = addMonths(front, ahead);
    if (isContractMonth(instrument, month)) found.push(month);
  }
  return found;
}

/** Finds a contract by its symbol: ESZ6 is ES of 2026-12, in the year nearest to `atMs`. Null if there is none. */
export function findContract(name: string, atMs: number): Contract | null {
  const instrument = instrumentCodes.find((code) => name.startsWith(code) && name.length === code.length + 2);
  if (instrument === undefined) return null;
  const now = new Date(atMs);
  const current = `${now.getUTCFullYear()}-${String(now.getUTCMonth() + 1).padStart(2, '0')}`;
  for (let ahead = -monthsBehind; ahead <= monthsAhead; ahead += 1) {
    const month = addMonths(current, ahead);
    if (isContractMonth(instrument, month) && contractName(instrument, month) === name) return { instrument, month };
  }
  return null;
}

function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}
