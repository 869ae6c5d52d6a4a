import type { APIRequestContext, Page } from '@playwright/test';
import { getCatalog } from '#content/catalog.ts';
import { type Locale, locales } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { formatMoney } from '#lib/money/format.ts';
import { splitLocale } from '#routes.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { openAs } from '../staff.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

// In order and in one browser: the last test starts a discount that all pages of this server show.
test.describe.configure({ mode: 'default' });

type Offer = { code: string; expire_at: string };
type Shift = { value: number; sources: readonly { node: Node | null }[] };

/** The promotion that the pages were built with. */
const promotion = getCatalog().discounts.packageDiscount;
test.beforeEach(({ page: _ }, { skip }) => {
  skip(promotion?.status !== 1, 'The pages were built without a promotion');
});
const code = promotion?.code ?? '';
const end = promotion?.expiresAt.getTime() ?? 0;
const running = { status: 1, title: 'Winter sizing', offer: '25% off every Core evaluation', code: 'TIDE25' };

const ticker = (page: Page) => page.getByRole('region', { name: 'Promotion' });

async function fetchPromotion(page: Page): Promise<Offer | null> {
  const answer = await page.request.get('/api/package/discount');
  const body = (await answer.json()) as { data: { PackageDiscount: Offer | null } };
  return body.data.PackageDiscount;
}

/** The page's promotion as the API describes it. The real API stops doing so after its end. */
const describePromotion = (locale: Locale = 'en') => ({
  ...{ status: 1, title: promotion?.title[locale], offer: promotion?.offer?.[locale] ?? null },
  ...{ code, expire_at: isoAt(end) },
});

async function answerWith(page: Page, offer: Offer | null = describePromotion()): Promise<void> {
  await page.route('**/api/package/discount', (route) =>
    route.fulfill({ json: { response_status: 200, data: { PackageDiscount: offer } } }),
  );
}

const isoAt = (at: number) => new Date(at).toISOString();

/** Opens the home page this many milliseconds before the promotion ends. */
async function openBefore(page: Page, ms: number): Promise<void> {
  await page.clock.install({ time: end - ms });
  await page.goto('/');
}

test('the promotion counts down by the second and says when it has expired', { tag: '@fast' }, async ({ page }) => {
  await answerWith(page);
  await openBefore(page, ((3 * 24 + 7) * 60 + 41) * 60_000 + 13_000);
  await expect(ticker(page)).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Math.ceil((Date.now() + 1) / 1000) * 1000));
  const readSeconds = async () => Number(await ticker(page).locator('[data-unit=seconds]').innerText());
  await expect(ticker(page).getByRole('timer')).toContainText(/3|03/);
  const before = await readSeconds();
  await page.clock.runFor(3_000);
  expect((before - (await readSeconds()) + 60) % 60).toBe(3);

  await page.clock.fastForward((79 * 60 + 42) * 60_000);
  await expect(ticker(page).getByRole('timer')).toHaveText('Expired');
});

test('struck prices end with the promotion on a page that stays open, and name the first month’s and later prices', async ({
  page,
}) => {
  await answerWith(page);
  await page.clock.install({ time: end - 5_000 });
  await page.goto('/classic-accounts');
  const box = page.getByRole('region', { name: 'Classic: size, rules and price' });
  const regular = box.getByText('$149', { exact: true });
  // 20 % off $149.
  const promoted = box.getByText(/instead of \$149 \$119\.20 first month, then \$149/);
  await expect(promoted).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(promoted).toBeHidden();
  await expect(regular.and(page.locator('.regular'))).toBeVisible();
});

test('a promotion past its end is never shown', async ({ page }) => {
  await answerWith(page);
  await openBefore(page, -1_000);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.ticker')).toBeHidden();
});

test('a promotion that the API denies disappears, and one without an API response stays', async ({ page }) => {
  await answerWith(page, null);
  await openBefore(page, 60_000);
  await expect(page.locator('.ticker')).toBeHidden();

  await page.unroute('**/api/package/discount');
  await page.route('**/api/package/discount', (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(ticker(page)).toBeVisible();
});

test('the ticker shows the promotion named by the API, and none that has ended', async ({ page }) => {
  // The build's promotion has ended; the one named by the API runs for another nine minutes.
  await answerWith(page, { ...running, expire_at: isoAt(end + 600_000) });
  await openBefore(page, -60_000);
  await expect(ticker(page)).toContainText('Winter sizing');
  await expect(ticker(page)).toContainText('25% off every Core evaluation');
  await expect(ticker(page).locator('code')).toHaveText('TIDE25');
  await expect(ticker(page)).not.toContainText(code);

  await page.unroute('**/api/package/discount');
  await answerWith(page, { ...running, expire_at: isoAt(end - 600_000) });
  const answered = page.waitForResponse('**/api/package/discount');
  await page.reload();
  await answered;
  await expect(page.locator('.ticker')).toBeHidden();
});

test('the API can end a promotion earlier than the page says', async ({ page }) => {
  await answerWith(page, { ...running, code, expire_at: isoAt(end - 600_000) });
  await openBefore(page, 660_000);
  await expect(ticker(page).locator('[data-unit=minutes]')).toHaveText('00');
});

test('the ticker uses the page’s language and causes no layout shift', async ({ page }) => {
  await answerWith(page, describePromotion('fr'));
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & Shift)[]) {
        const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : String(node)));
        shifts.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.clock.install({ time: end - 5 * dayMs });
  await page.goto('/fr', { waitUntil: 'networkidle' });
  await expect(page.locator('.ticker')).toContainText(code);
  const days = page.locator('.ticker [data-unit=days]');
  await expect(days).not.toHaveText('00');
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

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

/** A price as src/components/programs/price.astro writes it: before and under the promotion, or one for both. */
const shownPrice =
  /<span data-price="([\w-]+)">(?:<span class="regular">(.*?)<\/span><span class="promoted">(.*?)<\/span><\/span>|([^<]*)<\/span>)/gs;

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
    for (const [, id = '', before, promoted, only = ''] of prices) {
      const { shown, regular } = quotes.get(id) ?? {};
      seen.add(`${locale} ${id}`);
      if (textOf(before ?? only) !== price(regular?.totalCents)) wrong.push(`${path}: ${id}: ${before ?? only}`);
      if (!shown?.promotion) continue;
      const now = textOf((promoted ?? only).replace(/<s>.*?<\/s>|<small>.*?<\/small>/gs, ''));
      const struck = /<s>.*?<\/span>(.*?)<\/s>/s.exec(promoted ?? '')?.[1];
      const later = /<small>(.*?)<\/small>/s.exec(promoted ?? '')?.[1];
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

test('a discount that staff start is in the ticker and in a newcomer’s checkout at once, can be removed there, and ends with them', async ({
  page,
  request,
  browser,
}) => {
  const ownCode = 'desk-30';
  const before = await fetchPromotion(page);
  const staff = await openAs(browser, request, 'admin@example.com');
  await staff.goto('/admin/discounts');
  await staff.getByRole('button', { name: 'Start a discount' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Start a discount' });
  await dialog.getByRole('button', { name: 'Start a discount' }).click();
  await expect(dialog.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Code').fill(ownCode);
  await dialog.getByLabel('Percent').fill('30');
  // No other test sells this program, and they all run at once.
  await dialog.getByLabel('Program').selectOption({ value: 'premium' });
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await dialog.getByLabel('Last day (UTC)').fill(tomorrow);
  await dialog.getByLabel('Title in English').fill('Desk sizing');
  await dialog.getByLabel('Title in French').fill('Tailles du desk');
  await dialog.getByLabel('Title in Portuguese').fill('Tamanhos da mesa');
  await dialog.getByRole('button', { name: 'Start a discount' }).click();
  await expect(dialog).toBeHidden();
  const row = staff.getByRole('row').filter({ hasText: ownCode.toUpperCase() });
  await expect(row.getByText('Running')).toBeVisible();
  try {
    await page.goto('/');
    await expect(ticker(page)).toContainText('Desk sizing');
    await expect(ticker(page).locator('code')).toHaveText(ownCode.toUpperCase());
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
  } finally {
    await row.getByRole('link').first().click();
    await staff.getByRole('button', { name: 'End now' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
    // Other discounts may have ended before.
    await expect(staff.getByRole('dialog')).toBeHidden();
    await expect(staff.getByText('Ended', { exact: true }).first()).toBeVisible();
  }
  await eventually('the former promotion', async () => expect((await fetchPromotion(page))?.code).toBe(before?.code));
});
