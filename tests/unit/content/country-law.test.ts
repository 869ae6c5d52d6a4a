import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { findUncheckedLaw, placeSchema } from '#content/consumer-rights.ts';
import { endsWithTerm, findObligation } from '#shared/orders/country-law.ts';

const { consumerRights } = readCatalog();
const { places } = consumerRights;
const living = (country: string, postalCode: string | null = null) => ({ country, postalCode });

describe('the law of a country', () => {
  // BGB § 309 no. 9 b, article 6:236 under j BW, article VI.91 CDE and P-40.1 art. 214.3; Austria only asks for a notice.
  test.each([
    ['Germany', living('DE'), true],
    ['the Netherlands', living('NL'), true],
    ['Belgium', living('BE'), true],
    ['Québec', living('CA', 'H2X1Y4'), true],
    ['Canada, at an unknown address', living('CA'), true],
    ['Ontario', living('CA', 'M5V3L9'), false],
    ['Austria', living('AT'), false],
    ['France', living('FR'), false],
  ] as const)('decides in %s whether a yearly plan may renew for another year', (_, buyer, ends) => {
    expect([endsWithTerm(places, buyer, 'yearly'), endsWithTerm(places, buyer, 'monthly')]).toEqual([ends, false]);
  });

  test('gives the refund to a Brazilian at once, to a European within 14 days, and states none that nobody has read', () => {
    const withinDays = (country: string) =>
      Object.values(places).find((place) => place.refund && place.countries.includes(country))?.refund?.withinDays;
    expect(['BR', 'FR', 'GB', 'CO', 'KR', 'JP'].map(withinDays)).toEqual([0, 14, 14, 30, undefined, undefined]);
  });

  test('states no right for Mexico, whose law nobody has settled, and for a country without a file', () => {
    expect(['MX', 'JP', 'US'].map((country) => findObligation(places, 'withdrawal', living(country)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('has a source and a day for each obligation, and who confirmed it', () => {
    const { counsel: _, ...unconfirmed } = places['germany']?.fixedTerm ?? {};
    expect(placeSchema.safeParse({ countries: ['DE'], fixedTerm: unconfirmed }).error?.issues[0]?.path).toEqual([
      'fixedTerm',
      'counsel',
    ]);
  });
});

describe('the list at the start of the server', () => {
  const origin = { law: 'Law', source: 'https://law.example', checkedOn: '2026-11-29' };
  const place = (counsel: string) => ({ countries: ['AR'], fullPrice: { ...origin, counsel } });

  test('names the countries without a file and the files that no counsel has confirmed', () => {
    const [missing, pending] = findUncheckedLaw({ places: { argentina: place('pending') } }, ['AR', 'JP', 'PE']);
    expect(missing).toContain('in JP, PE: they see only what is true anywhere');
    expect(pending).toContain('no counsel has confirmed argentina:');
  });

  test('is empty once every country has a file that counsel has confirmed', () => {
    expect(findUncheckedLaw({ places: { argentina: place('Ada Counsel, December 1, 2026') } }, ['AR'])).toEqual([]);
  });
});
