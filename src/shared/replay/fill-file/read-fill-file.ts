import { decodeText } from '#lib/decode-text.ts';
import { westernizeDigits } from '#lib/western-digits.ts';
import { convertRows } from './convert-rows.ts';
import { hasDecimalCommas } from './decimal.ts';
import {
  type ColumnMapping,
  type ColumnProblem,
  type DateOrder,
  type FillFile,
  type FillFileAnswer,
  maxFileBytes,
  maxKept,
  type ReadOptions,
  type RowSummary,
  type SkippedRow,
} from './fill-file.ts';
import { type FillFileFormat, readFill, readTrade, skip } from './format.ts';
import { findByMeaning } from './heading-meanings.ts';
import { areRoundTrips, costKindOf, isAccountName, nameOf, namesOf } from './heading-names.ts';
import { findFormat, guessHeadings, type Headings } from './headings.ts';
import { type RawLine, timesOf } from './read-row.ts';
import { findPlaces, type Places, type ReadProgress, readTable, type TableLine } from './read-table.ts';
import { findDateOrder, readTime, type ToUtc, zoneOf, zoneOfLabel } from './times.ts';

/** The maximum number of accounts offered for one file. */
const maxAccounts = 200;

/** Reads fills in a known format or, with a mapping, in any format. Asks for information that the file lacks. */
export function readFillFile(bytes: Uint8Array, options: ReadOptions = {}, onProgress?: ReadProgress): FillFileAnswer {
  if (bytes.length > maxFileBytes) return unreadable('too-large');
  const decoded = decodeText(bytes);
  if (decoded === undefined) return unreadable('not-text');
  if (decoded.trim() === '') return unreadable('empty');
  const text = westernizeDigits(decoded);
  const known = options.mapping === undefined ? findFormat(text) : undefined;
  if (known) {
    const places = findPlaces(known.format, known.headings.cells);
    return readAs(text, { ...known, places }, options, onProgress);
  }
  const guessed = guessHeadings(text);
  if (guessed === undefined) return unreadable('no-fills');
  if (options.mapping === undefined) return askForColumns(guessed, null);
  const { mapping } = options;
  const table = { format: mappedFormat(mapping), headings: guessed, places: mappedPlaces(mapping, guessed.cells) };
  return readAs(text, table, options, onProgress);
}

function unreadable(reason: 'too-large' | 'not-text' | 'empty' | 'no-fills'): FillFileAnswer {
  return { status: 'unreadable', reason, unread: [] };
}

/** Asks for the columns of an unknown format, with those that their headings suggest. */
function askForColumns(
  { cells: headings, example = [] }: Headings & { readonly example?: readonly string[] },
  problem: ColumnProblem | null,
): FillFileAnswer {
  const names = namesOf(headings);
  const isTrip = areRoundTrips(names);
  const find = (...columns: readonly string[]) => columns.flatMap((column) => findByMeaning(column, names))[0] ?? null;
  const indexWhere = (test: (name: string) => boolean) => names.findIndex(test);
  const orNull = (index: number) => (index < 0 ? null : index);
  return {
    ...{ status: 'question', question: 'columns', headings, example, problem },
    suggested: {
      ...{ symbol: find('symbol'), quantity: find('quantity'), side: find('side') },
      at: isTrip ? find('enteredAt', 'boughtAt') : find('at'),
      date: isTrip ? find('entryDate', 'boughtOn') : find('date'),
      price: isTrip ? find('entryPrice', 'buyPrice') : find('price'),
      exitAt: isTrip ? find('exitedAt', 'soldAt') : null,
      exitDate: isTrip ? find('exitDate', 'soldOn') : null,
      exitPrice: isTrip ? find('exitPrice', 'sellPrice') : null,
      fee: orNull(indexWhere((name) => costKindOf(name) === 'part')),
      account: orNull(indexWhere(isAccountName)),
    },
  };
}

/** A format for the columns chosen by the user. Without a side column, the sign of the quantity is the side. */
function mappedFormat({ exitAt, exitPrice, contract = '' }: ColumnMapping): FillFileFormat {
  return {
    id: 'mapped',
    name: '',
    times: 'ask',
    hasAverages: true,
    signature: [],
    columns: {},
    read(cell) {
      if (cell('price') === '' || cell('quantity') === '') return skip('blank');
      const row = isColumn(exitAt) && isColumn(exitPrice) ? readTrade(cell) : readFill(cell);
      return { ...row, symbol: row.symbol || contract };
    },
  };
}

const isColumn = (index: number | null | undefined) => index !== null && index !== undefined;

/**
 * By index, because two columns may have the same heading or none. If the fee's heading is one of several that name a
 * cost, all of them count.
 */
function mappedPlaces(mapping: ColumnMapping, headings: readonly string[]): Places {
  const placeOf = (index: number | null | undefined) => (index === null || index === undefined ? [] : [index]);
  const { at, date, exitAt, exitDate, price, exitPrice, fee, account } = mapping;
  const kinds = headings.map((heading) => costKindOf(nameOf(heading)));
  const indexesOf = (kind: (typeof kinds)[number]) => kinds.flatMap((each, index) => (each === kind ? [index] : []));
  const isOneOfSeveral = isColumn(fee) && kinds[fee ?? -1] === 'part';
  return {
    columns: new Map([
      ...['symbol', 'side', 'quantity'].map((column) => [column, placeOf(mapping[column as 'symbol'])] as const),
      ...['at', 'enteredAt'].map((column) => [column, placeOf(at)] as const),
      ...['price', 'entryPrice'].map((column) => [column, placeOf(price)] as const),
      ...[['exitedAt', placeOf(exitAt)] as const, ['exitPrice', placeOf(exitPrice)] as const],
    ]),
    dates: new Map([
      ...['at', 'enteredAt'].map((column) => [column, placeOf(date)] as const),
      ['exitedAt', placeOf(exitDate ?? date)],
    ]),
    accounts: placeOf(
      account ?? (account === undefined ? headings.findIndex((each) => isAccountName(nameOf(each))) : null),
    ),
    costs: isOneOfSeveral ? indexesOf('part') : placeOf(fee),
    rebates: isOneOfSeveral ? indexesOf('rebate') : [],
    totals: [],
  };
}

function readAs(
  text: string,
  table: { readonly format: FillFileFormat; readonly headings: Headings; readonly places: Places },
  options: ReadOptions,
  onProgress: ReadProgress | undefined,
): FillFileAnswer {
  const { format, headings, places } = table;
  const { lines: all, skipped, unread, lostIds } = readTable(text, format, headings, places, onProgress);
  const accounts = [...new Set(all.map(({ account }) => account))].slice(0, maxAccounts);
  const account = options.account ?? accounts[0] ?? '';
  if (accounts.length > 1 && (options.account === undefined || !accounts.includes(options.account))) {
    return { status: 'question', question: 'account', accounts };
  }
  const [lines, others] = accounts.length > 1 ? partition(all, account) : [all, []];
  if (lines.length === 0) {
    if (options.mapping !== undefined) return askForColumns(headings, 'unread');
    return { status: 'unreadable', reason: 'no-fills', unread: unread.rows };
  }
  const found = format.dateOrder ?? findDateOrder(lines.flatMap(({ row }) => timesOf(row)));
  const order = found === 'either' ? options.dateOrder : found;
  const zones = findZones(format, lines, order ?? 'month-first', options);
  if ('unclear' in zones || order === undefined) {
    return {
      ...{ status: 'question', question: 'zone', format: format.name, example: timesOf(lines[0]?.row)[0] },
      ...{ label: 'unclear' in zones ? zones.unclear : '', needsZone: 'unclear' in zones },
      ...{ needsDateOrder: order === undefined, usualZone: format.usualZone ?? null },
    };
  }
  const decimalComma = hasDecimalCommas(amountsOf(lines), headings.separator === ';');
  const isStatement = options.isStatement === true;
  const conventions = { order, toUtc: zones.toUtc, decimalComma, isStatement };
  const { repeated, ...file } = convertRows(format, lines, conventions, unread);
  if (file.fills.length === 0) {
    if (isGuessed(format) && !isStatement) return askForColumns(headings, 'unread');
    return { status: 'unreadable', reason: 'no-fills', unread: file.unread };
  }
  if (isOneSided(format, lines, file)) return askForColumns(headings, 'one-sided');
  const skippedRows = withRows(withRows(skipped, repeated), others);
  return {
    status: 'read',
    file: { ...file, account, lostIds, skipped: skippedRows.rows, skippedCount: skippedRows.count },
  };
}

/** Adds rows to those of a kind, in the order of their lines. */
function withRows<Row extends { readonly line: number }>(
  { rows, count }: RowSummary<Row>,
  more: readonly Row[],
): RowSummary<Row> {
  if (more.length === 0) return { rows, count };
  const all = [...rows, ...more].sort((left, right) => left.line - right.line);
  return { rows: all.slice(0, maxKept), count: count + more.length };
}

function partition(all: readonly TableLine[], account: string): readonly [readonly TableLine[], readonly SkippedRow[]] {
  const others = all
    .filter((each) => each.account !== account)
    .map((each): SkippedRow => ({ line: each.line, reason: 'account', value: each.account }));
  return [all.filter((each) => each.account === account), others];
}

/** Whether its columns were found by their meaning or assigned by a person, and so may be others. */
function isGuessed({ signature, id }: FillFileFormat): boolean {
  return signature.length === 0 || ['fills', 'trades'].includes(id);
}

/**
 * Whether columns without a format of their own can't tell a sale from a purchase: no quantity is negative, or what
 * should be the side of a fill is a position's direction, so that each row is a round trip.
 */
function isOneSided(
  format: FillFileFormat,
  lines: readonly RawLine[],
  { origins }: Pick<FillFile, 'origins'>,
): boolean {
  if (!isGuessed(format)) return false;
  if (new Set(origins.map(({ line }) => line)).size < 2) return false;
  const isNegative = (quantity = '') => /^[-(\u2212]|-$/.test(quantity.trim());
  const isUnsigned = ({ row }: RawLine) =>
    row.side === '' && !isNegative(row.quantity) && !(row.kind === 'trade' && isNegative(row.exitQuantity));
  const isDirection = ({ row }: RawLine) =>
    row.kind === 'fill' && /^\s*(?:long|short|larg|court|cort|lungo|длин|корот|лонг|шорт|多|空)/i.test(row.side);
  return lines.every(isUnsigned) || lines.every(isDirection);
}

/** Prices first. Fees decide if all prices are ambiguous, such as 3.125. */
function* amountsOf(lines: readonly RawLine[]): Generator<string> {
  for (const { row } of lines) {
    if (row.kind === 'fill') yield row.price;
    else yield* [row.entryPrice, row.exitPrice];
  }
  for (const { costs } of lines) yield* costs;
}

/** The zones of the sections, by their labels; `unclear` is the label of a section that names none or several. */
function findZones(
  { times: source }: FillFileFormat,
  lines: readonly RawLine[],
  order: DateOrder,
  { zone }: ReadOptions,
): { readonly unclear: string } | { readonly toUtc: (localMs: number, label: string) => number } {
  if (source === 'utc') return { toUtc: (localMs) => localMs };
  const zones = new Map<string, ToUtc>();
  const given = zone === undefined ? undefined : zoneOf(zone);
  for (const [label, section] of Map.groupBy(lines, (line) => line.label)) {
    const times = section.flatMap(({ row }) => timesOf(row).flatMap((text) => readTime(text, order) ?? []));
    const localTimes = times.map(({ localMs }) => localMs);
    const found = (label === '' ? undefined : zoneOfLabel(label, localTimes)) ?? given;
    const lacking = times.find(({ offset }) => offset === undefined);
    if (found === undefined && lacking) return { unclear: label || (lacking.label ?? '') };
    if (found) zones.set(label, found);
  }
  return { toUtc: (localMs, label) => zones.get(label)?.(localMs) ?? localMs };
}
