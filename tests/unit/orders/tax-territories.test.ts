import { expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { includedTaxCents } from '#shared/orders/tax.ts';

const { taxes } = readCatalog();

// Of $149.00: 20 % are 149 × 20 / 120, and 8.5 % are 149 × 8.5 / 108.5.
test.each([
  ['Monaco, like France', 'MC', 2_483],
  ['the Isle of Man, like the United Kingdom', 'IM', 2_483],
  ['Guadeloupe', 'GP', 1_167],
  ['Martinique', 'MQ', 1_167],
  ['Réunion', 'RE', 1_167],
  ['French Guiana', 'GF', 0],
  ['Mayotte', 'YT', 0],
  ['Åland', 'AX', 0],
  ['Guernsey', 'GG', 0],
  ['Jersey', 'JE', 0],
  ['Puerto Rico', 'PR', 0],
  ['Greenland', 'GL', 0],
  ['the Faroe Islands', 'FO', 0],
  ['San Marino', 'SM', 0],
])('the tax of %s follows its own territory', (_name, country, cents) => {
  expect(includedTaxCents(14_900, taxes[country] ?? 0)).toBe(cents);
});
