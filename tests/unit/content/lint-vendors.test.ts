import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lintVendors } from '#content/lint-vendors.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const texts = (now: string, tree = { read }) => lintVendors(tree, new Date(now)).map(({ text }) => text);

test('a vendor’s document that was read six months ago is named, and a newer one isn’t', () => {
  expect(texts('2026-11-28')).toEqual([]);
  const later = texts('2027-05-27');
  expect(later).toEqual(expect.arrayContaining([expect.stringContaining('“user/syncrequest” was read on 2026-11-26')]));
  expect(later.join()).not.toContain('swagger');
  expect(texts('2027-05-29').join()).toContain('swagger');
});

test('every vendor has rows, each with a day', () => {
  const all = texts('2100-01-01');
  for (const vendor of ['Tradovate', 'Volumetrica', 'Rithmic'])
    expect(all.some((text) => text.includes(`${vendor}’s`))).toBe(true);
  expect(texts('2026-11-28', { read: () => '| Tradovate | [a page](https://x) | | all |' })).toHaveLength(1);
});
