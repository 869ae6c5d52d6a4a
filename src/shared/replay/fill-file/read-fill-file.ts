import { decodeText } from '#lib/decode-text.ts';
import { westernizeDigits } from '#lib/western-digits.ts';
import { convertRows } from './convert-rows.ts';
import { hasDecimalCommas } from './decimal.ts';
import {
  type ColumnMapping,
  type DateOrder,
  type FillFile,
  type FillFileAnswer,
  maxFileBytes,
  type ReadOptions,
  type SkippedRow,
} from './fill-file.ts';
import { type FillFileFormat, readFill, skip } from './format.ts';
import { areRoundTrips, isAccountName, nameOf, textInParentheses } from './heading-names.ts';
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
  const names = guessed.cells.map(nameOf);
  if (areRoundTrips(names)) return unreadable('round-trips');
  const account = names.findIndex(isAccountName);
  if (options.mapping === undefined) {
    const { cells: headings, example } = guessed;
    return { status: 'question', question: 'columns', headings, example, account: account < 0 ? null : account };
  }
  const mapping = { ...options.mapping, account: options.mapping.account ?? (account < 0 ? null : account) };
  const table = { format: mappedFormat(mapping), headings: guessed, places: mappedPlaces(mapping) };
  return readAs(text, table, options, onProgress);
}

function unreadable(reason: 'too-large' | 'not-text' | 'empty' | 'no-fills' | 'round-trips'): FillFileAnswer {
  return { status: 'unreadable', reason, unread: [] };
}

/** A format for the columns chosen by the user. Without a side column, the sign of the quantity is the side. */
function mappedFormat(mapping: ColumnMapping): FillFileFormat {
  return {
    id: 'mapped',
    name: '',
    times: 'ask',
    hasAverages: true,
    signature: [],
    columns: {},
    read(cell) {
      const quantity = cell('quantity');
      if (cell('price') === '' || quantity === '') return skip('blank');
      const sign = /^[-(\u2212]|-$/.test(quantity) ? 'sell' : 'buy';
      return { ...readFill(cell), side: mapping.side === null ? sign : cell('side'), quantity };
    },
  };
}

/** By index, because two columns may have the same heading or none. */
function mappedPlaces({ account, fee, ...columns }: ColumnMapping): Places {
  const placeOf = (index: number | null | undefined) => (index === null || index === undefined ? [] : [index]);
  return {
    columns: new Map(Object.entries(columns).map(([column, index]) => [column, placeOf(index)])),
    accounts: placeOf(account),
    costs: placeOf(fee),
    totals: [],
  };
}

type Table = { readonly format: FillFileFormat; readonly headings: Headings; readonly places: Places };

function readAs(
  text: string,
  table: Table,
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
  if (lines.length === 0) return { status: 'unreadable', reason: 'no-fills', unread: unread.rows };
  const times = lines.map(({ row }) => timesOf(row)[0]);
  const found = format.dateOrder ?? findDateOrder(lines.flatMap(({ row }) => timesOf(row)));
  const order = found === 'either' ? options.dateOrder : found;
  const label =
    labelOf(table) || (times.map((time) => readTime(time, order ?? 'month-first')?.label).find(Boolean) ?? '');
  const toUtc = zoneFor(format, label, times, order ?? 'month-first', options);
  const needsZone = toUtc === undefined && times.some((time) => lacksOffset(time, order ?? 'month-first'));
  if (needsZone || order === undefined) {
    return {
      ...{ status: 'question', question: 'zone', format: format.name, example: times[0] ?? '', label },
      ...{ needsZone, needsDateOrder: order === undefined, usualZone: format.usualZone ?? null },
    };
  }
  const decimalComma = hasDecimalCommas(amountsOf(lines), headings.separator === ';');
  const isStatement = options.isStatement === true;
  const conventions = { order, toUtc: toUtc ?? ((localMs: number) => localMs), decimalComma, isStatement };
  const file = convertRows(format, lines, conventions, unread);
  if (file.fills.length === 0) return { status: 'unreadable', reason: 'no-fills', unread: file.unread };
  if (isOneSided(options.mapping, lines, file))
    return { status: 'unreadable', reason: 'one-sided', unread: file.unread };
  return {
    status: 'read',
    file: {
      ...file,
      account,
      lostIds,
      skipped: [...skipped.rows, ...others],
      skippedCount: skipped.count + others.length,
    },
  };
}

function partition(all: readonly TableLine[], account: string): readonly [readonly TableLine[], readonly SkippedRow[]] {
  const others = all
    .filter((each) => each.account !== account)
    .map((each): SkippedRow => ({ line: each.line, reason: 'account', value: each.account }));
  return [all.filter((each) => each.account === account), others];
}

/**
 * Whether the chosen columns can't tell a sale from a purchase: no quantity is negative, or what should be the side is a
 * position's direction, so that each row is a round trip.
 */
function isOneSided(
  mapping: ColumnMapping | undefined,
  lines: readonly RawLine[],
  { fills, origins }: Pick<FillFile, 'fills' | 'origins'>,
): boolean {
  if (mapping === undefined || new Set(origins.map(({ line }) => line)).size < 2) return false;
  if (mapping.side === null) return fills.every(({ side }) => side === 'buy');
  return lines.every(({ row }) =>
    /^\s*(?:long|short|larg|court|cort|lungo|длин|корот|лонг|шорт|多|空)/i.test(row.side),
  );
}

function lacksOffset(time: string, order: DateOrder): boolean {
  const read = readTime(time, order);
  return read !== undefined && read.offset === undefined;
}

/** Prices first. Fees decide if all prices are ambiguous, such as 3.125. */
function* amountsOf(lines: readonly RawLine[]): Generator<string> {
  for (const { row } of lines) {
    if (row.kind === 'fill') yield row.price;
    else yield* [row.entryPrice, row.exitPrice];
  }
  for (const { costs } of lines) yield* costs;
}

/** The zone in the heading of the first time, such as EDT in `Update Time (EDT)`. */
function labelOf({ headings: { cells }, places: { columns } }: Table): string {
  const [place = -1] = ['at', 'enteredAt', 'boughtAt'].flatMap((column) => columns.get(column) ?? []);
  return textInParentheses(cells[place] ?? '');
}

function zoneFor(
  { times: source }: FillFileFormat,
  label: string,
  times: readonly string[],
  order: DateOrder,
  { zone }: ReadOptions,
): ToUtc | undefined {
  if (source === 'utc') return (localMs) => localMs;
  const localTimes = times.flatMap((time) => readTime(time, order)?.localMs ?? []);
  const named = label === '' ? undefined : zoneOfLabel(label, localTimes);
  return named ?? (zone === undefined ? undefined : zoneOf(zone));
}
