import { parseDate } from '#shared/exchange/chicago.ts';
import {
  type ContractMonth,
  findLivingMonth,
  isAlive,
  isContractMonth,
  lastTradingDate,
  monthLetters,
} from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, isInstrument } from '#shared/exchange/instruments.ts';
import { monthOf } from './times.ts';

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

const exchange = '(?:X?CME|E?CBOT|X?CBT|NYMEX|X?NYM|COMEX|X?CEC|CMX|GLOBEX|GLBX|CMEMINI|CQG|RITHMIC|TRADOVATE)';
const exchangeBefore = new RegExp(`^${exchange}(?:_(?:MINI|DL|DELAYED|GBX|EOD))*[.:_]`);
const exchangeAfter = new RegExp(`(?:[-_]FUT[-_]|[:._@ -]{1,3})${exchange}(?:[-._@][A-Z]+)?$`);
/** Continuous contracts: `ES1!`, `@ES#C`, `ES ##-##`, `ES=F`, `ESc1`, `ES.v.0`. */
const continuous = /(?:1!|#C?| ##-##|=F|C1|[.](?:C|V|N)[.]0)$/;
const coded = new RegExp(`^([A-Z0-9]{1,5}?)[ ._-]?([${monthLetters}])(\\d{1,2}|20\\d{2})$`);
const dashed = /^([A-Z0-9]{1,5}?) *(\d{1,2})[-/](\d{2}|20\d{2})$/;
const yearFirst = /^([A-Z0-9]{1,5})[ _-]+(20\d{2})-?(\d{2})(?:-?\d{2})?$/;
const named = /^([A-Z0-9]{1,5}?)[ _-]*(?: \d{1,2})?(\p{L}{3}|SEPT|JUIN|JUIL|AOÛT|MÄRZ)\.?[ -]*'?(\d{2}|20\d{2})$/u;

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
  const wordMonth = monthOf(word?.[2]);
  if (word && wordMonth > 0) return { name: word[1] ?? '', isAt, month: wordMonth, year: word[3] ?? '' };
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
 * The contract of an expiration date or of 'YYYY-MM'. Crude oil of December expires in November, so a date stands for the
 * contract whose last trading day it is, give or take a few days, or else for its month.
 * @returns null if there is no such month, or no expiration date
 */
function monthOfExpiry(expiry: string, instrument: InstrumentCode): ContractMonth | null {
  const [, year = '', month = '', day] = /^(20\d{2})-(\d{2})(?:-(\d{2}))?/.exec(expiry) ?? writtenDate(expiry) ?? [];
  const first = Number(year) * 12 + Number(month) - 1;
  const months = [0, 1, 2]
    .map((ahead) => `${Math.floor((first + ahead) / 12)}-${String(((first + ahead) % 12) + 1).padStart(2, '0')}`)
    .filter((each): each is ContractMonth => isContractMonth(instrument, each));
  const date = day === undefined ? null : parseDate(`${year}-${month}-${day}`);
  const near = (each: ContractMonth) => Math.abs(lastTradingDate({ instrument, month: each }) - (date ?? 0)) <= 3;
  return months.find(near) ?? months.find((each) => each === `${year}-${month}`) ?? null;
}

/** A date with the year last, month first unless it has points or can't be. */
function writtenDate(text: string): readonly string[] | undefined {
  const [, first = '', mark, second = '', year = ''] = /^(\d{1,2})([/.])(\d{1,2})\2(20\d{2})/.exec(text) ?? [];
  if (year === '') return undefined;
  const [month, day] = mark === '.' || Number(first) > 12 ? [second, first] : [first, second];
  return [text, year, month.padStart(2, '0'), day.padStart(2, '0')];
}

/**
 * Finds the contract that a symbol names.
 * @param atMs the time of the fill
 * @returns 'instrument' if we don't offer it, 'derivative' for options and spreads, 'month' if there was no such contract
 * on that day
 */
export function readSymbol(
  symbol: string,
  expiry: string,
  atMs: number,
): NamedContract | 'instrument' | 'derivative' | 'month' {
  const { name, isAt, month, year } = partsOf(symbol);
  const instrument = findInstrument(name, isAt);
  if (instrument === undefined) return isDerivative(symbol) ? 'derivative' : 'instrument';
  if (month === undefined || year === undefined) {
    const named = monthOfExpiry(expiry, instrument);
    return named === null || isAlive({ instrument, month: named }, atMs) ? { instrument, month: named } : 'month';
  }
  const living = findLivingMonth(instrument, month, year, atMs);
  return living === undefined ? 'month' : { instrument, month: living };
}
