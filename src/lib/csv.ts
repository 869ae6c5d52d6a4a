const amount = /^-?\d+(\.\d+)?$/;
/**
 * Where a spreadsheet may begin a formula: at the start of a cell, and after every separator that some country's
 * spreadsheet splits cells at, even inside quotes. Spaces, quotes and unseen marks before it don't count, and the wide
 * signs that East Asian keyboards write are those of formulas too.
 */
const formulaStart = /(?:^|[;|\t\r\n])(?=[\v\f\p{Zs}\p{Cf}"']*[=+\-@＝＋－＠﹦﹢﹣﹫])/gu;
const special = /[",\r\n]/;

/** Writes rows as CSV (RFC 4180). Cells that a spreadsheet would read as a formula are escaped. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const escaped = amount.test(value) ? value : value.replace(formulaStart, "$&'");
  const text = /^[\t\r]/.test(escaped) ? `'${escaped}` : escaped;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses CSV (RFC 4180), without empty lines. An unclosed quote takes the rest of the text. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)(?:"|$)|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`row ${rows.length + 1}: unexpected quote inside a cell`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' && cell.lastIndex < text.length) continue;
    if (end === ',') row.push('');
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}
