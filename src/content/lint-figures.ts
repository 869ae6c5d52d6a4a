import { formatWhole } from '#i18n/format.ts';
import { defaultLocale, locales } from '#i18n/locales.ts';
import type { Catalog } from './catalog.ts';
import { type LintFinding, listTexts, type Tree, textFolders, toWarnings } from './work-tree.ts';

const escapeText = (text: string) => text.replace(/[.$]/g, '\\$&');

/** Prices to search for in texts. Round ones are left out, because they are often just example amounts. */
function listPrices({ packages }: Catalog): ReadonlySet<number> {
  const { evaluations, thor, marketData, performanceReview, addOns, trial } = packages;
  const prices = [
    ...evaluations.flatMap((each) => [each.priceCents, each.resetPriceCents, each.activationPriceCents]),
    ...[...thor, ...marketData, performanceReview, trial, ...Object.values(addOns)].map((each) => each.priceCents),
  ];
  return new Set(prices.filter((cents): cents is number => cents !== null && cents % 1_000 !== 0 && cents > 2_000));
}

/** Finds prices written out in a text instead of a template variable. They would become wrong with the catalog. */
export function lintFigures(tree: Tree, catalog: Catalog): LintFinding[] {
  const prices = [...listPrices(catalog)];
  const files = textFolders.flatMap((folder) => listTexts(tree, folder));
  const texts = files.flatMap((where) => {
    const [, , language] = where.split('/');
    const locale = locales.find((each) => each === language) ?? defaultLocale;
    const text = tree.read(where).replace(/\s/g, ' ');
    const typed = prices
      .map((cents) => formatWhole(cents, locale).replace(/\s/g, ' '))
      .filter((price) => new RegExp(`(?<![\\d.,])${escapeText(price)}(?![\\d]|[.,]\\d)`).test(text));
    return [...new Set(typed)].map(
      (price) => `${where} types ${price}, a price of the catalog: write its template variable instead`,
    );
  });
  return toWarnings(texts);
}
