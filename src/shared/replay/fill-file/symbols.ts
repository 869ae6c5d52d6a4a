import { type ContractMonth, isContractMonth, monthLetters } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, isInstrument } from '#shared/exchange/instruments.ts';
import { monthNames } from './times.ts';

/** The contract that a symbol names; the month is null if the symbol has none. */
export type NamedContract = { readonly instrument: InstrumentCode; readonly month: ContractMonth | null };

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

/** TradeStation's and MultiCharts' symbols, written with an @, that differ from the exchange's. */
const atNames: Readonly<Record<string, InstrumentCode>> = {
  ...{ EC: '6E', BP: '6B', JY: '6J', AD: '6A', CD: '6C', SF: '6S', NE: '6N', NK: 'NKD' },
  ...{ US: 'ZB', TY: 'ZN', FV: 'ZF', TU: 'ZT', C: 'ZC', S: 'ZS', W: 'ZW', SM: 'ZM', BO: 'ZL' },
  ...{ LC: 'LE', LH: 'HE', FC: 'GF' },
};

function findInstrument(name: string, isAt = false): InstrumentCode | undefined {
  if (isAt && Object.hasOwn(atNames, name)) return atNames[name];
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

const exchange = '(?:X?CME|E?CBOT|X?CBT|NYMEX|X?NYM|COMEX|X?CEC|CMX|GLOBEX|GLBX|CMEMINI|CQG|RITHMIC|TRADOVATE)';
const exchangeBefore = new RegExp(`^${exchange}(?:_(?:MINI|DL|DELAYED|GBX|EOD))*[.:_]`);
const exchangeAfter = new RegExp(`(?:[-_]FUT[-_]|[:._@ -]+)${exchange}(?:[-._@][A-Z]+)?$`);
/** Continuous contracts: `ES1!`, `@ES#C`, `ES ##-##`, `ES=F`, `ESc1`, `ES.v.0`. */
const continuous = /(?:1!|#C?| +##-##|=F|C1|[.](?:C|V|N)[.]0)$/;
const coded = new RegExp(`^([A-Z0-9]{1,5}?)[ ._-]?([${monthLetters}])(\\d{1,2}|20\\d{2})$`);
const dashed = /^([A-Z0-9]{1,5}?) *(\d{1,2})[-/](\d{2}|20\d{2})$/;
const yearFirst = /^([A-Z0-9]{1,5})[ _-]+(20\d{2})-?(\d{2})(?:-?\d{2})?$/;
const named = /^([A-Z0-9]{1,5}?)[ _-]*(?: \d{1,2})?([A-Z]{3})\.?[ -]*'?(\d{2}|20\d{2})$/;

type SymbolParts = { readonly name: string; readonly isAt: boolean; readonly month?: number; readonly year?: string };

/**
 * Splits symbols such as `MESU6`, `MESU26_FUT_CME`, `/MESU26:XCME`, `F.US.MESU26`, `CON.F.US.MES.U26`, `MES 09-26`,
 * `MES SEP26`, `ES-202609-CME`, `CME_MINI:MNQ1!`, `@ES#` and `EP`.
 */
function partsOf(symbol: string): SymbolParts {
  const bare = symbol
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/^\[SIM\] */, '');
  const isAt = bare.startsWith('@');
  const text = bare
    .replace(/^(?:CON\.)?F\.(?:US|ES)\./, '')
    .replace(/^[/@#]/, '')
    .replace(exchangeBefore, '')
    .replace(exchangeAfter, '')
    .replace(/ (?:INDEX|COMDTY|CURNCY)$/, '');
  if (findInstrument(text, isAt)) return { name: text, isAt };
  const front = text.replace(continuous, '');
  if (front !== text && findInstrument(front, isAt)) return { name: front, isAt };
  const month = dashed.exec(text);
  if (month) return { name: month[1] ?? '', isAt, month: Number(month[2]), year: month[3] ?? '' };
  const ordered = yearFirst.exec(text);
  if (ordered) return { name: ordered[1] ?? '', isAt, month: Number(ordered[3]), year: ordered[2] ?? '' };
  const word = named.exec(text);
  const at = monthNames.indexOf(word?.[2]?.toLowerCase() ?? '');
  if (word && at >= 0) return { name: word[1] ?? '', isAt, month: at + 1, year: word[3] ?? '' };
  const code = coded.exec(text);
  if (code) return { name: code[1] ?? '', isAt, month: monthLetters.indexOf(code[2] ?? '') + 1, year: code[3] ?? '' };
  return { name: text, isAt };
}

/** Whether text follows a contract's symbol, as in options (`ESM6 C6900`, `ESM6C6900`) and spreads (`ESZ6:ESH7`). */
function isDerivative(symbol: string): boolean {
  const text = symbol.trim().toUpperCase();
  const [, glued = ''] = /^(\S+?\d)[CP]\d+(?:\.\d+)?$/.exec(text) ?? [];
  if (text.startsWith('./') || isContract(glued, true)) return true;
  return [...text.matchAll(/[\s:/_+.-]+/g)].some(({ index, 0: { length } }) => {
    const isOption = /^(?:option|put|call|[cp] ?\d)/i.test(text.slice(index + length));
    return isContract(text.slice(0, index), !isOption);
  });
}

function isContract(text: string, needsMonth: boolean): boolean {
  const { name, isAt, month } = partsOf(text);
  return findInstrument(name, isAt) !== undefined && (month !== undefined || !needsMonth);
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
 * @returns 'instrument' if we don't offer it, 'derivative' for options and spreads, 'month' if the exchange doesn't
 * list it in that month
 */
export function readSymbol(
  symbol: string,
  expiry: string,
  atMs: number,
): NamedContract | 'instrument' | 'derivative' | 'month' {
  const { name, isAt, month, year } = partsOf(symbol);
  const instrument = findInstrument(name, isAt);
  if (instrument === undefined) return isDerivative(symbol) ? 'derivative' : 'instrument';
  if (month === undefined || year === undefined) return { instrument, month: monthOfExpiry(expiry, instrument) };
  const text = `${yearOf(year, atMs)}-${String(month).padStart(2, '0')}`;
  return isContractMonth(instrument, text) ? { instrument, month: text } : 'month';
}
