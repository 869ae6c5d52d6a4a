import { type DelimitedRow, readDelimited, type Separator } from '#lib/delimited.ts';
import type { FillFileFormat } from './format.ts';
import { fillFileFormats } from './formats.ts';
import { findByMeaning } from './heading-meanings.ts';
import { areRoundTrips, namesOf } from './heading-names.ts';

export type Headings = {
  readonly separator: Separator;
  readonly line: number;
  readonly cells: readonly string[];
};

const separators: readonly Separator[] = [',', ';', '\t', '|'];

/** Headings are searched only within this many lines. */
const preambleLines = 60;
const preambleChars = 64_000;

function readFirstRows(text: string, separator: Separator): readonly DelimitedRow[] {
  const rows: DelimitedRow[] = [];
  for (const row of readDelimited(text.slice(0, preambleChars), separator)) {
    rows.push(row);
    if (rows.length === preambleLines) break;
  }
  return rows;
}

/** The indexes of a column's headings, the best first. */
export function findColumn({ columns }: FillFileFormat, column: string, names: readonly string[]): readonly number[] {
  const headings = columns[column] ?? [];
  if (headings.length === 0) return findByMeaning(column, names);
  return headings.flatMap((heading) => names.flatMap((name, index) => (name === heading ? [index] : [])));
}

export function isHeadingOf(format: FillFileFormat, names: readonly string[]): boolean {
  const isThere = (column: string | readonly string[]) =>
    typeof column === 'string'
      ? findColumn(format, column, names).length > 0
      : column.some((each) => names.includes(each));
  return format.signature.every(isThere) && !(format.isExecutionsOnly && areRoundTrips(names));
}

/** Finds the format of a file by its headings; undefined if none matches. */
export function findFormat(text: string): { readonly format: FillFileFormat; readonly headings: Headings } | undefined {
  for (const separator of separators) {
    for (const { line, cells } of readFirstRows(text, separator)) {
      if (cells.length < 4) continue;
      const names = namesOf(cells);
      const format = fillFileFormats.find((each) => isHeadingOf(each, names));
      if (format) return { format, headings: { separator, line, cells } };
    }
  }
  return undefined;
}

/** Guesses the headings of an unknown file, the first of its widest rows, with the row after them as an example. */
export function guessHeadings(text: string): (Headings & { readonly example: readonly string[] }) | undefined {
  let best: (Headings & { readonly example: readonly string[] }) | undefined;
  for (const separator of separators) {
    const rows = readFirstRows(text, separator);
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    const index = rows.findIndex(({ cells }) => cells.length === width);
    const row = rows[index];
    if (row && width >= 4 && width > (best?.cells.length ?? 0)) {
      best = { separator, line: row.line, cells: row.cells, example: rows[index + 1]?.cells ?? [] };
    }
  }
  return best;
}
