import { decodeText } from '../../lib/decode-text.ts';
import { readDelimited } from '../../lib/delimited.ts';
import { convertRows, timesOf, type WrittenLine } from './convert-rows.ts';
import { hasDecimalCommas } from './decimal.ts';
import {
  type ColumnMapping,
  type DateOrder,
  type FillFileAnswer,
  maxFileBytes,
  type ReadOptions,
  type UnreadRow,
} from './fill-file.ts';
import { type FillFileFormat, skip } from './format.ts';
import { bracketOf, findFormat, guessHeadings, type Headings, nameOf } from './headings.ts';
import { findDateOrder, readTime, type ToUtc, zoneOf, zoneOfHeading } from './times.ts';

/** Called now and then with the rows read so far. */
export type ReadProgress = (rows: number) => void;

const rowsPerProgress = 5_000;
/** As many accounts of a file are offered. */
const maxAccounts = 200;

/** Reads a file of fills of a known format or, with a mapping, of any. Asks for what the file doesn't say. */
export function readFillFile(bytes: Uint8Array, options: ReadOptions = {}, onProgress?: ReadProgress): FillFileAnswer {
  if (bytes.length > maxFileBytes) return { status: 'unreadable', reason: 'too-large', unread: [] };
  const text = decodeText(bytes);
  if (text === undefined) return { status: 'unreadable', reason: 'not-text', unread: [] };
  if (text.trim() === '') return { status: 'unreadable', reason: 'empty', unread: [] };
  const known = options.mapping === undefined ? findFormat(text) : undefined;
  const headings = known?.headings ?? guessHeadings(text);
  if (headings === undefined) return { status: 'unreadable', reason: 'no-fills', unread: [] };
  if (known) return readAs(text, known.format, headings, options, onProgress);
  if (options.mapping) return readAs(text, mappedFormat(headings, options.mapping), headings, options, onProgress);
  const example = guessHeadings(text)?.example ?? [];
  return { status: 'question', question: 'columns', headings: headings.cells, example };
}

/** What a person's choice of columns reads; without a column for the side the quantity's sign is the side. */
function mappedFormat({ cells }: Headings, mapping: ColumnMapping): FillFileFormat {
  const name = (place: number | null) => (place === null ? [] : [nameOf(cells[place] ?? '')]);
  return {
    id: 'mapped',
    name: '',
    times: 'ask',
    signature: [],
    columns: {
      at: name(mapping.at),
      symbol: name(mapping.symbol),
      side: name(mapping.side),
      quantity: name(mapping.quantity),
      price: name(mapping.price),
      fee: name(mapping.fee),
    },
    read(cell) {
      const quantity = cell('quantity');
      if (cell('price') === '' || quantity === '') return skip;
      const sign = quantity.startsWith('-') || quantity.startsWith('(') ? 'sell' : 'buy';
      const side = mapping.side === null ? sign : cell('side');
      return {
        kind: 'fill',
        at: cell('at'),
        symbol: cell('symbol'),
        side,
        quantity,
        price: cell('price'),
        fee: cell('fee'),
      };
    },
  };
}

function readAs(
  text: string,
  format: FillFileFormat,
  headings: Headings,
  options: ReadOptions,
  onProgress: ReadProgress | undefined,
): FillFileAnswer {
  const { accounts, lines: all, skipped: others, unread } = readLines(text, format, headings, onProgress);
  const account = options.account ?? accounts[0] ?? '';
  if (accounts.length > 1 && !accounts.includes(options.account ?? '')) {
    return { status: 'question', question: 'account', accounts };
  }
  const lines = accounts.length > 1 ? all.filter((line) => line.account === account) : all;
  const skipped = others + all.length - lines.length;
  if (lines.length === 0) return { status: 'unreadable', reason: 'no-fills', unread };
  const times = lines.map(({ row }) => timesOf(row)[0]);
  const found = format.dateOrder ?? findDateOrder(times);
  const order = found === 'either' ? options.dateOrder : found;
  const toUtc = zoneFor(format, headings, options);
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
  const decimalComma = hasDecimalCommas(pricesOf(lines), headings.separator === ';');
  const file = convertRows(format.id, lines, { order, toUtc: toUtc ?? ((localMs) => localMs), decimalComma }, unread);
  if (file.fills.length === 0) return { status: 'unreadable', reason: 'no-fills', unread: file.unread };
  return { status: 'read', file: { ...file, skipped } };
}

function lacksOffset(time: string, order: DateOrder): boolean {
  const read = readTime(time, order);
  return read !== undefined && read.offset === undefined;
}

function* pricesOf(lines: readonly WrittenLine[]): Generator<string> {
  for (const { row } of lines) yield row.kind === 'fill' ? row.price : row.entryPrice;
}

function zoneFor(format: FillFileFormat, { cells }: Headings, { zone }: ReadOptions): ToUtc | undefined {
  if (format.times === 'utc') return (localMs) => localMs;
  const names = cells.map(nameOf);
  const column = format.columns['at'] ?? format.columns['enteredAt'] ?? format.columns['boughtAt'] ?? [];
  const place = column.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const named = zoneOfHeading(bracketOf(cells[place] ?? ''));
  return named ?? (zone === undefined ? undefined : zoneOf(zone));
}

function readLines(
  text: string,
  format: FillFileFormat,
  { separator, line: headingLine, cells: headings }: Headings,
  onProgress: ReadProgress | undefined,
) {
  const names = headings.map(nameOf);
  const places = new Map<string, number>();
  for (const [column, aliases] of Object.entries(format.columns)) {
    places.set(column, aliases.map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1);
  }
  const widest = Math.max(...places.values());
  const lines: (WrittenLine & { readonly account: string })[] = [];
  const accounts = new Set<string>();
  const unread: UnreadRow[] = [];
  let skipped = 0;
  let cells: readonly string[] = [];
  const cell = (column: string) => cells[places.get(column) ?? -1] ?? '';
  for (const row of readDelimited(text, separator)) {
    if (row.line <= headingLine) continue;
    if ((lines.length + 1) % rowsPerProgress === 0) onProgress?.(lines.length + 1);
    cells = row.cells;
    if (cells.length <= widest) {
      unread.push({ line: row.line, reason: 'columns', value: cells.join(' ').slice(0, 60) });
      continue;
    }
    const read = format.read(cell);
    if (read.kind === 'skip') skipped += 1;
    else {
      const account = cell('account');
      accounts.add(account);
      lines.push({ line: row.line, row: read, account });
    }
  }
  return { accounts: [...accounts].slice(0, maxAccounts), lines, skipped, unread };
}
