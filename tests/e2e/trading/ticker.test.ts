import type { Page } from '@playwright/test';
import { getCatalog } from '#content/catalog.ts';
import { getOffers } from '#content/programs.ts';
import { findDiscountedCents } from '#content/promotion.ts';
import { formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { dayMs } from '#lib/durations.ts';
import { expect, test } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

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

/** The page's promotion as the API describes it. The real API stops doing so after its end. */
const describePromotion = (locale: Locale = 'en') => ({
  ...{ status: 1, title: promotion?.title[locale], offer: promotion?.offer?.[locale] ?? null },
  ...{ code, expire_at: isoAt(end), prices: Object.fromEntries(describePrices(locale)) },
});

function describePrices(locale: Locale) {
  return getOffers('classic').flatMap((offer) => {
    const cents = findDiscountedCents(offer);
    return cents === undefined ? [] : [[offer.id, { cents, text: formatWhole(cents, locale) }] as const];
  });
}

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
  await page.clock.install({ time: end - 600_000 });
  await page.goto('/classic-accounts');
  const box = page.getByRole('region', { name: 'Classic: size, rules and price' });
  const regular = box.getByText('$149', { exact: true });
  // 20 % off $149.
  const promoted = box.getByText(/instead of \$149 \$119\.20 first month,\s+then \$149/);
  await expect(promoted).toBeVisible();
  await page.clock.fastForward(601_000);
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
  // Its arrival moves the menu by a fraction of a pixel, which is measured elsewhere.
  await page.route('**/*.woff2', (route) => route.abort());
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
