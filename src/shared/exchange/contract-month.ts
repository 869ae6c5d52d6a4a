import { dayMs } from '#lib/durations.ts';
import { type InstrumentCode, instruments } from './instruments.ts';

/** A contract's delivery month as 'YYYY-MM': ESZ6 is ES of 2026-12. Sorts by date as plain text. */
export type ContractMonth = `${number}-${number}`;

/** An instrument in one delivery month. */
export type Contract = { readonly instrument: InstrumentCode; readonly month: ContractMonth };

/** The exchange's month codes, January to December. */
export const monthLetters = 'FGHJKMNQUVXZ';
const rollAheadMs = 21 * dayMs;

/** Whether the instrument is listed in this month ('YYYY-MM'). */
export function isContractMonth(instrument: InstrumentCode, text: string): text is ContractMonth {
  const [, month = ''] = /^20\d{2}-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return month !== '' && isListed(instrument, Number(month));
}

/** The contract's symbol: ES of '2026-12' is ESZ6. */
export function contractName(instrument: string, month: string): string {
  return `${instrument}${monthLetters[Number(month.slice(5)) - 1] ?? ''}${month.slice(3, 4)}`;
}

/** The key of a contract in maps, some of which are stored. */
export function contractKey({ instrument, month }: { readonly instrument: string; readonly month: string }): string {
  return `${instrument} ${month}`;
}

/** The front month at a time. Positions roll three weeks early, so it is the first month listed three weeks ahead. */
export function frontMonthOf(instrument: InstrumentCode, atMs: number): ContractMonth {
  const ahead = new Date(atMs + rollAheadMs);
  let year = ahead.getUTCFullYear();
  let month = ahead.getUTCMonth() + 1;
  while (!isListed(instrument, month)) {
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return `${year}-${String(month).padStart(2, '0')}` as ContractMonth;
}

/**
 * When the simulated market rolls from a month to the next one, three weeks before the month ends (UTC). From then on,
 * no position opens in the old month, its orders are canceled and its positions closed.
 */
export function contractExpiresAt({ month }: Pick<Contract, 'month'>): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number, 1) - rollAheadMs;
}

function isListed(instrument: InstrumentCode, month: number): boolean {
  return instruments[instrument].months.includes(monthLetters.charAt(month - 1));
}
