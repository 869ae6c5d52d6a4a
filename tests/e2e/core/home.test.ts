import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

type Statistics = { data: { figures: null | object } };

test('the first screen promises deadlines until enough payouts were made, and then shows the record', {
  tag: '@fast',
}, async ({ page }) => {
  const proof = page.getByRole('region', { name: 'Payouts', exact: true });
  await page.route('**/api/payouts/statistics', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as Statistics;
    envelope.data.figures = null;
    await route.fulfill({ json: envelope });
  });
  const answered = page.waitForResponse('**/api/payouts/statistics');
  await page.goto('/');
  await answered;
  await expect(proof).toContainText('Request to decision');
  await expect(proof).toContainText('2 bank days');
  await expect(proof).not.toContainText('Paid to traders');

  await page.unroute('**/api/payouts/statistics');
  await page.reload();
  await expect(proof).toContainText('Request to arrival');
  await expect(proof).toContainText(/\d+ hours/);
  await expect(proof).toContainText(/\$[\d,]+/);
  await expect(proof).toContainText(/Median; 95% within \d+ hours/);
  await expect(proof).toContainText(/\d+ of \d+/);
  await expect(proof.getByText('Samples.')).toBeVisible();
  await proof.getByRole('link', { name: 'Check the chain yourself' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/payouts/statistics');
});

/** A market that stands still at 6,000 but for an hour, two days ago, in which it lies the given points lower. */
async function dipMarket(page: Page, points: number) {
  await page.route('**/api/market/bars?*', async (route) => {
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { data: { bars: number[][] } };
    const { bars } = envelope.data;
    const dip = bars.findLastIndex(([at = 0], index) => new Date(at).getUTCHours() === 15 && index < bars.length - 48);
    envelope.data.bars = bars.map(([at = 0], index) => {
      const close = index === dip ? 24_000 - 4 * points : 24_000;
      return [at, 24_000, 24_000, close, close, 100];
    });
    await route.fulfill({ json: envelope });
  });
  const answered = page.waitForResponse('**/api/market/bars?*');
  await page.reload();
  await answered;
}

test('the hero draws the simulated market in place of its still, in the same box', async ({ page }) => {
  await page.route('**/api/market/bars?*', (route) => route.abort());
  await page.goto('/');
  const hero = page.locator('[data-hero]');
  const still = await hero.boundingBox();
  await expect(hero).toHaveAttribute('data-hero', 'still');
  await expect(hero.getByText(/^\$[\d,.]+ left$/)).toBeVisible();
  // A point is $5 with one MES and $10 with two: $1,500 and $3,000 of the $2,000 that the example may lose.
  await dipMarket(page, 300);
  await expect(hero).toHaveAttribute('data-hero', 'live');
  await expect(hero.locator('[data-part=price]')).toHaveText('6,000.00');
  await expect(hero.getByText('$2,000.00 left')).toBeVisible();
  expect(await hero.boundingBox()).toEqual(still);
});

test('the hero keeps its still in a market in which the example would have failed', async ({ page }) => {
  await page.goto('/');
  // $2,500 with one MES.
  await dipMarket(page, 500);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-hero]')).toHaveAttribute('data-hero', 'still');
});

test('the promotion’s link keeps its code for the checkout, and says nothing where it doesn’t apply', async ({
  page,
}) => {
  await page.goto('/');
  const promotion = page.getByRole('region', { name: 'Promotion' });
  const code = await promotion.locator('code').innerText();
  await promotion.getByRole('link').click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/evaluations');
  await expect(page.getByText(`The code ${code} is applied at checkout.`)).toBeVisible();
  await page
    .getByRole('link', { name: /^Get funded: Classic 25K/ })
    .first()
    .click();
  await expect(page.getByText(`Promotion ${code} is applied to this order.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $79.20' })).toBeVisible();
  await page.goto('/check-out/merit-25k');
  await expect(page.getByRole('button', { name: 'Pay $345.00' })).toBeVisible();
  await expect(page.getByText(code)).toBeHidden();
});

test('a program’s size changes price, limits and button together, without a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/ascension-accounts');
  const box = page.getByRole('region', { name: 'Ascension: size, rules and price' });
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 50K' })).toBeVisible();
  await box.getByText('100K', { exact: true }).click();
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 50K' })).toBeHidden();
  await expect(box.getByRole('link', { name: 'Get funded: Ascension 100K' })).toHaveAttribute(
    'href',
    '/check-out/ascension-100k',
  );
  await expect(box.getByText('$329').first()).toBeVisible();
  await expect(box.getByText('$6,000').first()).toBeVisible();
  await context.close();
});

test('a phone’s checkout keeps the total and its button in view from the first field to the last', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/check-out/classic-50k');
  const pay = page.getByRole('button', { name: /^Pay \$1/ });
  await expect(pay).toBeInViewport();
  await page.getByLabel(/I accept the/).scrollIntoViewIfNeeded();
  await expect(pay).toBeInViewport();
  const contracts = page.getByText('5 minis').getByText('Most micros count a tenth');
  await expect(contracts).toBeVisible();
});
