import { expect, test } from './fixtures.ts';

const password = 'Tidemark-demo-1';

test.beforeEach(async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('a trader counts a breach again in the browser and finds the same verdict', async ({ page }) => {
  await page.getByRole('button', { name: /Classic 25K/ }).click();
  await expect(page.getByText('This account is breached')).toBeVisible();
  await page.getByRole('button', { name: 'Replay this here' }).click();
  await expect(page.getByText(/came to the same verdict; the hash is the same/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the record' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^account-.+\.jsonl$/);
});

test('a day opens its fills, and credentials are shown when asked for', async ({ page }) => {
  await page.getByRole('button', { name: /Classic 50K/ }).click();
  await page.locator('td').getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Balance at the close')).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Show user name and password' }).click();
  await expect(page.getByText('User name', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('User name', { exact: true })).toBeHidden();
});

test('statistics follow the chosen account, and the trades are a file', async ({ page }) => {
  await page.getByRole('link', { name: 'Statistics' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/statistics');
  const ofTrades = page.getByText(/^\d+ of \d+ trades$/);
  const all = await ofTrades.textContent();
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 });
  await expect(ofTrades).not.toHaveText(all ?? '');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Trades as CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('trades.csv');
});
