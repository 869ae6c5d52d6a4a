import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { getFooterColumns } from '#components/site/footer-links.ts';
import { readCatalog } from '#content/catalog.ts';
import { siteSchema } from '#content/site-schema.ts';

const { site } = readCatalog();
const clearingFirm = { name: 'Sample Clearing', url: 'https://clearing.example/' };
const poweredBy = (providers: object, locale: 'en' | 'fr' | 'pt') =>
  getFooterColumns(locale, siteSchema.parse({ ...site, providers: { ...site.providers, ...providers } }))[0]?.links ??
  [];

beforeAll(async () => {
  const read = (locale: string, name: string) =>
    JSON.parse(readFileSync(`public/locales/${locale}/${name}.json`, 'utf8'));
  const stringsOf = (locale: string) => ({ footer: read(locale, 'footer'), nav: read(locale, 'nav') });
  await i18next.init({ resources: { en: stringsOf('en'), fr: stringsOf('fr'), pt: stringsOf('pt') } });
});

test.each([
  ['en', 'Clearing by Sample Clearing'],
  ['fr', 'Compensation par Sample Clearing'],
  ['pt', 'Compensação pela Sample Clearing'],
] as const)(
  'the %s footer names the firm’s clearing firm after its order technology, once one is set',
  (locale, label) => {
    expect(poweredBy({ clearingFirm }, locale).slice(1, 3)).toMatchObject([
      { href: 'https://www.rithmic.com/' },
      { label, href: 'https://clearing.example/', external: true },
    ]);
    expect(poweredBy({}, locale).map(({ href }) => href)).not.toContain('https://clearing.example/');
  },
);

test('a clearing firm without a web address is refused', () => {
  expect(() => poweredBy({ clearingFirm: { name: 'Sample Clearing' } }, 'en')).toThrow(/url/);
});
