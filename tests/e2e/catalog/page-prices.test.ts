import type { APIRequestContext, Page } from '@playwright/test';
import { getCatalog } from '#content/catalog.ts';
import { locales } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo, splitLocale } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import { startServer } from '../../support/server.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';
import { copyPrepared } from '../prepared-folder.ts';
import { signInDemo } from '../staff.ts';

async function fetchPromotion(page: Page): Promise<{ code: string } | null> {
  const answer = await page.request.get('/api/package/discount');
  const body = (await answer.json()) as { data: { PackageDiscount: { code: string } | null } };
  return body.data.PackageDiscount;
}

type Quote = { totalCents: number; promotion: { endsAt: number } | null; renewal: { amountCents: number } | null };

/** What each evaluation costs a client that sends nothing but the package, with the promotion and without. */
async function quoteAll(request: APIRequestContext) {
  const quote = async (packageId: string, withoutPromotion: boolean) => {
    const selection = { kind: 'evaluation', packageId, platform: 'rithmic', addOns: [], coupon: '', withoutPromotion };
    const answer = await request.post('/api/orders/quote', { data: { selection } });
    return ((await answer.json()) as { data: Quote }).data;
  };
  const quotes = getCatalog().packages.evaluations.map(
    async ({ id }) => [id, { shown: await quote(id, false), regular: await quote(id, true) }] as const,
  );
  return new Map(await Promise.all(quotes));
}

/** A price as src/components/programs/price.astro writes it, before and under the promotion that the page was built with. */
const shownPrice =
  /<span data-price="([\w-]+)"( data-promoted)?[^>]*><span class="regular">(.*?)<\/span><span class="promoted">(.*?)<\/span><\/span>/gs;

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

test('every price on every public page is the total that a newcomer’s checkout asks for, in every language', async ({
  playwright,
  baseURL,
}) => {
  // Without cookies or storage, and from an address of its own, which the limits count by.
  const extraHTTPHeaders = { 'X-Forwarded-For': '2001:db8:5::1' };
  const request = await playwright.request.newContext({ extraHTTPHeaders, ...(baseURL ? { baseURL } : {}) });
  const quotes = await quoteAll(request);
  const index = await (await request.get('/sitemap-0.xml')).text();
  const paths = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    const locale = splitLocale(path).locale;
    const price = (cents = 0) => textOf(formatMoney(cents, locale, { whole: true }));
    const html = await (await request.get(path)).text();
    const prices = [...html.matchAll(shownPrice)];
    if (prices.length !== html.split('data-price=').length - 1) wrong.push(`${path}: a price in another form`);
    for (const [, id = '', isPromoted, before = '', promoted = ''] of prices) {
      const { shown, regular } = quotes.get(id) ?? {};
      seen.add(`${locale} ${id}`);
      if (textOf(before) !== price(regular?.totalCents)) wrong.push(`${path}: ${id}: ${before}`);
      if ((isPromoted === undefined) !== (shown?.promotion === null)) wrong.push(`${path}: ${id}: ${isPromoted}`);
      if (!shown?.promotion) continue;
      const now = textOf(promoted.replace(/<s>.*?<\/s>|<small>.*?<\/small>/gs, ''));
      const struck = /<s>.*?<\/span>(.*?)<\/s>/s.exec(promoted)?.[1];
      const later = /<small>(.*?)<\/small>/s.exec(promoted)?.[1];
      if (now !== price(shown.totalCents)) wrong.push(`${path}: ${id} now: ${now}`);
      if (struck !== undefined && textOf(struck) !== price(regular?.totalCents))
        wrong.push(`${path}: ${id}: ${struck}`);
      if (later !== undefined && !textOf(later).includes(price(shown.renewal?.amountCents)))
        wrong.push(`${path}: ${id} later: ${later}`);
    }
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      const { offers = [] } = JSON.parse(json) as { offers?: { url: string; price: string }[] };
      for (const { url, price: offered } of [offers].flat()) {
        const total = quotes.get(url.split('/').at(-1) ?? '')?.shown.totalCents;
        if (total !== undefined && offered !== (total / 100).toFixed(2)) wrong.push(`${path}: ${url}: ${offered}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBe(locales.length * quotes.size);
  await request.dispose();
});

/** Opens every page with prices and compares what a person reads there, and what search engines read, with a newcomer's quotes. */
async function findWrongPrices(page: Page): Promise<string[]> {
  const quotes = await quoteAll(page.request);
  const priced = ['home', 'evaluations', 'checkoutStart', ...Object.values(programRoutes)] as const;
  const wrong: string[] = [];
  for (const path of locales.flatMap((locale) => priced.map((route) => pathTo(route, {}, locale)))) {
    const { locale } = splitLocale(path);
    const answered = page.waitForResponse('**/api/package/discount');
    await page.goto(path);
    await (await answered).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const { texts, offers } = await page.evaluate(() => ({
      texts: [...document.querySelectorAll<HTMLElement>('[data-price]')].map((each) => {
        const part = [...each.children].find((child) => getComputedStyle(child).display !== 'none');
        return { id: each.dataset['price'] ?? '', text: (part?.querySelector('[data-now]') ?? part)?.textContent };
      }),
      offers: [...document.querySelectorAll('[type="application/ld+json"]')].flatMap(
        ({ textContent }) => (JSON.parse(textContent).offers ?? []) as { url: string; price: string }[],
      ),
    }));
    if (texts.length === 0) wrong.push(`${path}: no price`);
    for (const { id, text } of texts) {
      const total = formatMoney(quotes.get(id)?.shown.totalCents ?? 0, locale, { whole: true });
      if (text !== total) wrong.push(`${path}: ${id}: ${text}, not ${total}`);
    }
    for (const { url, price } of offers) {
      const total = quotes.get(url.split('/').at(-1) ?? '')?.shown.totalCents;
      if (total !== undefined && price !== (total / 100).toFixed(2)) wrong.push(`${path}: ${url}: ${price}`);
    }
  }
  return wrong;
}

test('a discount that staff start is in the ticker, in every price of every page, and in a newcomer’s checkout at once, can be removed there, and ends with them', async ({
  browser,
}) => {
  // Opens each page with prices in each language, on a server of its own, because every page of a server shows it.
  test.slow();
  const server = await startServer({ dataDir: copyPrepared('demo'), env: { TRUST_PROXY: '1' } });
  const open = () => openContext(browser, { baseURL: server.origin });
  const page = await (await open()).newPage();
  const staff = await (await open()).newPage();
  const before = await fetchPromotion(page);
  await signInWith(staff, { token: await signInDemo(staff.request, 'admin@example.com') });
  await staff.goto('/admin/discounts');
  await staff.getByRole('button', { name: 'Start a discount' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Start a discount' });
  await dialog.getByRole('button', { name: 'Start a discount' }).click();
  await expect(dialog.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Code').fill('desk-30');
  await dialog.getByLabel('Percent').fill('30');
  await dialog.getByLabel('Program').selectOption({ value: 'premium' });
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await dialog.getByLabel('Last day (UTC)').fill(tomorrow);
  await dialog.getByLabel('Title in English').fill('Desk sizing');
  await dialog.getByLabel('Title in French').fill('Tailles du desk');
  await dialog.getByLabel('Title in Portuguese').fill('Tamanhos da mesa');
  await dialog.getByRole('button', { name: 'Start a discount' }).click();
  await expect(dialog).toBeHidden();
  const row = staff.getByRole('row').filter({ hasText: 'DESK-30' });
  await expect(row.getByText('Running')).toBeVisible();
  await page.goto('/');
  const ticker = page.getByRole('region', { name: 'Promotion' });
  await expect(ticker).toContainText('Desk sizing');
  await expect(ticker.locator('code')).toHaveText('DESK-30');
  expect(await findWrongPrices(page)).toEqual([]);
  await page.goto('/check-out/premium-50k');
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  // 30 % off $229.
  await expect(pay).toHaveText('Pay $160.30');
  await expect(page.getByText('Desk sizing')).toBeVisible();
  await page.getByRole('button', { name: 'Remove promotion' }).click();
  await expect(pay).toHaveText('Pay $229.00');
  await page.waitForFunction(() => history.state?.form?.choice.withoutPromotion);
  await page.reload();
  await expect(pay).toHaveText('Pay $229.00');
  await page.getByRole('button', { name: 'Apply promotion' }).click();
  await expect(pay).toHaveText('Pay $160.30');
  await row.getByRole('link').first().click();
  await staff.getByRole('button', { name: 'End now' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expect(staff.getByRole('dialog')).toBeHidden();
  await expect(staff.getByText('Ended', { exact: true }).first()).toBeVisible();
  expect((await fetchPromotion(page))?.code).toBe(before?.code);
  expect(await findWrongPrices(page)).toEqual([]);
  await page.context().close();
  await staff.context().close();
  await server.stop();
});
