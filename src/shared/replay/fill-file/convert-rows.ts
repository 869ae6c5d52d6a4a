import { type Fill, signedQuantity } from '#shared/accounts/events.ts';
import { type ContractMonth, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { calendarCoveredUntil } from '#shared/exchange/exchange-calendar.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import { centsOf, plainNumber } from './decimal.ts';
import type { DateOrder, Extremes, FillFile, PriceRange, UnreadReason, UnreadRow } from './fill-file.ts';
import type { FillFileFormat, RawFill, RawTrade } from './format.ts';
import { createRangeTracker } from './position-ranges.ts';
import { nearestTick, splitTicks, type TickPrice } from './split-ticks.ts';
import { type NamedContract, readSymbol } from './symbols.ts';
import { readTime, type ToUtc } from './times.ts';

/** A row of a file with its line number, counted from 1. */
export type RawLine = { readonly line: number; readonly row: RawFill | RawTrade };

export type UnreadRowSummary = { readonly rows: readonly UnreadRow[]; readonly count: number };

type Conventions = { readonly order: DateOrder; readonly toUtc: ToUtc; readonly decimalComma: boolean };

/** One side of a row, before months missing from symbols are filled in. */
type Side = {
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

/** The maximum number of unread rows kept. All are counted. */
export const maxUnread = 1_000;
const maxContracts = 10_000;
const firstAt = Date.UTC(2000, 0, 1);
/** The last days are left out, because their fills may count for a day after the calendar ends. */
const lastAt = Date.parse(calendarCoveredUntil) - 7 * 86_400_000;

class UnreadCell extends Error {
  readonly reason: UnreadReason;
  readonly value: string;
  constructor(reason: UnreadReason, value: string) {
    super(reason);
    this.reason = reason;
    this.value = value;
  }
}

/** The times of a row as written, the entry first. */
export function timesOf(row: RawLine['row']): readonly [string, ...string[]] {
  return row.kind === 'fill' ? [row.at] : [row.enteredAt, row.exitedAt];
}

/** Converts rows to fills in time order. Rows that can't be read are listed in `unread`. */
export function convertRows(
  { id: format, isFreeOfFees }: Pick<FillFileFormat, 'id' | 'isFreeOfFees'>,
  lines: readonly RawLine[],
  conventions: Conventions,
  cut: UnreadRowSummary,
): Omit<FillFile, 'skipped'> {
  const convert = createConverter(conventions);
  const sides: Side[] = [];
  const unread: UnreadRow[] = [...cut.rows];
  const unknown = new Map<string, number>();
  for (const { line, row } of isDescending(lines, conventions) ? lines.toReversed() : lines) {
    try {
      sides.push(...convert(row));
    } catch (error) {
      if (!(error instanceof UnreadCell)) throw error;
      const { reason, value } = error;
      unread.push({ line, reason, value: value.slice(0, 60) });
      if (reason === 'instrument') unknown.set(row.symbol, (unknown.get(row.symbol) ?? 0) + 1);
    }
  }
  sides.sort((left, right) => left.at - right.at);
  unread.sort((left, right) => left.line - right.line);
  return {
    format,
    ...assemble(isFreeOfFees ? sides : dropZeroFees(sides)),
    unread: unread.slice(0, maxUnread),
    unreadCount: unread.length + cut.count - cut.rows.length,
    unknownSymbols: [...unknown].sort((left, right) => right[1] - left[1]).map(([symbol]) => symbol.slice(0, 40)),
  };
}

/** If no row has a fee, the file is from a simulation without fees, so they count as missing. */
function dropZeroFees(sides: readonly Side[]): readonly Side[] {
  return sides.some(({ feeCents }) => feeCents) ? sides : sides.map((side) => ({ ...side, feeCents: undefined }));
}

/** Whether the newest row comes first, as on some platforms. Decides the order of fills at the same time. */
function isDescending(lines: readonly RawLine[], { order }: Conventions): boolean {
  const timeOf = (line = lines[0]) => (line && readTime(timesOf(line.row)[0], order)?.localMs) ?? 0;
  return timeOf() > timeOf(lines.at(-1));
}

function createConverter({ order, toUtc, decimalComma }: Conventions) {
  const contracts = new Map<string, NamedContract | 'instrument' | 'month'>();
  const atOf = (text: string): number => {
    const time = readTime(text, order);
    if (time === undefined) throw new UnreadCell('time', text);
    const at = time.offset === undefined ? toUtc(time.localMs) : time.localMs - time.offset * 60_000;
    if (at < firstAt || at > lastAt) throw new UnreadCell('calendar', text);
    return at;
  };
  const contractOf = (symbol: string, expiry: string, at: number): NamedContract => {
    const key = `${symbol}|${expiry}|${new Date(at).getUTCFullYear()}`;
    const contract = contracts.get(key) ?? readSymbol(symbol, expiry, at);
    contracts.set(key, contract);
    if (typeof contract === 'string') throw new UnreadCell(contract, symbol);
    return contract;
  };
  const quantityOf = (text: string): number => {
    const quantity = Math.abs(Number(plainNumber(text, decimalComma) ?? Number.NaN));
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxContracts) throw new UnreadCell('quantity', text);
    return quantity;
  };
  const partsOf = (text: string, { instrument }: NamedContract, quantity: number): readonly TickPrice[] => {
    const parts = splitTicks(text, instruments[instrument], quantity, decimalComma);
    if (parts === undefined) throw new UnreadCell('price', text);
    return parts;
  };
  const feeOf = (text: string | undefined): number | undefined => {
    const amounts = text?.split(' + ').map((part) => centsOf(part, decimalComma)) ?? [];
    return amounts.reduce<number | undefined>(
      (sum, cents) => (cents === undefined ? sum : (sum ?? 0) + cents),
      undefined,
    );
  };

  function fillSides(row: RawFill): readonly Side[] {
    const at = atOf(row.at);
    const contract = contractOf(row.symbol, row.expiry ?? '', at);
    const side = sideOf(row.side);
    const quantity = quantityOf(row.quantity);
    const parts = partsOf(row.price, contract, quantity);
    const fee = row.feePer === 'contract' ? feePerContract(row.fee, quantity) : feeOf(row.fee);
    const low = row.low ? nearestTick(row.low, instruments[contract.instrument], decimalComma) : undefined;
    const high = row.high ? nearestTick(row.high, instruments[contract.instrument], decimalComma) : undefined;
    // Two zeros mean unknown extremes; a single zero can be a price.
    const isKnown = low !== undefined && high !== undefined && low <= high && (low !== 0 || high !== 0);
    const extremes = isKnown ? { lowTicks: low, highTicks: high } : undefined;
    return [{ at, contract, side, parts, feeCents: fee, extremes, tripFrom: undefined }];
  }

  /** A rate may include fractions of a cent, so the total is rounded and not the rate. */
  function feePerContract(text: string | undefined, quantity: number): number | undefined {
    const rate = text === undefined ? undefined : plainNumber(text, decimalComma);
    return rate === undefined ? undefined : Math.round(Number((Math.abs(Number(rate)) * quantity * 100).toFixed(6)));
  }

  function tradeSides(row: RawTrade): readonly Side[] {
    const first = atOf(row.enteredAt);
    const second = atOf(row.exitedAt);
    const isByTime = row.side === 'by time';
    const isLong = isByTime ? first <= second : sideOf(row.side) === 'buy';
    if (!isByTime && second < first) throw new UnreadCell('order', row.exitedAt);
    const [enteredAt, exitedAt] = [Math.min(first, second), Math.max(first, second)];
    const contract = contractOf(row.symbol, '', enteredAt);
    const quantity = quantityOf(row.quantity);
    const firstParts = partsOf(row.entryPrice, contract, quantity);
    const secondParts = partsOf(row.exitPrice, contract, quantity);
    const [entry, exit] = isByTime && !isLong ? [secondParts, firstParts] : [firstParts, secondParts];
    const fee = feeOf(row.fee);
    const entryFee = fee === undefined ? undefined : Math.floor(fee / 2);
    const exitFee = fee === undefined ? undefined : fee - Math.floor(fee / 2);
    const side = isLong ? 'buy' : 'sell';
    const extremes = tripExtremes(row, contract.instrument, entry, quantity, isLong);
    return [
      { at: enteredAt, contract, side, parts: entry, feeCents: entryFee, extremes: undefined, tripFrom: undefined },
      {
        at: exitedAt,
        contract,
        side: isLong ? 'sell' : 'buy',
        parts: exit,
        feeCents: exitFee,
        extremes,
        tripFrom: enteredAt,
      },
    ];
  }

  /** Only reads excursions in dollars, because ticks, points and percentages can't be told apart. */
  function tripExtremes(
    { adverse = '', favourable = '' }: RawTrade,
    instrument: InstrumentCode,
    entry: readonly TickPrice[],
    quantity: number,
    isLong: boolean,
  ): Extremes | undefined {
    if (!/[$]|USD/.test(adverse) || !/[$]|USD/.test(favourable)) return undefined;
    const ticksOf = (text: string) => {
      const cents = centsOf(text, decimalComma);
      return cents === undefined ? undefined : (cents * 100) / instruments[instrument].tickValueHundredths / quantity;
    };
    const [adverseTicks, favourableTicks] = [ticksOf(adverse), ticksOf(favourable)];
    if (adverseTicks === undefined || favourableTicks === undefined) return undefined;
    const cost = entry.reduce((sum, part) => sum + part.quantity * part.priceTicks, 0) / quantity;
    return {
      lowTicks: Math.round(cost - (isLong ? adverseTicks : favourableTicks)),
      highTicks: Math.round(cost + (isLong ? favourableTicks : adverseTicks)),
    };
  }

  return (row: RawLine['row']): readonly Side[] => (row.kind === 'fill' ? fillSides(row) : tradeSides(row));
}

function sideOf(text: string): Fill['side'] {
  const sideText = text.trim().toLowerCase();
  if (/^(?:b|buy.*|bought|bot|kauf.*|ach.*|compr.*|long.*|larg.*)$/.test(sideText)) return 'buy';
  if (/^(?:s|sell.*|sold|sld|verkauf.*|vent.*|vend.*|short.*|court.*|cort.*)$/.test(sideText)) return 'sell';
  throw new UnreadCell('side', text);
}

/** Builds fills in order. A month missing from the symbol is that of the open position, or else the front month. */
function assemble(sides: readonly Side[]): Pick<FillFile, 'fills' | 'ranges' | 'assumedFees'> {
  const fills: Fill[] = [];
  const ranges: PriceRange[] = [];
  const heldMonths = new Map<InstrumentCode, { month: ContractMonth; quantity: number }>();
  const tracker = createRangeTracker();
  let assumedFees = 0;
  for (const { at, contract, side, parts, feeCents, extremes, tripFrom } of sides) {
    const { instrument } = contract;
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
    const month = contract.month ?? monthHeld(heldMonths, instrument, at, signedQuantity({ side, quantity }));
    if (feeCents === undefined) assumedFees += 1;
    for (const [index, part] of parts.entries()) {
      // A fee from the file is charged once, with the first part. Our own fee is per contract.
      const fileFee = index === 0 ? (feeCents ?? 0) : 0;
      const fee = feeCents === undefined ? instruments[instrument].feeCents * part.quantity : fileFee;
      fills.push({ type: 'fill', at, instrument, month, side, ...part, feeCents: fee });
    }
    if (tripFrom === undefined) ranges.push(...tracker({ at, instrument, month, side, quantity }, extremes));
    else if (extremes) ranges.push({ instrument, month, fromAt: tripFrom, untilAt: at, ...extremes });
  }
  return { fills, ranges, assumedFees };
}

function monthHeld(
  held: Map<InstrumentCode, { month: ContractMonth; quantity: number }>,
  instrument: InstrumentCode,
  at: number,
  signed: number,
): ContractMonth {
  const position = held.get(instrument);
  const current = position && position.quantity !== 0 ? position : { month: frontMonthOf(instrument, at), quantity: 0 };
  held.set(instrument, { month: current.month, quantity: current.quantity + signed });
  return current.month;
}
