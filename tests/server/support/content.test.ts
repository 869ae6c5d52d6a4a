import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { locales } from '#i18n/locales.ts';
import * as packages from '#shared/catalog/contract.ts';
import * as content from '#shared/support/contract-articles.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ catalog: readCatalog() });
  ask = client(server);
});

afterAll(() => server.close());

const countFiles = (folder: string) =>
  readdirSync(`content/${folder}/en`).filter((file) => file.endsWith('.md')).length;

describe('FAQ', () => {
  test.each(locales)('every question is served in %s as HTML with its numbers filled in', async (locale) => {
    for (const [call, folder] of [
      [content.fetchFaqs, 'faq'],
      [content.fetchThorFaqs, 'thor-faq'],
    ] as const) {
      const { data } = await ask(call, { locale });
      expect(data.faqs).toHaveLength(countFiles(folder));
      const categories = new Set(data.FaqCategories.map(({ id }) => id));
      for (const { html, text, question, category_id, language } of data.faqs) {
        expect(`${html}${text}${question}`).not.toMatch(/\{\{|<script|javascript:/);
        expect(html).toMatch(/^<(?:p|ul|ol|div|h\d)/);
        expect(categories).toContain(category_id);
        expect(language).toBe(locale);
      }
    }
  });

  test('questions keep their ids and link to the page in the reader’s language', async () => {
    const { data } = await ask(content.fetchFaqs, { locale: 'fr' });
    const trailing = data.faqs.find(({ id, category_id }) => id === 22 && category_id === 1);
    expect(trailing?.path).toBe('/fr/faq/detail/1/22');
    expect(trailing?.html).toContain('href="/fr/');
    expect(data.faqs.some(({ id, category_id }) => id === 41 && category_id === 2)).toBe(true);
  });
});

describe('articles', () => {
  let later: TestApp;
  let ask: ReturnType<typeof client>;

  beforeAll(async () => {
    later = await startTestApp({ catalog: readCatalog(), startAt: Date.UTC(2027, 11, 31) });
    ask = client(later);
  });

  afterAll(() => later.close());

  test('an article is served from its day on', async () => {
    const days = readdirSync('content/blog/en').map(
      (file) => /^publishedAt: (\S+)/m.exec(readFileSync(`content/blog/en/${file}`, 'utf8'))?.[1] ?? '',
    );
    const day = days.toSorted()[1] ?? '';
    const isOut = days.filter((each) => each <= day).length;
    const app = await startTestApp({ catalog: readCatalog(), startAt: Date.parse(day) - 1 });
    onTestFinished(() => app.close());
    const before = await client(app)(content.fetchBlogs, {});
    expect(before.data.blogs).toHaveLength(1);
    await app.clock.advance(1);
    const after = await client(app)(content.fetchBlogs, {});
    expect(after.data.blogs).toHaveLength(isOut);
    const [coming] = (await ask(content.fetchBlogs, {})).data.blogs;
    expect((await app.app.request(`/api/blog/fetch/${coming?.id}`)).status).toBe(404);
  });

  test('the list is newest first and leaves out the article text', async () => {
    const { data } = await ask(content.fetchBlogs, {});
    expect(data.blogs).toHaveLength(countFiles('blog'));
    const times = data.blogs.map(({ publishedAt }) => publishedAt);
    expect(times).toEqual(times.toSorted((left, right) => right - left));
    expect(data.blogs[0]).not.toHaveProperty('html');
  });

  test('an article is served in the reader’s language', async () => {
    const { data } = await ask(content.fetchBlogs, {});
    const id = String(data.blogs[0]?.id);
    const english = await ask(content.fetchBlog, { params: { id } });
    const french = await ask(content.fetchBlog, { params: { id }, locale: 'fr' });
    expect(english.data.blog.html).toContain('<p>');
    expect(french.data.blog.title).not.toBe(english.data.blog.title);
    expect(french.data.blog.path).toMatch(/^\/fr\/blog\/details\//);
  });

  test.each(['99999', '0', '-1', 'x', '1e3', '%00', '..%2f..%2fetc', '1234567890123'])(
    '%s is not found as an article',
    async (id) => {
      const response = await server.app.request(`/api/blog/fetch/${id}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ response_status: 404, data: null });
    },
  );

  test('the article categories count every article once', async () => {
    const { data } = await ask(content.fetchBlogCategories, { locale: 'pt' });
    expect(data.categories.reduce((sum, { articles }) => sum + articles, 0)).toBe(countFiles('blog'));
  });
});

describe('catalog', () => {
  test('program categories link to the reader’s language, and Thor packages match the catalog', async () => {
    const { data } = await ask(packages.fetchCategories, { locale: 'fr' });
    expect(data.categories.map(({ id }) => id)).toEqual(['classic', 'ascension', 'merit', 'premium']);
    expect(data.categories[0]?.path).toBe('/fr/classic-accounts');
    const thor = await ask(packages.fetchThorPackages, {});
    expect(thor.data).toEqual(server.deps.catalog.packages.thor);
  });

  test('the current coupon lists discounted prices until it expires', async () => {
    const all = await ask(packages.fetchPackageCoupons, {});
    const [coupon] = all.data.coupons;
    const line = coupon?.packages.find(({ packageId }) => packageId === 'classic-50k');
    expect(line?.discountedCents).toBe(((line?.priceCents ?? 0) * (10_000 - (coupon?.percentBps ?? 0))) / 10_000);
    const one = await ask(packages.fetchPackageCoupons, { query: { packageId: 'classic-50k' } });
    expect(one.data.coupons[0]?.packages).toEqual([line]);
    const merit = await ask(packages.fetchPackageCoupons, { query: { packageId: 'merit-50k' } });
    expect(merit.data.coupons).toEqual([]);
    expect((await ask(packages.fetchPackageCoupons, { query: { packageId: 'gold-1m' } })).response_status).toBe(404);

    const later = await startTestApp({ catalog: readCatalog(), startAt: (coupon?.expiresAt ?? 0) + 1 });
    const answer = await client(later)(packages.fetchPackageCoupons, {});
    expect(answer.data.coupons).toEqual([]);
    await later.close();
  });
});

describe('public responses', () => {
  test('a public response is cached per language and not sent again while unchanged', async () => {
    const get = (headers: Record<string, string>) => server.app.request('/api/faqs/fetch', { headers });
    const first = await get({ 'Accept-Language': 'en' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect(first.headers.get('vary')).toContain('Accept-Language');
    const again = await get({ 'Accept-Language': 'en', 'If-None-Match': etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await get({ 'Accept-Language': 'fr', 'If-None-Match': etag })).status).toBe(200);
  });
});
