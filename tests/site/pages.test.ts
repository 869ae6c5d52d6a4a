import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getShellKind } from '#components/site/shell-kind.ts';
import { getCatalog } from '#content/catalog.ts';
import { locales } from '#i18n/locales.ts';
import { localizePath, type RouteName, routes, splitLocale } from '#routes.ts';
import { type BuiltPage, findAll, findOne, isPublic, readBuilt, readPages } from './built-site.ts';
import { readKeys } from './ui-strings.ts';

const pages = readPages();
const publicPages = pages.filter(isPublic);
const origin = getCatalog().site.url;

const readPacked = (file: string) => readFileSync(`dist/${file}`);

/** The paths of pages that break a rule, for the failure message. */
function wrong(candidates: readonly BuiltPage[], isWrong: (page: BuiltPage) => boolean): string[] {
  return candidates.filter(isWrong).map(({ path }) => path);
}

function repeated(candidates: readonly BuiltPage[], read: (html: string) => string | undefined): string[] {
  const seen = new Map<string, string[]>();
  for (const { path, html } of candidates) {
    const key = `${splitLocale(path).locale}: ${read(html)}`;
    seen.set(key, [...(seen.get(key) ?? []), path]);
  }
  return [...seen].filter(([, paths]) => paths.length > 1).map(([key, paths]) => `${key} (${paths.join(' ')})`);
}

describe('served files', () => {
  it('every file has two compressed copies that unpack to the original', () => {
    const differing = wrong(
      pages,
      ({ file, html }) =>
        brotliDecompressSync(readPacked(`${file}.br`)).toString() !== html ||
        gunzipSync(readPacked(`${file}.gz`)).toString() !== html,
    );
    expect(differing).toEqual([]);
  });
});

describe('screens of the route table', () => {
  for (const locale of locales) {
    it(`every screen is built in ${locale}`, () => {
      const built = new Set(pages.filter(({ match }) => match?.locale === locale).map(({ match }) => match?.name));
      const missing = (Object.keys(routes) as RouteName[]).filter((name) => !built.has(name));
      expect(missing).toEqual([]);
    });
  }

  it('every screen carries its route pattern exactly as specified', () => {
    const found = wrong(pages, ({ html, match }) => {
      const pattern = match && routes[match.name].pattern;
      return !html.includes('<main ') || findOne(html, /<main [^>]*data-route="([^"]*)"/) !== pattern;
    });
    expect(found).toEqual([]);
  });

  it('every app shell has the island of its English page, which decides who may see it', () => {
    const islandOf = ({ html }: BuiltPage) => findOne(html, / component-export="(\w+)"/);
    const shells = pages.filter(({ match }) => match && routes[match.name].render === 'shell');
    const english = new Map(
      shells.flatMap((page) => (page.match?.locale === 'en' ? [[page.match.name, islandOf(page)] as const] : [])),
    );
    const isDifferent = (page: BuiltPage) =>
      !islandOf(page) || islandOf(page) !== english.get(page.match?.name ?? 'home');
    expect(english.size).toBeGreaterThan(50);
    expect(wrong(shells, isDifferent)).toEqual([]);
  });

  it('every screen declares the language of its address', () => {
    expect(wrong(pages, ({ html, path }) => findOne(html, /<html lang="(\w+)"/) !== splitLocale(path).locale)).toEqual(
      [],
    );
  });

  it('every prerendered screen has one first-level heading', () => {
    expect(wrong(publicPages, ({ html }) => findAll(html, /<(h1)[\s>]/g).length !== 1)).toEqual([]);
  });

  it('no placeholder and no string key is left unresolved', () => {
    const texts = ({ html }: BuiltPage) =>
      html.replace(/<(script|style)[\s\S]*?<\/\1>|(props|data-texts)="[^"]*"/g, '');
    expect(wrong(publicPages, (page) => /\{\{|\}\}/.test(texts(page)))).toEqual([]);
    const keys = readKeys();
    const visibleTexts = (page: BuiltPage) => findAll(texts(page), />([^<]+)</g).map((text) => text.trim());
    expect(wrong(publicPages, (page) => visibleTexts(page).some((text) => keys.has(text)))).toEqual([]);
  });

  it('the menus and the footer are on every page of the public site, and the bar on every other screen', () => {
    const has = (part: string) => (page: BuiltPage) => page.html.includes(part);
    const isSite = (page: BuiltPage) => !page.match || getShellKind(page.match.name) === 'site';
    const isOffice = (page: BuiltPage) => page.match && getShellKind(page.match.name) === 'office';
    expect(wrong(pages, (page) => has('id="menu"')(page) !== isSite(page))).toEqual([]);
    expect(wrong(pages, (page) => has('id="portal-menu"')(page) === isSite(page))).toEqual([]);
    expect(wrong(pages, (page) => has('<footer')(page) === Boolean(isOffice(page)))).toEqual([]);
  });

  it('a screen that is no public page has a footer of one line with help and legal links', () => {
    const footerOf = (path: string) => findOne(readBuilt(path), /<footer([\s\S]*)<\/footer>/) ?? '';
    for (const file of ['my-account.html', 'fr/my-account/journal.html', 'statistics.html', 'sign-in.html']) {
      const footer = footerOf(file);
      expect(footer, file).toContain('/withdraw-from-contract');
      expect(footer, file).toContain('/cancel-subscription');
      expect(footer, file).toContain('/legal-notice');
      expect(footer, file).not.toContain('id="newsletter"');
    }
    const statement = 'These results are based on simulated or hypothetical performance results';
    expect(footerOf('my-account.html')).toContain(statement);
    expect(footerOf('billing/pending.html')).not.toContain(statement);
    expect(footerOf('faq.html')).toContain('id="newsletter"');
  });
});

describe('search engine data', () => {
  it('every page has its own canonical URL', () => {
    const canonical = (html: string) => findOne(html, /<link rel="canonical" href="([^"]*)"/);
    expect(wrong(publicPages, ({ html, path }) => canonical(html) !== new URL(encodeURI(path), origin).href)).toEqual(
      [],
    );
  });

  it('every page lists its other languages, and they link back', () => {
    const alternates = (html: string) =>
      new Map(
        [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [
          lang,
          href,
        ]),
      );
    const found = wrong(publicPages, ({ html, path }) => {
      const named = alternates(html);
      const expected = locales.map((locale) => localizePath(splitLocale(path).path, locale));
      const given = locales.map((locale) => new URL(named.get(locale) ?? origin).pathname.replace(/(.)\/$/, '$1'));
      return named.size !== locales.length + 1 || expected.join() !== given.join();
    });
    expect(found).toEqual([]);
  });

  it('titles and descriptions are unique within a language', () => {
    expect(repeated(publicPages, (html) => findOne(html, /<title>([^<]*)/))).toEqual([]);
    expect(repeated(publicPages, (html) => findOne(html, /<meta name="description" content="([^"]*)"/))).toEqual([]);
  });

  it('titles and descriptions are short enough to be shown in full', () => {
    const description = (html: string) => findOne(html, /<meta name="description" content="([^"]*)"/) ?? '';
    expect(wrong(publicPages, ({ html }) => description(html).length < 30 || description(html).length > 185)).toEqual(
      [],
    );
    const title = (html: string) => (findOne(html, /<title>([^<]*)/) ?? '').replaceAll(/&[#\w]+;/g, '’');
    expect(wrong(publicPages, ({ html }) => title(html).length < 3 || title(html).length > 65)).toEqual([]);
  });

  it('every page carries valid structured data', () => {
    const read = (html: string) =>
      findAll(html, /<script type="application\/ld\+json">([\s\S]*?)<\/script>/g).map((text) => JSON.parse(text));
    expect(wrong(publicPages, ({ html }) => read(html).some((data) => !data['@type']))).toEqual([]);
    const types = (name: RouteName) =>
      publicPages
        .filter(({ match }) => match?.name === name)
        .flatMap(({ html }) => read(html).map((data) => data['@type']));
    expect(new Set(types('faqDetail'))).toEqual(new Set(['BreadcrumbList', 'FAQPage']));
    expect(new Set(types('blogDetails'))).toEqual(new Set(['BreadcrumbList', 'Article']));
    expect(new Set(types('classicAccounts'))).toEqual(new Set(['BreadcrumbList', 'Product']));
  });

  it('the sitemap lists exactly the indexable pages, by their canonical URLs', () => {
    const listed = findAll(readBuilt('sitemap-0.xml'), /<loc>([^<]*)<\/loc>/g);
    const canonical = publicPages.map(({ html }) => findOne(html, /<link rel="canonical" href="([^"]*)"/));
    expect(listed.toSorted()).toEqual(canonical.toSorted());
  });
});
