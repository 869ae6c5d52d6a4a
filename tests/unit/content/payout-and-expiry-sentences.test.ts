import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { createTemplateVariables } from '#content/template-variables.ts';
import { locales } from '#i18n/locales.ts';
import { lastTradingDayBy } from '#shared/exchange/trading-day.ts';

const catalog = readCatalog();

const months = {
  en: ['March', 'June', 'September', 'December'],
  fr: ['mars', 'juin', 'septembre', 'décembre'],
  pt: ['março', 'junho', 'setembro', 'dezembro'],
} as const;

/** By hand: the third Fridays, and the Thursday before June 18, 2027, on which the exchange observes Juneteenth. */
const lastDays = ['2026-12-18', '2027-03-19', '2027-06-17', '2027-09-17', '2027-12-17'];

describe.each(locales)('the rollover article in %s', (locale) => {
  test('names the last trading day of each index contract, by the exchange’s calendar', () => {
    const rows = readFileSync(`content/blog/${locale}/111-rollover.md`, 'utf8')
      .split('\n')
      .filter((line) => /^\| \p{L}+ (?:de )?20\d\d \|/u.test(line));
    const named = rows.map((row) => {
      const [, , day = ''] = row.split('|');
      const month = months[locale].findIndex((name) => day.includes(name)) * 3 + 3;
      const year = /20\d\d/.exec(day)?.[0];
      return `${year}-${String(month).padStart(2, '0')}-${/\b\d\d\b/.exec(day)?.[0]}`;
    });
    expect(named).toEqual(lastDays);
    expect(named.map((day) => lastTradingDayBy(day))).toEqual(lastDays);
  });
});

test('the exchange has no trading day of its own on June 18, 2027', () => {
  expect(lastTradingDayBy('2027-06-18')).toBe('2027-06-17');
});

test('the sentence about the split names a second tier only for rules under which an account reaches it', () => {
  const splitUnder = (rulesVersion: string) =>
    createTemplateVariables({ ...catalog, packages: { ...catalog.packages, rulesVersion } }, 'en').get('payouts.split');
  // Under v2, the largest account pays $750, $1,000, $1,250 and $1,750: $4,750 of the $10,000 that are all the trader's.
  expect(splitUnder('v2')).toBe('You keep 100% of each payout.');
  // Under v1, the last cap repeats.
  expect(splitUnder('v1')).toBe(
    'The first $10,000 paid out of an account are all yours; after that, 90% of each payout is yours.',
  );
});

test('the share of the best day names the program whose share is another', () => {
  const shareUnder = (rulesVersion: string) =>
    createTemplateVariables({ ...catalog, packages: { ...catalog.packages, rulesVersion } }, 'en').get(
      'payouts.bestDayShare',
    );
  expect([shareUnder('v2'), shareUnder('v3')]).toEqual(['40%', '20% (Merit 8%)']);
});
