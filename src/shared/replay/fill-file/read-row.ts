import { dayMs, hourMs } from '#lib/durations.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { calendarCoveredUntil } from '#shared/exchange/exchange-calendar.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import { centsOf, hasNoValue, plainNumber } from './decimal.ts';
import type { DateOrder, Extremes, UnreadReason } from './fill-file.ts';
import type { FillFileFormat, RawFill, RawTrade } from './format.ts';
import { isPlausible } from './price-bounds.ts';
import { nearestTick, splitTicks, type TickPrice } from './split-ticks.ts';
import { type NamedContract, readSymbol } from './symbols.ts';
import { readTime } from './times.ts';

/** A row of a file with its line number, counted from 1. */
export type RawLine = {
  readonly line: number;
  readonly row: RawFill | RawTrade;
  /** The platform's id of the row; empty if it has none. */
  readonly id: string;
  /** The zone in the heading above it; empty if there is none. */
  readonly label: string;
  /** The cells of its cost columns, to be added up, and of what was paid back. */
  readonly costs: readonly string[];
  readonly rebates: readonly string[];
};

export type Conventions = {
  readonly order: DateOrder;
  readonly toUtc: (localMs: number, label: string) => number;
  readonly decimalComma: boolean;
  readonly requiresMonth: boolean;
};

/** One side of a row, before months missing from symbols are filled in. */
export type FillSide = {
  readonly line: number;
  readonly id: string;
  readonly at: number;
  readonly contract: NamedContract;
  readonly side: Fill['side'];
  readonly parts: readonly TickPrice[];
  /** Undefined if the file has no fee. */
  readonly feeCents: number | undefined;
  readonly extremes: Extremes | undefined;
  /** For the exit of a round trip, the time of its entry; `extremes` then cover the whole trip. */
  readonly tripFrom: number | undefined;
};

const maxContracts = 10_000;
/** Nobody pays more for a contract and side, so a higher fee was misread. */
const maxFeeCents = 10_000;
const firstAt = Date.UTC(2000, 0, 1);
/** The last days are left out, because their fills may count for a day after the calendar ends. */
const lastAt = Date.parse(calendarCoveredUntil) - 7 * dayMs;

export class UnreadCell extends Error {
  readonly reason: UnreadReason;
  readonly value: string;
  constructor(reason: UnreadReason, value: string) {
    super(reason);
    this.reason = reason;
    this.value = value;
  }
}

/** The times of a row as written, the entry first. */
export function timesOf(row: RawLine['row'] | undefined): readonly [string, ...string[]] {
  if (row === undefined) return [''];
  return row.kind === 'fill' ? [row.at] : [row.enteredAt, row.exitedAt];
}

type CellFormat = Pick<FillFileFormat, 'hasAverages' | 'hasFixedPoint'>;

/** Reads the cells of a row. Each function throws `UnreadCell` for what it can't read. */
function createCellReader(
  { hasAverages, hasFixedPoint }: CellFormat,
  { order, toUtc, decimalComma, requiresMonth }: Conventions,
) {
  const contracts = new Map<string, ReturnType<typeof readSymbol>>();
  const atOf = (text: string, label: string): number => {
    const time = readTime(text, order);
    if (time === undefined) throw new UnreadCell('time', text);
    const at = time.offset === undefined ? toUtc(time.localMs, label) : time.localMs - time.offset * 60_000;
    if (at < firstAt || at > lastAt) throw new UnreadCell('calendar', text);
    return at;
  };
  const contractOf = (symbol: string, expiry: string, at: number): NamedContract => {
    const key = `${symbol}|${expiry}|${Math.floor(at / hourMs)}`;
    const contract = contracts.get(key) ?? readSymbol(symbol, expiry, at);
    contracts.set(key, contract);
    if (typeof contract === 'string') throw new UnreadCell(contract, symbol);
    if (contract.month === null && requiresMonth) throw new UnreadCell('month-missing', symbol);
    return contract;
  };
  /** Signed as in the file, where a sign may repeat the side. */
  const quantityOf = (text: string): number => {
    const quantity = Number(plainNumber(text, decimalComma) ?? Number.NaN);
    const contractCount = Math.abs(quantity);
    if (!Number.isInteger(quantity) || contractCount < 1 || contractCount > maxContracts) {
      throw new UnreadCell('quantity', text);
    }
    return quantity;
  };
  const ticksOf = (text: string, code: InstrumentCode, quantity: number): readonly TickPrice[] | undefined => {
    const parts = splitTicks(text, instruments[code], hasAverages ? quantity : 1, decimalComma);
    return hasAverages ? parts : parts?.map(({ priceTicks }) => ({ quantity, priceTicks }));
  };
  const partsOf = (text: string, { instrument }: NamedContract, quantity: number): readonly TickPrice[] => {
    const parts = ticksOf(text, instrument, quantity);
    const arePlausible = (prices: readonly TickPrice[] | undefined) =>
      prices?.every(({ priceTicks }) => isPlausible(instrument, priceTicks)) === true;
    if (arePlausible(parts)) return parts ?? [];
    const pointed = hasFixedPoint ? ticksOf(withPoint(text, instrument), instrument, quantity) : undefined;
    if (pointed && arePlausible(pointed)) return pointed;
    throw new UnreadCell(parts === undefined ? 'price' : 'price-level', text);
  };
  const extremeOf = (text: string | undefined, { instrument }: NamedContract): number | undefined => {
    if (!text) return undefined;
    const ticks = [text, ...(hasFixedPoint ? [withPoint(text, instrument)] : [])].map((each) =>
      nearestTick(each, instruments[instrument], decimalComma),
    );
    return ticks.find((each) => each !== undefined && (each === 0 || isPlausible(instrument, each)));
  };

  function sumOf(cells: readonly string[]): number | undefined {
    let cents: number | undefined;
    for (const text of cells) {
      if (isMissing(text)) continue;
      const amount = centsOf(text, decimalComma);
      if (amount === undefined) throw new UnreadCell('fee', text);
      cents = (cents ?? 0) + amount;
    }
    return cents;
  }

  function feeOf(
    { costs, rebates }: RawLine,
    rate: string | undefined,
    quantity: number,
    sides: number,
  ): number | undefined {
    let cents = sumOf(costs);
    if (cents === undefined && rate !== undefined && !isMissing(rate)) {
      const perContract = plainNumber(rate, decimalComma);
      if (perContract === undefined) throw new UnreadCell('fee', rate);
      // A rate may include fractions of a cent, so the total is rounded and not the rate.
      cents = Math.round(Number((Math.abs(Number(perContract)) * quantity * 100).toFixed(6)));
    }
    if (cents !== undefined && cents > maxFeeCents * quantity * sides) throw new UnreadCell('fee', costs.join(' + '));
    // A fill's fee isn't negative: what is paid back beyond it is paid at another time.
    return cents === undefined ? undefined : Math.max(0, cents - (sumOf(rebates) ?? 0));
  }

  return { atOf, contractOf, quantityOf, partsOf, extremeOf, feeOf };
}

/** Returns a function that converts a row to its sides. It throws `UnreadCell` for a cell that it can't read. */
export function createRowReader(format: CellFormat, conventions: Conventions): (raw: RawLine) => readonly FillSide[] {
  const { atOf, contractOf, quantityOf, partsOf, extremeOf, feeOf } = createCellReader(format, conventions);

  function fillSides(raw: RawLine, row: RawFill): readonly FillSide[] {
    const { line, id } = raw;
    const at = atOf(row.at, raw.label);
    const contract = contractOf(row.symbol, row.expiry ?? '', at);
    const signed = quantityOf(row.quantity);
    const side = row.side === '' ? sideOfSign(signed) : sideFor(row.side, signed, row.quantity);
    const quantity = Math.abs(signed);
    const parts = partsOf(row.price, contract, quantity);
    const feeCents = feeOf(raw, row.feeRate, quantity, 1);
    const low = extremeOf(row.low, contract);
    const high = extremeOf(row.high, contract);
    // Two zeros mean unknown extremes; a single zero can be a price of oil or gas.
    const isKnown = low !== undefined && high !== undefined && low <= high && (low !== 0 || high !== 0);
    const isPossible = isKnown && [low, high].every((ticks) => isPlausible(contract.instrument, ticks));
    const extremes = isPossible ? { lowTicks: low, highTicks: high } : undefined;
    return [{ line, id, at, contract, side, parts, feeCents, extremes, tripFrom: undefined }];
  }

  function tradeSides(raw: RawLine, row: RawTrade): readonly FillSide[] {
    const { line, id } = raw;
    const first = atOf(row.enteredAt, raw.label);
    const second = atOf(row.exitedAt, raw.label);
    const signed = quantityOf(row.quantity);
    const isByTime = row.side === 'by time';
    const isLong = isByTime
      ? first <= second
      : (row.side === '' ? sideOfSign(signed) : sideFor(row.side, signed, row.quantity)) === 'buy';
    if (!isByTime && second < first) throw new UnreadCell('order', row.exitedAt);
    const [enteredAt, exitedAt] = [Math.min(first, second), Math.max(first, second)];
    const contract = contractOf(row.symbol, '', enteredAt);
    contractOf(row.symbol, '', exitedAt);
    const quantity = Math.abs(signed);
    const firstParts = partsOf(row.entryPrice, contract, quantity);
    const secondParts = partsOf(row.exitPrice, contract, quantity);
    const [entry, exit] = isByTime && !isLong ? [secondParts, firstParts] : [firstParts, secondParts];
    const fee = feeOf(raw, undefined, quantity, 2);
    const entryFee = fee === undefined ? undefined : Math.floor(fee / 2);
    const exitFee = fee === undefined ? undefined : fee - Math.floor(fee / 2);
    const extremes = tripExtremes(row, contract.instrument, entry, quantity, isLong, conventions.decimalComma);
    const [side, otherSide] = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
    return [
      {
        ...{ line, id: id && `${id}-in`, at: enteredAt, contract, side, parts: entry, feeCents: entryFee },
        ...{ extremes: undefined, tripFrom: undefined },
      },
      {
        ...{ line, id: id && `${id}-out`, at: exitedAt, contract, side: otherSide, parts: exit, feeCents: exitFee },
        ...{ extremes, tripFrom: enteredAt },
      },
    ];
  }

  return (raw) => (raw.row.kind === 'fill' ? fillSides(raw, raw.row) : tradeSides(raw, raw.row));
}

function sideFor(text: string, quantity: number, quantityText: string): Fill['side'] {
  const side = sideOf(text);
  // A purchase of a negative quantity may be a sale or a correction.
  if (side === 'buy' && quantity < 0) throw new UnreadCell('side', `${text} ${quantityText}`);
  return side;
}

/** Only reads excursions in dollars, because ticks, points and percentages can't be told apart. */
function tripExtremes(
  { adverse = '', favorable = '' }: RawTrade,
  instrument: InstrumentCode,
  entry: readonly TickPrice[],
  quantity: number,
  isLong: boolean,
  decimalComma: boolean,
): Extremes | undefined {
  if (!/[$]|USD/.test(adverse) || !/[$]|USD/.test(favorable)) return undefined;
  const offsetOf = (text: string) => {
    const cents = centsOf(text, decimalComma);
    return cents === undefined ? undefined : (cents * 100) / instruments[instrument].tickValueHundredths / quantity;
  };
  const [adverseTicks, favorableTicks] = [offsetOf(adverse), offsetOf(favorable)];
  if (adverseTicks === undefined || favorableTicks === undefined) return undefined;
  const cost = entry.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0) / quantity;
  return {
    lowTicks: Math.round(cost - (isLong ? adverseTicks : favorableTicks)),
    highTicks: Math.round(cost + (isLong ? favorableTicks : adverseTicks)),
  };
}

/** A cost that isn't there, or is in another currency, which can't be converted. */
function isMissing(cost: string): boolean {
  return hasNoValue(cost) || /[€£¥₹₽]|R\$|\b(?:EUR|GBP|CHF|CAD|AUD|JPY|BRL)\b/i.test(cost);
}

/** Puts the decimal separator into a price without one: 764725 of ES is 7647.25. */
function withPoint(text: string, code: InstrumentCode): string {
  const { decimals } = instruments[code];
  const [, sign = '', digits = ''] = /^(-?)(\d+)(?:[.,]0+)?$/.exec(text.trim()) ?? [];
  if (digits === '' || decimals === 0) return text;
  const padded = digits.padStart(decimals + 1, '0');
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

const buys =
  /^(?:[abck]|buy.*|bought|bot|bto|btc|kauf.*|ach.*|compr.*|acquist.*|kup.*|koop|gekocht|k[öo]p|al[ıi]ş|mua|long.*|larg.*|lungo|d[lł]ug.*|покуп.*|купл.*|длин.*|лонг|买.*|買.*|多.*|开多|매수)$/;
const sells =
  /^(?:[sv]|sell.*|sold|sld|ss|sto|stc|verkauf.*|vent.*|vend.*|sprzed.*|verkoop|verkocht|s[äa]lj|sat[ıi]ş|bán|kr[oó]tk.*|short.*|court.*|cort.*|corto|прода.*|корот.*|шорт|卖.*|賣.*|売.*|空.*|매도)$/;

/** Without a side, a negative quantity is a sale. */
const sideOfSign = (quantity: number): Fill['side'] => (quantity < 0 ? 'sell' : 'buy');

function sideOf(text: string): Fill['side'] {
  const side = findSide(text);
  if (side === undefined) throw new UnreadCell('side', text);
  return side;
}

/** The side that a cell names; undefined if it names none. */
export function findSide(text: string): Fill['side'] | undefined {
  const sideText = text.trim().toLowerCase();
  const [, move = '', position = ''] = /^(entry|open|exit|close|开|平) ?(long|short|多|空)$/.exec(sideText) ?? [];
  // Leaving a long position is a sale, as entering a short one is.
  if (position !== '') return /long|多/.test(position) === /exit|close|平/.test(move) ? 'sell' : 'buy';
  if (buys.test(sideText)) return 'buy';
  return sells.test(sideText) ? 'sell' : undefined;
}
