import { expect, test } from '../fixtures.ts';

test('a visitor draws a day by keyboard and sees where each program ends, one at a time', { tag: '@fast' }, async ({
  page,
}) => {
  await page.goto('/trailing-drawdown#try');
  const part = page.getByRole('region', { name: 'Would your trading pass?' });
  await part.scrollIntoViewIfNeeded();
  const noon = part.getByRole('slider', { name: 'Result at 12:00' });
  await noon.focus();
  await page.keyboard.press('Home');
  await expect(noon).toHaveAttribute('aria-valuetext', /^−\$/);
  const verdict = part.getByRole('status');
  const choose = (name: string) => part.getByRole('button', { name, exact: true }).click();
  await choose('Ascension');
  await expect(verdict).toContainText('Ended on day 1');
  await choose('Merit');
  await expect(verdict).toContainText('Locked for the day');

  await part.getByRole('button', { name: 'Start over' }).click();
  await choose('Ascension');
  await expect(verdict).toContainText('Not yet');
  await choose('Classic');
  await part.getByRole('button', { name: 'Trade this day' }).click();
  await expect(part.getByText('Day 2', { exact: true })).toBeVisible();
  await expect(part.getByText('+$700', { exact: true })).toBeVisible();
});

test('a simulation starts although its script got lost once', async ({ page }) => {
  let lost = 0;
  await page.route(/\/_astro\/what-if\.[^/]*\.js/, (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  await page.goto('/trailing-drawdown#try');
  const part = page.getByRole('region', { name: 'Would your trading pass?' });
  await part.scrollIntoViewIfNeeded();
  await expect(part.locator('astro-island')).not.toHaveAttribute('ssr');
  expect(lost).toBeGreaterThan(1);
});

test('a comparison is shared by its URL', async ({ page }) => {
  await page.goto('/evaluations?type=classic,merit&size=50K#compare');
  const table = page.getByRole('table', { name: 'Compare accounts' });
  await expect(table.getByRole('columnheader', { name: /K$/ })).toHaveCount(2);
  await page.getByLabel('Merit', { exact: true }).uncheck();
  await expect(table.getByRole('columnheader', { name: /K$/ })).toHaveCount(1);
  await expect(page).toHaveURL(/type=classic&size=50K/);
  await page.getByLabel('50K', { exact: true }).uncheck();
  await expect(page.getByText('No accounts to show')).toBeVisible();
});
