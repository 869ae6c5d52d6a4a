import { type Fill, signedQuantity } from '#shared/accounts/model.ts';
import { type ContractMonth, contractKey, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import {
  type Extremes,
  type FillFile,
  type FillOrigin,
  maxKept,
  type PriceRange,
  type RowSummary,
  type SkippedRow,
  type UnreadRow,
} from './fill-file.ts';
import type { FillFileFormat } from './format.ts';
import { joinOrders } from './join-orders.ts';
import { keepOneVersion } from './one-version.ts';
import { orderTies } from './order-ties.ts';
import { findOutliers } from './price-bounds.ts';
import { type Conventions, createRowReader, type FillSide, type RawLine, timesOf, UnreadCell } from './read-row.ts';
import type { TableLine } from './read-table.ts';
import { readTime } from './times.ts';

/** Converts rows to fills in time order. Rows that can't be read are listed in `unread`. */
export function convertRows(
  format: FillFileFormat,
  lines: readonly TableLine[],
  { isStatement, ...conventions }: Omit<Conventions, 'requiresMonth'> & { readonly isStatement: boolean },
  cut: RowSummary<UnreadRow>,
): Omit<FillFile, 'skipped' | 'skippedCount' | 'lostIds' | 'account'> & { readonly repeated: readonly SkippedRow[] } {
  const readRow = createRowReader(format, { ...conventions, requiresMonth: isStatement });
  const sidesOf = new Map<TableLine, readonly FillSide[]>();
  const unread: UnreadRow[] = [...cut.rows];
  const unknown = new Map<string, number>();
  for (const raw of isDescending(lines, conventions) ? lines.toReversed() : lines) {
    try {
      sidesOf.set(raw, readRow(raw));
    } catch (error) {
      if (!(error instanceof UnreadCell)) throw error;
      const { reason, value } = error;
      unread.push({ line: raw.line, reason, value: value.slice(0, 60) });
      if (reason === 'instrument') unknown.set(raw.row.symbol, (unknown.get(raw.row.symbol) ?? 0) + 1);
    }
  }
  const all = [...sidesOf.keys()];
  const atOf = (line: TableLine) => sidesOf.get(line)?.[0]?.at ?? 0;
  const versions = format.hasExecutionIds ? keepOneVersion(all, atOf) : { lines: all, skipped: [], unread: [] };
  unread.push(...versions.unread);
  const read = versions.lines.flatMap((line) => sidesOf.get(line) ?? []);
  const areOrders = format.areOrders === true;
  const { sides, contradictory } = areOrders ? joinOrders(read) : { sides: read, contradictory: [] };
  for (const { line, id } of contradictory) unread.push({ line, reason: 'contradictory', value: id.slice(0, 60) });
  sides.sort((left, right) => left.at - right.at);
  const { plausible, outliers } = dropOutliers(sides, lines);
  unread.push(...outliers);
  unread.sort((left, right) => left.line - right.line);
  const areFeesKnown = format.isFreeOfFees === true || isStatement;
  return {
    format: format.id,
    areOrders,
    repeated: versions.skipped,
    ...assemble(orderTies(areFeesKnown ? plausible : dropZeroFees(plausible))),
    unread: unread.slice(0, maxKept),
    unreadCount: unread.length + cut.count - cut.rows.length,
    unknownSymbols: [...unknown].sort((left, right) => right[1] - left[1]).map(([symbol]) => symbol.slice(0, 40)),
  };
}

/** Leaves out rows whose price is far from those around it, a round trip with both of its sides. */
function dropOutliers(sides: readonly FillSide[], lines: readonly RawLine[]) {
  const prices = sides.map(({ at, contract, parts }) => ({
    ...{ at, instrument: contract.instrument, priceTicks: parts[0]?.priceTicks ?? 0 },
  }));
  const outliers = new Set([...findOutliers(prices)].map((index) => sides[index]?.line));
  if (outliers.size === 0) return { plausible: sides, outliers: [] };
  const priceOf = ({ row }: RawLine) => (row.kind === 'fill' ? row.price : `${row.entryPrice} ${row.exitPrice}`);
  return {
    plausible: sides.filter(({ line }) => !outliers.has(line)),
    outliers: lines
      .filter(({ line }) => outliers.has(line))
      .map((raw): UnreadRow => ({ line: raw.line, reason: 'price-level', value: priceOf(raw).slice(0, 60) })),
  };
}

/** If no row has a fee, the file is from a simulation without fees, so they count as missing. */
function dropZeroFees(sides: readonly FillSide[]): readonly FillSide[] {
  return sides.some(({ feeCents }) => feeCents) ? sides : sides.map((side) => ({ ...side, feeCents: undefined }));
}

/** Whether the newest row comes first, as on some platforms. Decides the order of fills at the same time. */
function isDescending(lines: readonly RawLine[], { order }: Pick<Conventions, 'order'>): boolean {
  const timeOf = (line = lines[0]) => (line && readTime(timesOf(line.row)[0], order)?.localMs) ?? 0;
  return timeOf() > timeOf(lines.at(-1));
}

/** Builds fills in order. A month missing from the symbol is that of the open position, or else the front month. */
function assemble(
  sides: readonly FillSide[],
): Pick<FillFile, 'fills' | 'origins' | 'ranges' | 'assumedFees' | 'assumedMonths'> {
  const fills: Fill[] = [];
  const origins: FillOrigin[] = [];
  const ranges: PriceRange[] = [];
  const heldMonths = new Map<InstrumentCode, { month: ContractMonth; quantity: number }>();
  const tracker = createRangeTracker();
  let assumedFees = 0;
  let assumedMonths = 0;
  for (const { line, id, at, contract, side, parts, feeCents, extremes, tripFrom } of sides) {
    const { instrument } = contract;
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
    const month = contract.month ?? monthHeld(heldMonths, instrument, at, signedQuantity({ side, quantity }));
    if (feeCents === undefined) assumedFees += 1;
    if (contract.month === null) assumedMonths += 1;
    for (const [index, part] of parts.entries()) {
      // A fee from the file is charged once, with the first part. Our own fee is per contract.
      const fileFee = index === 0 ? (feeCents ?? 0) : 0;
      const fee = feeCents === undefined ? instruments[instrument].feeCents * part.quantity : fileFee;
      fills.push({ type: 'fill', at, instrument, month, side, ...part, feeCents: fee });
      origins.push({ line, id });
    }
    if (tripFrom === undefined) ranges.push(...tracker({ at, instrument, month, side, quantity }, extremes));
    else if (extremes) ranges.push({ instrument, month, fromAt: tripFrom, untilAt: at, ...extremes });
  }
  return { fills, origins, ranges, assumedFees, assumedMonths };
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

/**
 * Returns a function that collects the extreme prices a platform records with fills, from flat to flat. Call it with
 * every fill; it returns the range of the position that the fill closed.
 */
export function createRangeTracker() {
  const held = new Map<string, { quantity: number; fromAt: number; known: Extremes | undefined }>();
  return (
    fill: Pick<Fill, 'at' | 'instrument' | 'month' | 'side' | 'quantity'>,
    extremes: Extremes | undefined,
  ): readonly PriceRange[] => {
    const { at, instrument, month, side, quantity } = fill;
    const key = contractKey(fill);
    const position = held.get(key) ?? { quantity: 0, fromAt: at, known: undefined };
    const before = position.quantity;
    if (before === 0) Object.assign(position, { fromAt: at, known: undefined });
    else if (extremes) position.known = widen(position.known, extremes);
    position.quantity += signedQuantity({ side, quantity });
    held.set(key, position);
    if (Math.sign(position.quantity) === Math.sign(before)) return [];
    const { fromAt, known } = position;
    Object.assign(position, { fromAt: at, known: undefined });
    return known ? [{ instrument, month, fromAt, untilAt: at, ...known }] : [];
  };
}

function widen(known: Extremes | undefined, { lowTicks, highTicks }: Extremes): Extremes {
  if (!known) return { lowTicks, highTicks };
  return { lowTicks: Math.min(known.lowTicks, lowTicks), highTicks: Math.max(known.highTicks, highTicks) };
}
