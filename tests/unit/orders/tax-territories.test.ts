import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { includedTaxCents } from '#shared/orders/included-tax.ts';
import {
  countriesWithPostalTerritories,
  fitsCountry,
  readPostalCode,
  type TaxName,
  taxOf,
} from '#shared/orders/tax.ts';

const { taxes } = readCatalog();
const seller = 'US';

/** The tax of $149.00 for what someone types. */
function taxIn(country: string, typed = '', vatNumber: string | null = null) {
  const postalCode = typed === '' ? null : readPostalCode(country, typed);
  const { name, rateBps } = taxOf(taxes, { country, postalCode, vatNumber }, seller);
  return [name, includedTaxCents(14_900, rateBps)];
}

// Of $149.00: 20 % are 149 × 20 / 120, 21 % are 149 × 21 / 121, and so on.
test.each<[string, string, string, TaxName, number]>([
  ['Monaco, like France', 'MC', '', 'vat', 2_483],
  ['the Isle of Man, like the United Kingdom', 'IM', '', 'vat', 2_483],
  ['Guadeloupe', 'GP', '', 'vat', 1_167],
  ['Martinique', 'MQ', '', 'vat', 1_167],
  ['Réunion', 'RE', '', 'vat', 1_167],
  ['French Guiana', 'GF', '', 'none', 0],
  ['Mayotte', 'YT', '', 'none', 0],
  ['Åland', 'AX', '', 'none', 0],
  ['Guernsey', 'GG', '', 'none', 0],
  ['Jersey', 'JE', '', 'none', 0],
  ['Puerto Rico', 'PR', '', 'none', 0],
  ['Greenland', 'GL', '', 'none', 0],
  ['the Faroe Islands', 'FO', '', 'none', 0],
  ['San Marino', 'SM', '', 'none', 0],
  ['the United States', 'US', '', 'none', 0],
  ['Vienna', 'AT', '1010', 'vat', 2_483],
  ['Austria without a postal code', 'AT', '', 'vat', 2_483],
  ['Jungholz', 'AT', 'A-6691', 'vat', 2_379],
  ['Mittelberg', 'AT', '6993', 'vat', 2_379],
  ['mainland Spain', 'ES', '28013', 'vat', 2_586],
  ['Spain without a postal code', 'ES', '', 'vat', 2_586],
  ['Las Palmas', 'ES', '35001', 'igic', 0],
  ['Tenerife', 'ES', 'E-38001', 'igic', 0],
  ['Ceuta', 'ES', '51001', 'ipsi', 0],
  ['Melilla', 'ES', '52001', 'ipsi', 0],
  ['Lisbon', 'PT', '1100-148', 'vat', 2_786],
  ['Madeira', 'PT', '9000-039', 'vat', 2_687],
  ['Porto Santo', 'PT', '9400', 'vat', 2_687],
  ['the Azores', 'PT', '9500-150', 'vat', 2_055],
  ['Corvo', 'PT', '9980-024', 'vat', 2_055],
  ['Milan', 'IT', '20121', 'vat', 2_687],
  ['Livigno', 'IT', '23041', 'none', 0],
  ['Valfurva, with Livigno’s earlier code', 'IT', '23030', 'vat', 2_687],
  ['Campione', 'IT', '22061', 'none', 0],
  ['Cabiate, with Campione’s earlier code', 'IT', '22060', 'vat', 2_687],
  ['Como', 'IT', '22100', 'vat', 2_687],
  ['San Marino under Italy', 'IT', '47890', 'none', 0],
  ['Berlin', 'DE', '10115', 'vat', 2_379],
  ['Büsingen', 'DE', '78266', 'none', 0],
  ['Heligoland', 'DE', 'D-27498', 'none', 0],
  ['Athens', 'GR', '105 57', 'vat', 2_884],
  ['Mount Athos', 'GR', '630 86', 'none', 0],
  ['Karyes', 'GR', '63087', 'none', 0],
  ['Mariehamn', 'FI', '22100', 'none', 0],
  ['Helsinki', 'FI', 'FI-00100', 'vat', 3_027],
  ['Nuuk', 'DK', '3900', 'none', 0],
  ['Paris', 'FR', '75001', 'vat', 2_483],
  ['Ajaccio', 'FR', '20000', 'vat', 2_483],
  ['Pointe-à-Pitre', 'FR', '97110', 'vat', 1_167],
  ['Saint-Denis', 'FR', '97400', 'vat', 1_167],
  ['Saint Martin under Guadeloupe’s code', 'FR', '97150', 'none', 0],
  ['Cayenne', 'FR', '97300', 'none', 0],
  ['Nouméa', 'FR', '98800', 'none', 0],
  ['Monaco under France', 'FR', '98000', 'vat', 2_483],
  ['London', 'GB', 'sw1a 1aa', 'vat', 2_483],
  ['Belfast', 'GB', 'BT7 1AA', 'vat', 2_483],
  ['Douglas', 'GB', 'IM1 1AA', 'vat', 2_483],
  ['Saint Helier', 'GB', 'JE2 3AB', 'none', 0],
  ['Saint Peter Port', 'GB', 'GY1 1AA', 'none', 0],
])('the tax of %s follows its own territory', (_name, country, typed, name, cents) => {
  expect(taxIn(country, typed)).toEqual([name, cents]);
});

test('a postal code decides the tax only in these countries', () => {
  expect([...countriesWithPostalTerritories(taxes.territories)].sort()).toEqual([
    'AT',
    'DE',
    'DK',
    'ES',
    'FI',
    'FR',
    'GB',
    'GR',
    'IT',
    'PT',
  ]);
});

test.each([
  ['ES', '3500'],
  ['ES', 'abc'],
  ['PT', '90001'],
  ['DK', '39000'],
  ['GB', '12345'],
  ['GB', 'JE'],
])('in %s, %j is no postal code', (country, typed) => {
  expect(readPostalCode(country, typed)).toBeNull();
});

describe('a company', () => {
  test.each<[string, string, string, string | null, TaxName, number]>([
    ['of mainland Spain accounts for the VAT itself', 'ES', '28013', 'ESB58378431', 'vat', 0],
    ['of the Canaries is outside VAT', 'ES', '35001', 'ESB58378431', 'igic', 0],
    ['of Monaco has a French number', 'MC', '', 'FR40303265045', 'vat', 0],
    ['of Guadeloupe has a French number', 'FR', '97110', 'FR40303265045', 'vat', 0],
    ['of Greece has a number with EL', 'GR', '10557', 'EL094259216', 'vat', 0],
    ['of Britain accounts for the VAT itself', 'GB', '', 'GB980780684', 'vat', 0],
    ['of Northern Ireland with a number for goods does too', 'GB', 'BT7 1AA', 'XI980780684', 'vat', 0],
    ['of the Isle of Man has a British number', 'IM', '', 'GB980780684', 'vat', 0],
    ['of Jersey is outside VAT', 'GB', 'JE2 3AB', 'GB980780684', 'none', 0],
  ])('%s', (_title, country, typed, number, name, cents) => {
    expect(taxIn(country, typed, number)).toEqual([name, cents]);
  });

  test('of the seller’s own state pays VAT', () => {
    const buyer = { country: 'PT', postalCode: null, vatNumber: 'PT501964843' };
    expect(taxOf(taxes, buyer, 'PT')).toEqual({ name: 'vat', rateBps: 2_300 });
    const northern = { country: 'GB', postalCode: 'BT71AA', vatNumber: 'XI980780684' };
    expect(taxOf(taxes, northern, 'GB')).toEqual({ name: 'vat', rateBps: 2_000 });
  });

  test.each([
    ['FR', '', 'FR40303265045', true],
    ['FR', '', 'DE136695976', false],
    ['MC', '', 'FR40303265045', true],
    ['GR', '', 'EL094259216', true],
    ['GB', 'BT71AA', 'XI110305878', true],
    ['GB', '', 'GB980780684', true],
    ['IM', '', 'GB980780684', true],
    ['CH', '', 'CHE107787577MWST', true],
    ['US', '', 'FR40303265045', false],
  ])('in %s %s with the number %s fits: %j', (country, code, number, isFitting) => {
    expect(fitsCountry(taxes, number, { country, postalCode: code || null })).toBe(isFitting);
  });
});
