import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

const isContract = (file: string) => /^src\/shared\/.*\/contract[^/]*\.ts$/.test(file);
/** Providers write times in forms of their own, which their adapters read. */
const isService = (file: string) => file.startsWith('src/server/') && !file.includes('/ports/');

const bare: Readonly<Record<string, RegExp>> = {
  'a text without its kind': /\bz\.string\([^)]*\)\.check\(/,
  'a date read past src/lib/calendar-date.ts': /\bDate\.parse\(/,
};

test('contracts name the kind of each text, and neither they nor services read a date themselves', () => {
  const files = listFiles('src').filter((file) => isContract(file) || isService(file));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return Object.keys(bare).flatMap((fault) => (bare[fault]?.test(text) ? [`${file}: ${fault}`] : []));
  });
  expect(found).toEqual([]);
});
