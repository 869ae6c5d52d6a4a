import { describe, expect, test } from 'vitest';
import { toCsv } from '#lib/csv.ts';

/** What a spreadsheet shows as cells when it splits at this separator, whatever quotes stand inside a cell. */
const cellsOf = (csv: string, separator: string) => csv.split(/[\r\n]+/).flatMap((line) => line.split(separator));
const isFormula = (cell: string) =>
  /^[\s"'\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell.normalize('NFKC')) && !/^[\s"\p{Cf}]*'/u.test(cell);

describe('a CSV file', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    ' =1+1',
    '\u00a0=1+1',
    '"=1+1',
    '\ufeff=1+1',
    '\t=1+1',
    '\r=1+1',
    ';=1+1',
    'name;=1+1',
    'name;"=1+1"',
    'name; =1+1',
    'name|=1+1',
    'name\t@x',
    'name\n=1+1',
    'a;b;-1+cmd|x',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    '\ufe66\u200b1',
    '\u3000＝1+1',
    '\u200b=1+1',
    'name;\u202e＝1+1',
  ])('has no cell that is a formula in any country’s spreadsheet: %j', (text) => {
    const csv = toCsv([['first', text, 'last']]);
    for (const separator of [',', ';', '\t', '|']) expect(cellsOf(csv, separator).filter(isFormula)).toEqual([]);
  });

  test.each([
    ['-12.50', '-12.50'],
    ['harbor-at-noon', 'harbor-at-noon'],
    ['a; b - c', 'a; b - c'],
    ['=1', "'=1"],
    ['name;=1', "name;'=1"],
    ['\ttext', "'\ttext"],
  ])('writes %j as %j', (text, written) => {
    expect(toCsv([[text]])).toBe(`${written}\r\n`);
  });
});
