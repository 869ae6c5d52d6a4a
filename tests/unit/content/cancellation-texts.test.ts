import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { locales } from '#i18n/locales.ts';
import { findCancellationRight } from '#shared/orders/cancel-contract.ts';
import { orderKinds } from '#shared/orders/types.ts';

const catalog = readCatalog();
const { places, products } = catalog.consumerRights;

/** By hand from the law: how an early start affects the right in the EEA, its territories and the United Kingdom. */
const byProduct = {
  evaluation: 'pays-share',
  trial: 'pays-share',
  'funded-activation': 'pays-share',
  'market-data': 'pays-share',
  'market-data-free': 'pays-share',
  thor: 'pays-share',
  'performance-review': 'pays-share',
  reset: 'ends-right',
  renew: null,
  'pending-bill': null,
  'pending-data-bill': null,
} as const;

/** The others, from the text of each law; null leaves what an early start changes to the product. */
const otherRights: Readonly<Record<string, readonly [days: number, earlyStart: string | null]>> = {
  brazil: [7, 'keeps-right'],
  argentina: [10, 'keeps-right'],
  colombia: [12, 'ends-right'],
  turkey: [14, 'ends-right'],
  'south-korea': [7, 'pays-share'],
};

const pairs = Object.entries(places).flatMap(([place, { countries, withdrawal }]) =>
  withdrawal ? countries.flatMap((country) => orderKinds.map((kind) => [place, country, kind] as const)) : [],
);

test.each(pairs)(
  'customers in %s (%s) have the cancellation right that the law gives them for %s',
  (place, country, kind) => {
    const effect = byProduct[kind];
    const right = findCancellationRight(catalog.consumerRights, { country, kind });
    const [days, earlyStart] = otherRights[place] ?? [14, null];
    if (effect === null) expect(right).toBeNull();
    else expect(right).toMatchObject({ days, earlyStart: earlyStart ?? effect });
  },
);

describe.each(locales)('the texts in %s', (locale) => {
  const read = (path: string) => {
    const text = readFileSync(`content/${path}`, 'utf8');
    return replaceTemplateVariables(text, createTemplateVariables(catalog, locale), path).split('\n');
  };
  const terms = read(`legal/${locale}/terms.md`);
  const faq = read(`faq/${locale}/5-107-right-of-withdrawal.md`);

  test.each(Object.entries(products))(
    'list %s once in the terms and once in the FAQ, with the correct effect of an early start',
    (kind, { name }) => {
      const start = terms.findIndex(
        (line) => line.startsWith('## ') && /withdrawal|rétractation|livre resolução/.test(line),
      );
      const rows = terms.slice(start).filter((line) => line.startsWith('| '));
      const [row, ...others] = rows.filter((line) => line.split(' | ')[0]?.includes(name[locale]));
      expect(others).toEqual([]);
      const bullet = faq.filter((line) => line.startsWith('- ') && line.includes(name[locale]));
      expect(bullet).toHaveLength(1);
      const isEnding =
        findCancellationRight(catalog.consumerRights, { country: 'FR', kind: kind as 'reset' })?.earlyStart ===
        'ends-right';
      const soon = /as soon as|dès que|logo que|assim que/;
      expect([soon.test(row ?? ''), soon.test(bullet[0] ?? '')]).toEqual([isEnding, isEnding]);
    },
  );

  test('state the number of days for each place', () => {
    // From the text of each law; five working days in Colombia are twelve days at most.
    const rows: readonly (readonly [RegExp, string])[] = [
      [/European Union|Union européenne|União Europeia/, '14'],
      [/United Kingdom|Royaume-Uni|Reino Unido/, '14'],
      [/Bra[sz]il|Brésil/, '7'],
      [/Argentin[ae]/, '10'],
      [/Col[oô]mbi[ae]/, '12'],
      [/T[uü]rk|Turqu/, '14'],
      [/Korea|Corée|Coreia/, '7'],
    ];
    const daysIn = (lines: readonly string[], name: RegExp) =>
      /\| (\d+) \|/.exec(lines.find((line) => line.startsWith('| ') && name.test(line)) ?? '')?.[1];
    for (const lines of [terms, faq])
      expect(rows.map(([name]) => daysIn(lines, name))).toEqual(rows.map(([, days]) => days));
  });
});
