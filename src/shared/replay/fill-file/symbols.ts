import { type ContractMonth, isContractMonth, monthLetters } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, isInstrument } from '#shared/exchange/instruments.ts';
import { monthNames } from './times.ts';

/** The contract that a symbol names; the month is null if the symbol has none. */
export type NamedContract = { readonly instrument: InstrumentCode; readonly month: ContractMonth | null };

const codedEnd = new RegExp(`\\.(?=[${monthLetters}]\\d+$)`);
const codedSymbol = new RegExp(`^([A-Z0-9]{2,5}?) ?([${monthLetters}])(\\d{1,2}|\\d{4})$`);

/** CQG symbols that differ from the exchange's. */
const cqgNames: Readonly<Record<string, InstrumentCode>> = {
  EP: 'ES',
  ENQ: 'NQ',
  CLE: 'CL',
  MCLE: 'MCL',
  NQM: 'QM',
  NGE: 'NG',
  RBE: 'RB',
  HOE: 'HO',
  GCE: 'GC',
  SIE: 'SI',
  CPE: 'HG',
  PLE: 'PL',
  EU6: '6E',
  BP6: '6B',
  JY6: '6J',
  DA6: '6A',
  CA6: '6C',
  SF6: '6S',
  NE6: '6N',
  USA: 'ZB',
  ULA: 'UB',
  TYA: 'ZN',
  TNA: 'TN',
  FVA: 'ZF',
  TUA: 'ZT',
  ZCE: 'ZC',
  ZSE: 'ZS',
  ZWA: 'ZW',
  ZME: 'ZM',
  ZLE: 'ZL',
  GLE: 'LE',
};

function findInstrument(name: string): InstrumentCode | undefined {
  if (isInstrument(name)) return name;
  return Object.hasOwn(cqgNames, name) ? cqgNames[name] : undefined;
}

/** A one-digit year is the year nearest to the fill. */
function yearOf(digits: string, atMs: number): number {
  if (digits.length === 4) return Number(digits);
  if (digits.length === 2) return 2000 + Number(digits);
  const year = new Date(atMs).getUTCFullYear();
  const candidate = year - (year % 10) + Number(digits);
  if (candidate < year - 4) return candidate + 10;
  return candidate > year + 5 ? candidate - 10 : candidate;
}

/**
 * Splits symbols such as `MESU6`, `MESU26_FUT_CME`, `/MESU26:XCME`, `F.US.MESU26`, `CON.F.US.MES.U26`, `MES 09-26`,
 * `MES SEP26`, `@ES` and `EP`.
 */
function partsOf(symbol: string): { readonly name: string; readonly month?: number; readonly year?: string } {
  const text = symbol
    .trim()
    .toUpperCase()
    .replace(/^(?:CON\.)?F\.(?:US|ES)\./, '')
    .replace(/^[/@]/, '')
    .replace(/^(?:CME|CBOT|NYMEX|COMEX|XCME|XCBT|XNYM|XCEC)[.:_]/, '')
    .replace(/(?:_FUT_|[:._@])(?:CME|CBOT|NYMEX|COMEX|XCME|XCBT|XNYM|XCEC|CMEMINI|GLOBEX)(?:[._].*)?$/, '')
    .replace(codedEnd, '');
  const dashed = /^([A-Z0-9]{2,5}) +(\d{1,2})-(\d{2}|\d{4})(?:\s.*)?$/.exec(text);
  if (dashed) return { name: dashed[1] ?? '', month: Number(dashed[2]), year: dashed[3] ?? '' };
  const named = /^([A-Z0-9]{2,5}?) *([A-Z]{3}) *'?(\d{2}|\d{4})$/.exec(text);
  const at = monthNames.indexOf(named?.[2]?.toLowerCase() ?? '');
  if (named && at >= 0) return { name: named[1] ?? '', month: at + 1, year: named[3] ?? '' };
  if (findInstrument(text)) return { name: text };
  const coded = codedSymbol.exec(text);
  if (coded) return { name: coded[1] ?? '', month: monthLetters.indexOf(coded[2] ?? '') + 1, year: coded[3] ?? '' };
  return { name: text };
}

/**
 * The month of an expiration date or of 'YYYY-MM'. It only distinguishes contracts, so it doesn't have to be the
 * delivery month.
 */
function monthOfExpiry(expiry: string, instrument: InstrumentCode): ContractMonth | null {
  const [, year, month] = /^(20\d{2})-(\d{2})(?:-\d{2})?/.exec(expiry) ?? [];
  const [, first, , late] = /^(\d{1,2})[/.](\d{1,2})[/.](20\d{2})/.exec(expiry) ?? [];
  const text = year ? `${year}-${month}` : late ? `${late}-${first?.padStart(2, '0')}` : '';
  return isContractMonth(instrument, text) ? text : null;
}

/**
 * Finds the contract that a symbol names.
 * @returns 'instrument' if we don't offer it, 'month' if the exchange doesn't list it in that month
 */
export function readSymbol(symbol: string, expiry: string, atMs: number): NamedContract | 'instrument' | 'month' {
  const { name, month, year } = partsOf(symbol);
  const instrument = findInstrument(name);
  if (instrument === undefined) return 'instrument';
  if (month === undefined || year === undefined) return { instrument, month: monthOfExpiry(expiry, instrument) };
  const text = `${yearOf(year, atMs)}-${String(month).padStart(2, '0')}`;
  return isContractMonth(instrument, text) ? { instrument, month: text } : 'month';
}
