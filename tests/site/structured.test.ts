import Validator from '@adobe/structured-data-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getCatalog } from '#content/catalog.ts';
import { locales } from '#i18n/locales.ts';
import { localizePath, splitLocale } from '#routes.ts';
import { findAll, findOne, isPublic, readBuilt, readPages } from './built-site.ts';

const pages = readPages().filter(isPublic);
const text = z.string().min(1);
const address = z.url();
const moment = z.iso.datetime();
const context = z.literal('https://schema.org');
const organization = z.looseObject({ '@type': z.literal('Organization'), name: text });
const offer = z.looseObject({
  '@type': z.literal('Offer'),
  name: text.optional(),
  price: z.string().regex(/^\d+\.\d\d$/),
  priceCurrency: z.literal('USD'),
  availability: address.optional(),
  url: address,
});

/** The fields that search engines require for each type we use; other fields are allowed. */
const types: Readonly<Record<string, z.ZodType>> = {
  Organization: organization.extend({ '@context': context, url: address, sameAs: z.array(address) }),
  BreadcrumbList: z.looseObject({
    '@context': context,
    itemListElement: z
      .array(z.looseObject({ '@type': z.literal('ListItem'), position: z.int().positive(), name: text, item: address }))
      .refine((items) => items.every(({ position }, index) => position === index + 1)),
  }),
  FAQPage: z.looseObject({
    '@context': context,
    mainEntity: z
      .array(
        z.looseObject({
          '@type': z.literal('Question'),
          name: text,
          acceptedAnswer: z.looseObject({ '@type': z.literal('Answer'), text }),
        }),
      )
      .min(1),
  }),
  Product: z.looseObject({
    '@context': context,
    name: text,
    url: address,
    offers: z.union([offer, z.array(offer).min(1)]),
  }),
  Article: z.looseObject({
    '@context': context,
    headline: text,
    inLanguage: z.enum(locales),
    datePublished: moment,
    dateModified: moment,
    author: organization,
    publisher: organization,
  }),
};

const dataIn = (html: string): { '@type': string }[] =>
  findAll(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g).map((json) => JSON.parse(json));

describe('structured data', () => {
  it('uses only known types with all of their required fields', () => {
    const faults = pages.flatMap(({ path, html }) =>
      dataIn(html).flatMap((data) => {
        const schema = types[data['@type']];
        if (!schema) return [`${path}: ${data['@type']} is not checked: add it to this test`];
        const { error } = schema.safeParse(data);
        return error ? [`${path}: ${data['@type']}: ${z.prettifyError(error)}`] : [];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('has what Google requires, as Adobe’s validator reads it', async () => {
    const validator = new Validator();
    const faults = new Set<string>();
    for (const { path, html } of pages) {
      const jsonld = Object.groupBy(dataIn(html), (data) => data['@type']);
      for (const { severity, issueMessage } of await validator.validate({ jsonld, microdata: {}, rdfa: {} }))
        if (severity === 'ERROR') faults.add(`${path}: ${issueMessage}`);
    }
    expect([...faults]).toEqual([]);
  });
});

describe('articles', () => {
  it('name their author, in the language of the page', () => {
    const by = { en: 'By', fr: 'Par', pt: 'Por' };
    const articles = pages.filter(({ match }) => match?.name === 'blogDetails');
    const silent = articles.filter(
      ({ path, html }) => !html.includes(`${by[splitLocale(path).locale]} ${getCatalog().site.name} · `),
    );
    expect(articles.length).toBeGreaterThanOrEqual(3 * 12);
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe('the sitemap', () => {
  it('lists the other languages of each page', () => {
    const entries = findAll(readBuilt('sitemap-0.xml'), /<url>([\s\S]*?)<\/url>/g);
    const wrong = entries.filter((entry) => {
      const path = splitLocale(new URL(findOne(entry, /<loc>([^<]*)/) ?? '').pathname).path;
      const named = findAll(entry, /hreflang="(\w+)"/g).toSorted();
      const addresses = findAll(entry, /hreflang="\w+" href="([^"]*)"/g).map((href) => new URL(href).pathname);
      const bare = (name: string) => name.replace(/(.)\/$/, '$1');
      const expected = locales.map((locale) => bare(localizePath(path, locale)));
      return named.join() !== locales.toSorted().join() || expected.some((each) => !addresses.map(bare).includes(each));
    });
    expect(entries.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });
});

describe('a feed', () => {
  it('lists each article of its language once, with address and date', () => {
    for (const locale of locales) {
      const feed = readBuilt(localizePath('/blog/rss.xml', locale));
      const links = findAll(feed, /<item>[\s\S]*?<link>([^<]*)<\/link>/g).map((href) => new URL(href).pathname);
      const home = `${getCatalog().site.url}${localizePath('/blog', locale)}`;
      expect(feed).toContain(`<link>${home}</link>`);
      expect(feed).toContain(`<atom:link href="${home}/rss.xml" rel="self"`);
      const articles = pages
        .filter(({ match }) => match?.name === 'blogDetails' && match.locale === locale)
        .map(({ path }) => path);
      expect(links.toSorted()).toEqual(articles.toSorted());
      expect(findAll(feed, /(<pubDate>)/g)).toHaveLength(articles.length);
    }
  });
});
