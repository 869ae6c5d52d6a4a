import { type DelimitedRow, readDelimited, type Separator } from '../../lib/delimited.ts';
import type { FillFileFormat } from './format.ts';
import { fillFileFormats } from './formats.ts';

/** A table in a file: its headings, where they stand and what separates the cells. */
export type Headings = {
  readonly separator: Separator;
  readonly line: number;
  readonly cells: readonly string[];
};

const separators: readonly Separator[] = [',', ';', '\t'];

/** Headings come after a preamble of at most this many lines. */
const preambleLines = 60;
const preambleChars = 64_000;

/** A heading for comparing: without case, quotes, extra spaces and what stands in brackets. */
export function nameOf(heading: string): string {
  return heading
    .replace(/\([^)]*\)/g, '')
    .replace(/[\u00a0\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** What stands in brackets in a heading, such as EDT in `Update Time (EDT)`. */
export function bracketOf(heading: string): string {
  return /\(([^)]*)\)/.exec(heading)?.[1]?.trim() ?? '';
}

function startOf(text: string, separator: Separator): readonly DelimitedRow[] {
  const rows: DelimitedRow[] = [];
  for (const row of readDelimited(text.slice(0, preambleChars), separator)) {
    rows.push(row);
    if (rows.length === preambleLines) break;
  }
  return rows;
}

function holds(names: ReadonlySet<string>, { signature }: FillFileFormat): boolean {
  return signature.every((heading) => heading.some((name) => names.has(name)));
}

/** Finds the format of a file by its headings; undefined if none fits. */
export function findFormat(text: string): { readonly format: FillFileFormat; readonly headings: Headings } | undefined {
  for (const separator of separators) {
    for (const { line, cells } of startOf(text, separator)) {
      if (cells.length < 4) continue;
      const names = new Set(cells.map(nameOf));
      const format = fillFileFormats.find((each) => holds(names, each));
      if (format) return { format, headings: { separator, line, cells } };
    }
  }
  return undefined;
}

/** The likely headings of an unknown file, with the first row after them: the first of its widest rows. */
export function guessHeadings(text: string): (Headings & { readonly example: readonly string[] }) | undefined {
  let best: (Headings & { readonly example: readonly string[] }) | undefined;
  for (const separator of separators) {
    const rows = startOf(text, separator);
    const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
    const index = rows.findIndex(({ cells }) => cells.length === width);
    const row = rows[index];
    if (row && width >= 4 && width > (best?.cells.length ?? 0)) {
      best = { separator, line: row.line, cells: row.cells, example: rows[index + 1]?.cells ?? [] };
    }
  }
  return best;
}
