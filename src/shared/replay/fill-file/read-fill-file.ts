import { decodeText } from '#lib/decode-text.ts';
import { readDelimited } from '#lib/delimited.ts';
import { convertRows, maxUnread, type RawLine, timesOf, type UnreadRowSummary } from './convert-rows.ts';
import { hasDecimalCommas } from './decimal.ts';
import {
  type ColumnMapping,
  type DateOrder,
  type FillFileAnswer,
  maxFileBytes,
  type ReadOptions,
  type UnreadRow,
} from './fill-file.ts';
import { type FillFileFormat, readFill, skip } from './format.ts';
import { findFormat, guessHeadings, type Headings, nameOf, textInParentheses } from './headings.ts';
import { findDateOrder, readTime, type ToUtc, zoneOf, zoneOfHeading } from './times.ts';

/** Called from time to time with the number of rows read so far. */
export type ReadProgress = (rows: number) => void;

const rowsPerProgress = 5_000;
/** The maximum number of accounts offered for one file. */
const maxAccounts = 200;

/** Reads fills in a known format or, with a mapping, in any format. Asks for information that the file lacks. */
export function readFillFile(bytes: Uint8Array, options: ReadOptions = {}, onProgress?: ReadProgress): FillFileAnswer {
  if (bytes.length > maxFileBytes) return { status: 'unreadable', reason: 'too-large', unread: [] };
  const text = decodeText(bytes);
  if (text === undefined) return { status: 'unreadable', reason: 'not-text', unread: [] };
  if (text.trim() === '') return { status: 'unreadable', reason: 'empty', unread: [] };
  const known = options.mapping === undefined ? findFormat(text) : undefined;
  const headings = known?.headings ?? guessHeadings(text);
  if (headings === undefined) return { status: 'unreadable', reason: 'no-fills', unread: [] };
  if (known) {
    const table = { ...known, places: placesOf(known.format, headings) };
    return readAs(text, table, options, onProgress);
  }
  if (options.mapping) {
    const format = mappedFormat(options.mapping);
    // Mapped by index, because two columns may have the same heading or none.
    const places = new Map(Object.entries(options.mapping).map(([column, place]) => [column, place ?? -1]));
    return readAs(text, { format, headings, places }, options, onProgress);
  }
  const example = guessHeadings(text)?.example ?? [];
  return { status: 'question', question: 'columns', headings: headings.cells, example };
}

/** A format for the columns chosen by the user. Without a side column, the sign of the quantity is the side. */
function mappedFormat(mapping: ColumnMapping): FillFileFormat {
  return {
    id: 'mapped',
    name: '',
    times: 'ask',
    signature: [],
    columns: {},
    read(cell) {
      const quantity = cell('quantity');
      if (cell('price') === '' || quantity === '') return skip;
      const sign = quantity.startsWith('-') || quantity.startsWith('(') ? 'sell' : 'buy';
      const side = mapping.side === null ? sign : cell('side');
      return { ...readFill(cell), side, fee: cell('fee') };
    },
  };
}

type Table = {
  readonly format: FillFileFormat;
  readonly headings: Headings;
  /** Index of each column; negative if the file doesn't have it. */
  readonly places: ReadonlyMap<string, number>;
};

function placesOf({ columns }: FillFileFormat, { cells }: Headings): ReadonlyMap<string, number> {
  const names = cells.map(nameOf);
  const placeOf = (aliases: readonly string[]) =>
    aliases.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  return new Map(Object.entries(columns).map(([column, aliases]) => [column, placeOf(aliases)]));
}

function readAs(
  text: string,
  table: Table,
  options: ReadOptions,
  onProgress: ReadProgress | undefined,
): FillFileAnswer {
  const { format, headings } = table;
  const { accounts, lines: all, skipped: skippedRows, cut } = readLines(text, table, onProgress);
  const account = options.account ?? accounts[0] ?? '';
  if (accounts.length > 1 && (options.account === undefined || !accounts.includes(options.account))) {
    return { status: 'question', question: 'account', accounts };
  }
  const lines = accounts.length > 1 ? all.filter((line) => line.account === account) : all;
  const skipped = skippedRows + all.length - lines.length;
  if (lines.length === 0) return { status: 'unreadable', reason: 'no-fills', unread: cut.rows };
  const times = lines.map(({ row }) => timesOf(row)[0]);
  const found = format.dateOrder ?? findDateOrder(times);
  const order = found === 'either' ? options.dateOrder : found;
  const toUtc = zoneFor(table, options);
  const needsZone = toUtc === undefined && times.some((time) => lacksOffset(time, order ?? 'month-first'));
  if (needsZone || order === undefined) {
    return {
      status: 'question',
      question: 'zone',
      format: format.name,
      example: times[0] ?? '',
      needsZone,
      needsDateOrder: order === undefined,
      usualZone: format.usualZone ?? null,
    };
  }
  const decimalComma = hasDecimalCommas(amountsOf(lines), headings.separator === ';');
  const file = convertRows(format, lines, { order, toUtc: toUtc ?? ((localMs) => localMs), decimalComma }, cut);
  if (file.fills.length === 0) return { status: 'unreadable', reason: 'no-fills', unread: file.unread };
  return { status: 'read', file: { ...file, skipped } };
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
  for (const { row } of lines) yield* row.fee?.split(' + ') ?? [];
}

function zoneFor({ format, headings: { cells }, places }: Table, { zone }: ReadOptions): ToUtc | undefined {
  if (format.times === 'utc') return (localMs) => localMs;
  const place = places.get('at') ?? places.get('enteredAt') ?? places.get('boughtAt') ?? -1;
  const named = zoneOfHeading(textInParentheses(cells[place] ?? ''));
  return named ?? (zone === undefined ? undefined : zoneOf(zone));
}

function readLines(
  text: string,
  { format, headings: { separator, line: headingLine, cells: headings }, places }: Table,
  onProgress: ReadProgress | undefined,
) {
  const heading = headings.join('\n');
  const isDuplicate = createDuplicateCheck(format, headings);
  const widest = Math.max(...places.values());
  const lines: (RawLine & { readonly account: string })[] = [];
  const accounts = new Set<string>();
  const cut: UnreadRow[] = [];
  let cutCount = 0;
  let skipped = 0;
  let cells: readonly string[] = [];
  const cell = (column: string) => cells[places.get(column) ?? -1] ?? '';
  for (const row of readDelimited(text, separator)) {
    if (row.line <= headingLine) continue;
    if ((lines.length + 1) % rowsPerProgress === 0) onProgress?.(lines.length + 1);
    cells = row.cells;
    if (cells.length <= widest) {
      cutCount += 1;
      if (cut.length < maxUnread) cut.push({ line: row.line, reason: 'columns', value: cells.join(' ').slice(0, 60) });
      continue;
    }
    // Concatenated exports repeat their headings.
    if (cells.length === headings.length && cells.join('\n') === heading) continue;
    const read = format.read(cell);
    if (read.kind === 'skip' || isDuplicate(cells)) skipped += 1;
    else {
      const account = cell('account');
      accounts.add(account);
      lines.push({ line: row.line, row: read, account });
    }
  }
  return {
    accounts: [...accounts].slice(0, maxAccounts),
    lines,
    skipped,
    cut: { rows: cut, count: cutCount } satisfies UnreadRowSummary,
  };
}

/** Returns a function that detects rows seen before: the format has an identity, and every cell is equal. */
function createDuplicateCheck({ identity = [] }: FillFileFormat, headings: readonly string[]) {
  const names = headings.map(nameOf);
  const places = identity.map((name) => names.indexOf(name));
  const seen = new Set<string>();
  return (cells: readonly string[]): boolean => {
    if (places.length === 0 || places.some((place) => (cells[place] ?? '') === '')) return false;
    const row = cells.join('\n');
    const size = seen.size;
    return seen.add(row).size === size;
  };
}
