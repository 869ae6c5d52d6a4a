import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { createTemplateVariables, replaceTemplateVariables } from '#content/template-variables.ts';
import { locales } from '#i18n/locales.ts';
import { findCancellationRight } from '#shared/orders/cancel-contract.ts';
import { orderKinds } from '#shared/orders/types.ts';

const catalog = readCatalog();
const { regions, products } = catalog.consumerRights;

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

const pairs = Object.entries(regions).flatMap(([region, { countries }]) =>
  countries.flatMap((country) => orderKinds.map((kind) => [region, country, kind] as const)),
);

test.each(pairs)(
  'customers in %s (%s) have the cancellation right that the law gives them for %s',
  (region, country, kind) => {
    const effect = byProduct[kind];
    const right = findCancellationRight(catalog.consumerRights, { country, kind });
    if (effect === null) expect(right).toBeNull();
    else if (region === 'brazil') expect(right).toMatchObject({ days: 7, earlyStart: 'keeps-right' });
    else expect(right).toMatchObject({ days: 14, earlyStart: effect });
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

  test('state the number of days for each region', () => {
    const days = (line: string | undefined) => /(\d+) (?:days|jours|dias)/.exec(line ?? '')?.[1];
    const regionRows = [/European Union|Union européenne|União Europeia/, /Bra[sz]il|Brésil/];
    expect(regionRows.map((name) => days(terms.find((line) => line.startsWith('| ') && name.test(line))))).toEqual([
      '14',
      '7',
    ]);
    expect(regionRows.map((name) => days(faq.find((line) => line.startsWith('- ') && name.test(line))))).toEqual([
      '14',
      '7',
    ]);
  });
});
