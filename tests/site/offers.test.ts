import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { readStrings } from '#content/ui-strings.ts';
import { formatWhole } from '#i18n/format.ts';
import { locales } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import { readPages } from './built-site.ts';

const { evaluations, performanceReview } = getCatalog().packages;
const sizes = [...new Set(evaluations.map(({ size }) => size))];

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

type Listed = { readonly file: string; readonly packageId: string; readonly text: string };

/** Each offer of the site with what stands beside its link to the checkout: its item of a list, or its part of a box. */
const offers = readPages().flatMap(({ file, html }): Listed[] =>
  [...html.matchAll(/(?<!<td[^>]*>\s*)<a [^>]*href="[^"]*\/check-out\/([\w-]+)"[^>]*>.*?<\/a>/gs)].flatMap((match) => {
    const [link, packageId = ''] = match;
    if (!evaluations.some(({ id }) => id === packageId)) return [];
    const starts = ['<li', '<div class="offer"', '<div class="deal"'].map((tag) => html.lastIndexOf(tag, match.index));
    const start = Math.max(...starts);
    return [{ file, packageId, text: textOf(html.slice(start, match.index + link.length)) }];
  }),
);

const languageOf = (file: string) => locales.find((locale) => file.split(/[/.]/)[0] === locale) ?? 'en';

describe('an offer on a page', () => {
  test('is on the home page, on the pages of all programs, and where prices are compared, in every language', () => {
    const selling = new Set(offers.map(({ file }) => file));
    const routes = ['home', 'evaluations', ...Object.values(programRoutes)] as const;
    const missing = locales.flatMap((locale) =>
      routes
        .map((route) => pathTo(route, {}, locale).slice(1) || 'index')
        .filter((path) => !selling.has(`${path}.html`)),
    );
    expect(missing).toEqual([]);
  });

  test('has the price of the size beside it', () => {
    const wrong = offers.filter(({ file, packageId, text }) => {
      const sold = evaluations.find(({ id }) => id === packageId);
      if (!sold) return true;
      const named = sizes.filter((size) => new RegExp(`\\b${size}\\b`).test(text));
      const price = formatWhole(sold.priceCents, languageOf(file)).replace(/\s/g, ' ');
      return named.join() !== sold.size || !text.includes(price);
    });
    expect(wrong).toEqual([]);
  });

  test('is on a page that says whether accounts are simulated and who the counterparty is', () => {
    const pages = readPages().filter(({ file }) => offers.some((offer) => offer.file === file));
    for (const { file, html } of pages) {
      const more = readStrings(languageOf(file), 'programs').get('counterparty.more');
      expect(textOf(html).includes(String(more)), file).toBe(true);
    }
  });
});

test('the home page’s first screen names each size with its prices, and its drawing the same size', () => {
  const home = readPages().find(({ path }) => path === '/')?.html ?? '';
  const deals = [
    ...home.matchAll(/<div class="deal".*?<p class="lead"[^>]*>(.*?)<\/p>.*?<figcaption[^>]*>(.*?)<\/figcaption>/gs),
  ];
  const [smallest] = deals.map(([, lead = '', caption = '']) => [textOf(lead), textOf(caption)] as const);
  expect(deals).toHaveLength(4);
  expect(smallest?.[0]).toMatch(/A Classic 25K futures account costs .*\$99\b.* and \$109 once when you pass\./);
  expect(smallest?.[1]).toContain('Example: Classic 25K, simulated');
});

/** What a price is called that no promotion lowers. */
const regularPrice: Readonly<Record<string, RegExp>> = {
  en: /regular prices?/i,
  fr: /prix normal/i,
  pt: /preço normal/i,
};

describe('a price in a text, which stays when a promotion starts, is called the regular one', () => {
  test('in every paragraph, list and table of the content', () => {
    const wrong = readdirSync('content', { recursive: true, encoding: 'utf8' }).flatMap((file) => {
      const [, locale = ''] = /^[\w-]+\/(\w\w)\/.*\.md$/.exec(file.replaceAll('\\', '/')) ?? [];
      const called = regularPrice[locale];
      if (!called) return [];
      const blocks = readFileSync(`content/${file}`, 'utf8').split(/\n\s*\n/);
      return blocks.filter(
        (block) => evaluations.some(({ id }) => block.includes(`{{${id}.price}}`)) && !called.test(block),
      );
    });
    expect(wrong).toEqual([]);
  });

  test('in every description for search engines', () => {
    const wrong = readPages().flatMap(({ file, html }) => {
      const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
      const locale = languageOf(file);
      const prices = evaluations.flatMap(({ priceCents }) =>
        priceCents === performanceReview.priceCents ? [] : [formatWhole(priceCents, locale)],
      );
      const named = prices.some((price) => description.replace(/&nbsp;/g, '\u00a0').includes(price));
      return named && !regularPrice[locale]?.test(description) ? [`${file}: ${description}`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
