import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

const pages = [
  ['/', 'Know your floor.'],
  ['/classic-accounts', 'Profit target'],
  ['/evaluations', 'Ascension'],
  ['/faq', 'drawdown'],
  ['/faq/detail/1/22', 'floor'],
  ['/fr/faq/detail/1/22', 'plancher'],
  ['/rtraderpro-connection-guide', 'Rithmic'],
  ['/terms', 'Fees are not refundable'],
  ['/pt/classic-accounts', 'Objetivo'],
] as const;

for (const [path, text] of pages) {
  test(`${path} is readable in full without JavaScript`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the menus open and navigate without JavaScript', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByText('Accounts', { exact: true }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Classic', exact: false }).first().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/classic-accounts');
});

test('a package page shows the catalogue price without JavaScript', async ({ page }) => {
  await page.goto('/classic-accounts');
  await expect(page.getByRole('main').getByText('$149').first()).toBeVisible();
});
