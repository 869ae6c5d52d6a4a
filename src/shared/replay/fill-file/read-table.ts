import { readDelimited } from '#lib/delimited.ts';
import { maxKept, type RowSummary } from './convert-rows.ts';
import type { SkippedReason, SkippedRow, UnreadReason, UnreadRow } from './fill-file.ts';
import { type FillFileFormat, skip } from './format.ts';
import { costKindOf, isAccountName, nameOf } from './heading-names.ts';
import { type Headings, isHeadingOf } from './headings.ts';
import { hasLostDigits } from './join-versions.ts';
import type { RawLine } from './read-row.ts';

/** Called from time to time with the number of rows read so far. */
export type ReadProgress = (rows: number) => void;

/** Where a table has its columns, by index. */
export type Places = {
  readonly columns: ReadonlyMap<string, readonly number[]>;
  readonly accounts: readonly number[];
  readonly costs: readonly number[];
  /** Columns with the sum of the costs, which count instead of them. */
  readonly totals: readonly number[];
};

export type TableLine = RawLine & { readonly account: string };

export type TableRows = {
  readonly lines: readonly TableLine[];
  readonly skipped: RowSummary<SkippedRow>;
  readonly unread: RowSummary<UnreadRow>;
  readonly lostIds: number;
};

const rowsPerProgress = 5_000;

/** Finds a format's columns, and by their names all that hold a cost or an account. */
export function findPlaces({ columns }: FillFileFormat, headings: readonly string[]): Places {
  const names = headings.map(nameOf);
  const indexesOf = (name: string) => names.flatMap((each, index) => (each === name ? [index] : []));
  const found = new Map(Object.entries(columns).map(([column, aliases]) => [column, aliases.flatMap(indexesOf)]));
  const indexesWhere = (test: (name: string) => boolean) => names.flatMap((name, index) => (test(name) ? [index] : []));
  return {
    columns: found,
    accounts: [...new Set([...(found.get('account') ?? []), ...indexesWhere(isAccountName)])],
    costs: indexesWhere((name) => costKindOf(name) === 'part'),
    totals: indexesWhere((name) => costKindOf(name) === 'total'),
  };
}

/** Collects rows of a kind: the first ones, and how many there are. */
function createCollector<Reason extends string>() {
  const rows: { readonly line: number; readonly reason: Reason; readonly value: string }[] = [];
  let count = 0;
  return {
    add(line: number, reason: Reason, value: string): void {
      count += 1;
      if (rows.length < maxKept) rows.push({ line, reason, value: value.slice(0, 60) });
    },
    summary: () => ({ rows, count }),
  };
}

/** Reads the rows below the headings. Each ends up in one of the three lists, except empty ones and further headings. */
export function readTable(
  text: string,
  format: FillFileFormat,
  { separator, line: headingLine, cells: headings }: Headings,
  firstPlaces: Places,
  onProgress: ReadProgress | undefined,
): TableRows {
  const skipped = createCollector<SkippedReason>();
  const unread = createCollector<UnreadReason>();
  const lines: (RawLine & { readonly accounts: readonly string[] })[] = [];
  const isDuplicate = createDuplicateCheck();
  let lostIds = 0;
  let width = headings.length;
  let places = firstPlaces;
  let cells: readonly string[] = [];
  const firstValue = (indexes: readonly number[] = []) => {
    const index = indexes.find((each) => (cells[each] ?? '') !== '');
    return index === undefined ? '' : (cells[index] ?? '');
  };
  const cell = (column: string) => firstValue(places.columns.get(column));
  for (const row of readDelimited(text, separator)) {
    if (row.line <= headingLine || row.cells.every((each) => each === '')) continue;
    if ((lines.length + 1) % rowsPerProgress === 0) onProgress?.(lines.length + 1);
    cells = row.cells;
    if (isFurtherHeading(format, cells, headings)) {
      // Concatenated exports and the tables of one export repeat their headings, not always in the same order.
      places = format.signature.length > 0 ? findPlaces(format, cells) : places;
      width = cells.length;
      continue;
    }
    const note = noteOf(cells, cell('at'), width);
    if (note !== undefined) skipped.add(row.line, note, cells.join(' ').trim());
    else if (cells.length <= widestOf(places) || cells.slice(width).some((each) => each !== '')) {
      unread.add(row.line, 'columns', cells.join(' '));
    } else {
      const written = (format.identity ?? []).map(cell);
      const isLost = written.some(hasLostDigits);
      const id = isLost ? [] : written;
      if (isLost) lostIds += 1;
      const read = isDuplicate(id, cells) ? skip('duplicate') : format.read(cell);
      if (read.kind === 'skip') skipped.add(row.line, read.reason, cells.join(' '));
      else if (read.kind === 'unread') unread.add(row.line, read.reason, read.value);
      else {
        const total = firstValue(places.totals);
        lines.push({
          ...{ line: row.line, row: read, id: id.every((each) => each !== '') ? id.join('-') : '' },
          costs: total === '' ? places.costs.map((index) => cells[index] ?? '') : [total],
          accounts: places.accounts.map((index) => cells[index] ?? ''),
        });
      }
    }
  }
  const accountOf = chooseAccountColumn(lines.map(({ accounts }) => accounts));
  return {
    lines: lines.map(({ accounts, ...line }) => ({ ...line, account: accountOf(accounts) })),
    skipped: skipped.summary(),
    unread: unread.summary(),
    lostIds,
  };
}

/** Of several columns that name the account, the one that tells the most accounts apart. */
function chooseAccountColumn(rows: readonly (readonly string[])[]): (accounts: readonly string[]) => string {
  const columnCount = Math.max(0, ...new Set(rows.map(({ length }) => length)));
  const counts = Array.from({ length: columnCount }, (_, index) => new Set(rows.map((row) => row[index])).size);
  const chosen = counts.indexOf(Math.max(...counts));
  return (accounts) => accounts[chosen] ?? '';
}

function widestOf({ columns, costs, accounts }: Places): number {
  return Math.max(-1, ...[...columns.values()].flat(), ...costs, ...accounts);
}

function isFurtherHeading(format: FillFileFormat, cells: readonly string[], headings: readonly string[]): boolean {
  // Every row of data has a year or a price; only a heading hasn't.
  if (cells.length < 4 || cells.some((each) => /\d{2}/.test(each.replace(/\([^()]*\)/, '')))) return false;
  if (format.signature.length === 0) return cells.join('\n') === headings.join('\n');
  return isHeadingOf(format, cells.map(nameOf));
}

/**
 * A row that a spreadsheet or a platform adds around the data: a title or a note, which has a single cell of the table's
 * whole width, or totals. A row that is cut off is neither.
 */
function noteOf(cells: readonly string[], time: string, width: number): SkippedReason | undefined {
  const [first = '', ...others] = cells.filter((each) => each !== '');
  if (totals.test(first) && !/\d/.test(time)) return 'total';
  if (others.length > 0 || !/\p{L}/u.test(first)) return undefined;
  const isTitle = !/[\d,;]/.test(first) && /\b(?:orders|trades|fills|executions|positions)/i.test(first);
  return isTitle || cells.length >= width ? 'title' : undefined;
}

const totals = /^(?:(?:grand |sub-?)?(?:totals?|sum(?:me)?|gesamt|somme|suma|soma)\b|итого|всего|合计|总计|合計|小计)/i;

/** Returns a function that detects rows seen before: the format has an identity, and every cell is equal. */
function createDuplicateCheck() {
  const seen = new Set<string>();
  return (id: readonly string[], cells: readonly string[]): boolean => {
    if (id.length === 0 || id.some((each) => each === '')) return false;
    const row = cells.join('\n');
    const size = seen.size;
    return seen.add(row).size === size;
  };
}
