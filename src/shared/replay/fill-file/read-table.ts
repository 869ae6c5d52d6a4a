import { type DelimitedRow, readDelimited } from '#lib/delimited.ts';
import { maxKept, type SkippedReason, type UnreadReason } from './fill-file.ts';
import { type FillFileFormat, isCorrected, skip } from './format.ts';
import { findByMeaning } from './heading-meanings.ts';
import { costKindOf, isAccountName, nameOf, namesOf, zoneLabelIn } from './heading-names.ts';
import { findColumn, type Headings, isHeadingOf } from './headings.ts';
import { findSide, type RawLine } from './read-row.ts';
import { joinDate } from './times.ts';

export type ReadProgress = (rows: number) => void;

export type Places = {
  readonly columns: ReadonlyMap<string, readonly number[]>;
  /** The dates of times that are in a column of their own. */
  readonly dates: ReadonlyMap<string, readonly number[]>;
  readonly accounts: readonly number[];
  readonly costs: readonly number[];
  readonly rebates: readonly number[];
  /** Columns with the sum of the costs, which count instead of them. */
  readonly totals: readonly number[];
};

/** `isCorrection`: the row says that it replaces an earlier one of its id. */
export type TableLine = RawLine & { readonly account: string; readonly isCorrection: boolean };

const rowsPerProgress = 5_000;

const dateColumns = {
  at: 'date',
  enteredAt: 'enteredOn',
  exitedAt: 'exitedOn',
  boughtAt: 'boughtOn',
  soldAt: 'soldOn',
};

/** Finds a format's columns, and by their names all that hold a date, a cost or an account. */
export function findPlaces(format: FillFileFormat, headings: readonly string[]): Places {
  const names = namesOf(headings);
  const found = new Map(Object.keys(format.columns).map((column) => [column, findColumn(format, column, names)]));
  const indexesWhere = (test: (name: string) => boolean) => names.flatMap((name, index) => (test(name) ? [index] : []));
  return {
    columns: found,
    dates: new Map(Object.entries(dateColumns).map(([time, date]) => [time, findByMeaning(date, names)])),
    accounts: [...new Set([...(found.get('account') ?? []), ...indexesWhere(isAccountName)])],
    costs: indexesWhere((name) => costKindOf(name) === 'part'),
    rebates: indexesWhere((name) => costKindOf(name) === 'rebate'),
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

/**
 * Reads the rows of all sections, each with its headings. Each ends up in one of the three lists, except empty ones,
 * headings and what stands above the first of them.
 */
export function readTable(
  text: string,
  format: FillFileFormat,
  { separator, line: headingLine, cells: headings }: Headings,
  firstPlaces: Places,
  onProgress: ReadProgress | undefined,
) {
  const skipped = createCollector<SkippedReason>();
  const unread = createCollector<UnreadReason>();
  const lines: (Omit<TableLine, 'account'> & { readonly accounts: readonly string[] })[] = [];
  const isDuplicate = createDuplicateCheck();
  const ids = createIdCheck();
  let width = headings.length;
  let places = firstPlaces;
  let label = labelOf(firstPlaces, headings);
  let account = '';
  /** Lines with a single value, which are titles if a heading follows, and otherwise rows that were cut off. */
  let titles: DelimitedRow[] = [];
  let cells: readonly string[] = [];
  const firstValue = (indexes: readonly number[] = []) => {
    const index = indexes.find((each) => (cells[each] ?? '') !== '');
    return index === undefined ? '' : (cells[index] ?? '');
  };
  const cell = (column: string) => {
    const indexes = places.columns.get(column);
    // MetaTrader's type is buy or sell, and its direction in or out.
    const named = column === 'side' ? indexes?.find((each) => findSide(cells[each] ?? '')) : undefined;
    return joinDate(firstValue(named === undefined ? indexes : [named]), firstValue(places.dates.get(column)));
  };
  const endTitles = (areTitles: boolean) => {
    const named = titles.map((title) => accountIn(title.cells)).findLast(Boolean);
    if (areTitles && titles.length > 0) account = named ?? account;
    for (const { line, cells: values } of titles) {
      if (line < headingLine) continue;
      if (areTitles || named !== undefined) skipped.add(line, 'title', values.join(' ').trim());
      else unread.add(line, 'columns', values.join(' '));
    }
    titles = [];
  };
  for (const row of readDelimited(text, separator)) {
    if (row.cells.every((each) => each === '')) continue;
    if ((lines.length + 1) % rowsPerProgress === 0) onProgress?.(lines.length + 1);
    cells = row.cells;
    const isFirstHeading = row.line === headingLine;
    if (isFirstHeading || (row.line > headingLine && isFurtherHeading(format, cells, headings))) {
      endTitles(true);
      if (isFirstHeading) continue;
      // Concatenated exports and the tables of one export repeat their headings, not always in the same order.
      places = format.signature.length > 0 ? findPlaces(format, cells) : places;
      label = labelOf(places, cells);
      width = cells.length;
      continue;
    }
    const note = noteOf(cells, cell('at'), width);
    if (row.line < headingLine || (note === undefined && isAlone(cells))) {
      titles.push(row);
      if (titles.length > maxTitles) titles.shift();
      continue;
    }
    if (note !== undefined) {
      skipped.add(row.line, note, cells.join(' ').trim());
      continue;
    }
    endTitles(false);
    if (cells.length <= widestOf(places) || cells.slice(width).some((each) => each !== '')) {
      unread.add(row.line, 'columns', cells.join(' '));
      continue;
    }
    const id = ids((format.identity ?? []).map(cell));
    const read = isDuplicate(id, cells) ? skip('duplicate') : format.read(cell);
    if (read.kind === 'skip') skipped.add(row.line, read.reason, cells.join(' '));
    else if (read.kind === 'unread') unread.add(row.line, read.reason, read.value);
    else {
      const total = firstValue(places.totals);
      const valuesOf = (indexes: readonly number[]) => indexes.map((index) => cells[index] ?? '');
      lines.push({
        ...{ line: row.line, row: read, label, id: id.every((each) => each !== '') ? id.join('-') : '' },
        isCorrection: isCorrected(cell('status')),
        costs: total === '' ? valuesOf(places.costs) : [total],
        rebates: total === '' ? valuesOf(places.rebates) : [],
        accounts: places.accounts.length === 0 ? [account] : valuesOf(places.accounts),
      });
    }
  }
  endTitles(false);
  const accountOf = chooseAccountColumn(lines.map(({ accounts }) => accounts));
  return {
    lines: lines.map(({ accounts, ...line }) => ({ ...line, account: accountOf(accounts) })),
    skipped: skipped.summary(),
    unread: unread.summary(),
    lostIds: ids.lost(),
  };
}

const maxTitles = 20;

/** Whether a line has a single value, of the table's first column or of none. */
function isAlone(cells: readonly string[]): boolean {
  return cells.filter((each) => each !== '').length === 1 || isAccountName(nameOf(cells[0] ?? ''));
}

/** The account that a line above a table names: `EVAL-1`, `Account: EVAL-1`, or in two cells. */
function accountIn(cells: readonly string[]): string | undefined {
  const [first = '', second = ''] = cells.filter((each) => each !== '').map((each) => each.slice(0, 100).trim());
  if (second !== '') return isAccountName(nameOf(first)) ? second : undefined;
  const [, name = '', value = ''] = /^([^:#]{3,30})[:#] ?(\S{1,64})$/.exec(first) ?? [];
  if (isAccountName(nameOf(name))) return value;
  return /^[\w-]{0,40}\d[\w-]{0,40}$/.test(first) && !/^\d{1,4}-\d{1,2}-\d{1,4}$/.test(first) ? first : undefined;
}

/** The zone in the heading of the first time, such as EDT in `Update Time (EDT)`. */
function labelOf({ columns }: Places, cells: readonly string[]): string {
  const [place = -1] = Object.keys(dateColumns).flatMap((column) => columns.get(column) ?? []);
  return zoneLabelIn(cells[place] ?? '');
}

/** Returns a function that empties ids that a spreadsheet rounded, as 3.30E+11: they identify nothing. */
function createIdCheck() {
  let lost = 0;
  const check = (id: readonly string[]): readonly string[] => {
    if (!id.some((each) => /^\d(?:[.,]\d{0,15})?E\+?\d{1,3}$/i.test(each.trim()))) return id;
    lost += 1;
    return id.map(() => '');
  };
  return Object.assign(check, { lost: () => lost });
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
  return isHeadingOf(format, namesOf(cells));
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
