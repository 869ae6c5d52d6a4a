import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/** What reads a typed amount past `readCents` of src/lib/money/read.ts, and how it goes wrong. */
const otherReaders: Readonly<Record<string, RegExp>> = {
  'parseFloat drops what follows the number': /\bparseFloat\(/,
  'replacing a comma takes 1,250 for 1.25': /\.replace(?:All)?\(\s*(?:','|\/,\/g?)/,
  'an expression of its own for decimals': /\[(?:\.,|,\.)\]/,
  'dollars times 100 from a text': /\b(?:Number|readWhole)\((?:[^()]|\([^()]*\))*\) \* 100\b/,
  'a whole number of dollars': /\b\w*[dD]ollars = readWhole\(/,
};

test('screens and services read typed amounts in one way', () => {
  const files = listFiles('src').filter(
    (file) => /^src\/(app|ui|components|layouts|pages|server)\//.test(file) && /\.(tsx?|astro)$/.test(file),
  );
  const wrong = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return Object.keys(otherReaders).flatMap((fault) => (otherReaders[fault]?.test(text) ? [`${file}: ${fault}`] : []));
  });
  expect(wrong).toEqual([]);
});
