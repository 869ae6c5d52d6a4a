import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { locales } from '#i18n/locales.ts';

const catalog = readCatalog();

/** Names of a language's texts that contain a variable. */
function textsWith(variable: string, locale: string): string[] {
  return globSync(`content/*/${locale}/*.md`)
    .filter((file) => readFileSync(file, 'utf8').includes(`{{${variable}}}`))
    .map((file) => basename(file, '.md'))
    .toSorted();
}

describe.each(locales)('in %s, a text', (locale) => {
  test('says how much can be paid out in one sentence; an article only calculates with the share', () => {
    expect(textsWith('payouts.formula', locale)).toEqual(['4-83-how-much-can-i-withdraw', 'payout-policy', 'terms']);
    expect(textsWith('payouts.profitShare', locale)).toEqual(['106-payouts-you-can-recompute']);
  });

  test('that says when we remind of a yearly renewal names each country whose rule differs', () => {
    const { places, renewalReminder: elsewhere } = catalog.consumerRights;
    const differing = Object.values(places).filter(
      ({ renewalReminder }) => renewalReminder && renewalReminder.yearlyDays !== elsewhere.yearlyDays,
    );
    expect(differing.map(({ countries: [country] }) => country)).toEqual(['CA', 'FR', 'US']);
    const naming = differing.map(({ countries: [country] }) => textsWith(`renewals.yearly.${country}`, locale));
    const texts = textsWith('renewals.yearly', locale);
    expect(texts).toEqual(['5-102-automatic-renewal', 'billing-terms', 'terms']);
    for (const named of naming) expect(named).toEqual(texts);
  });
});
