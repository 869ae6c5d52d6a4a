import { expect, test } from 'vitest';
import { readVatNumber } from '#server/catalog/vat-number.ts';

/** No vendor's test numbers. */
const live = { isTestNumber: () => false };

/** A published number of each member state; Belgium, Spain, Ireland and the Netherlands have several kinds. */
const numbers = [
  ...['ATU13585627', 'BE0428759497', 'BE1006023325', 'BG175074752', 'CY10259033P', 'CZ25123891', 'DE136695976'],
  ...['DK13585628', 'EE100931558', 'EL094259216', 'ESB58378431', 'ES54362315K', 'FI20774740', 'FR40303265045'],
  ...['HR33392005961', 'HU12892312', 'IE6433435F', 'IE6433435OA', 'IT00743110157', 'LT119511515', 'LU15027442'],
  ...['LV40003521600', 'MT11679112', 'NL004495445B01', 'NL002455799B11', 'PL8567346215', 'PT501964843'],
  ...['RO18547290', 'SE123456789701', 'SI50223054', 'SK2022749619'],
];

test.each(numbers)('%s is valid, but not with another first digit', async (number) => {
  expect(await readVatNumber(number, live)).toBe(number);
  const wrong = number.replace(/(?<=^\D+\d*)\d(?=\d{2})/, (digit) => String((Number(digit) + 1) % 10));
  expect(wrong).not.toBe(number);
  expect(await readVatNumber(wrong, live)).toBeNull();
});

test.each([
  [' pt 501.964-843 ', 'PT501964843'],
  ['fr\u00a040 303 265 045', 'FR40303265045'],
  ['ＤＥ１３６６９５９７６', 'DE136695976'],
  ['el 094259216', 'EL094259216'],
  // Greece's country code instead of its prefix.
  ['GR094259216', 'EL094259216'],
  ['xi 980 7806 84', 'XI980780684'],
  ['GB 980 7806 84', 'GB980780684'],
  ['CHE-107.787.577 MWST', 'CHE107787577MWST'],
  ['che-107.787.577 tva', 'CHE107787577TVA'],
  ['NO 995 525 828 MVA', 'NO995525828MVA'],
  ['NL004495445B01', 'NL004495445B01'],
])('%s is read as %s', async (typed, number) => {
  expect(await readVatNumber(typed, live)).toBe(number);
});

test.each([
  '',
  '501964843',
  'XI980780685',
  'XX980780684',
  'US123456789',
  'CHE107787578MWST',
  'EU372000041',
  'EL',
  'toString',
])('%j is refused', async (typed) => {
  expect(await readVatNumber(typed, live)).toBeNull();
});
