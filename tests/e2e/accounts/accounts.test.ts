import { expect, test } from '../fixtures.ts';

const password = 'Tidemark-demo-1';

test.beforeEach(async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('a trader recalculates a breach in the browser and gets the same verdict', { tag: '@fast' }, async ({ page }) => {
  await page.getByRole('button', { name: /Classic 25K/ }).click();
  await expect(page.getByText('This account is breached')).toBeVisible();
  await page.getByRole('button', { name: 'Replay in your browser' }).click();
  await expect(page.getByText(/got the same result. The hash matches/)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the event log' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^account-.+\.jsonl$/);
  const printed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await printed).suggestedFilename()).toMatch(/^breach-.+\.pdf$/);
});

test('a day expands to its fills, and credentials appear on request', async ({ page }) => {
  await page.getByRole('button', { name: /Classic 50K/ }).click();
  await page.locator('td').getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Closing balance')).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Show username and password' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Username', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('Username', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: /Ascension 50K/ }).click();
  await page.getByRole('link', { name: 'Trade in your browser' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/web-trading');
  await expect(page.getByLabel('Account', { exact: true }).locator('option:checked')).toHaveText(
    /^Ascension 50K · DXF-/,
  );
});

test('the calendar of a closed account opens at its last trades and pages four weeks at a time', async ({ page }) => {
  await page.getByRole('button', { name: /Classic 100K.*funded account open/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(/Classic 100K/);
  const days = page.getByRole('table', { name: 'Result of each trading day' });
  const results = days.getByRole('button');
  const earlier = page.getByRole('button', { name: 'Earlier weeks' });
  const later = page.getByRole('button', { name: 'Later weeks' });
  await expect(results.first()).toBeVisible();
  const traded = (await days.textContent()) ?? '';
  await expect(earlier).toHaveAttribute('aria-disabled', 'true');
  await later.click();
  await expect(results).toHaveCount(0);
  await expect(later).toHaveAttribute('aria-disabled', 'true');
  await earlier.click();
  await expect(days).toHaveText(traded);
  await page.getByRole('button', { name: /Classic 50K/ }).click();
  await expect(days.locator('[aria-current=date]')).toBeVisible();
});

test('statistics follow the selected account, and trades download as a file', async ({ page }) => {
  await page.getByRole('link', { name: 'Statistics', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/statistics');
  const ofTrades = page.getByText(/^[\d,]+ of [\d,]+ trades$/);
  const all = await ofTrades.textContent();
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 });
  await expect(ofTrades).not.toHaveText(all ?? '');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export trades' }).click();
  expect((await saved).suggestedFilename()).toBe('trades.csv');
});

test('evaluations and funded accounts are never added up, and titles state what the charts show', async ({ page }) => {
  await page.goto('/statistics');
  await expect(page.getByRole('button', { name: 'Funded', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const account = page.getByLabel('Account', { exact: true });
  const names = account.locator('option');
  await expect(names.first()).toHaveText('All funded accounts');
  const funded = (await names.allTextContents()).slice(1);
  const trades = page.getByText(/^[\d,]+ of [\d,]+ trades$/);
  const ofFunded = await trades.textContent();
  await expect(page.getByRole('heading', { name: /^You make \$[\d,]+ from \d+ to \d+$|^No hour/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^\d+ winning days of \d+$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Evaluation', exact: true }).click();
  await expect(names.first()).toHaveText('All evaluations');
  await expect(trades).not.toHaveText(ofFunded ?? '');
  const evaluations = (await names.allTextContents()).slice(1);
  expect(evaluations.filter((name) => funded.includes(name))).toEqual([]);
});

test('on a phone a fill is a row of two lines, and the filters are in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/my-account/fills');
  const rows = page.locator('main tbody tr');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText(/(Buy|Sell)\d+\w+/);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Side').selectOption('Sell');
  await sheet.getByRole('button', { name: 'Show fills' }).last().click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters, 1' })).toBeVisible();
  await expect(rows.filter({ hasText: 'Buy' })).toHaveCount(0);
});

test('filters narrow the account list and stay in the URL', { tag: '@fast' }, async ({ page }) => {
  const accounts = page.getByRole('navigation', { name: 'Your accounts' }).getByRole('button');
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(accounts).toHaveCount(9);
  await page.getByLabel('Status', { exact: true }).selectOption('Breached');
  await expect(accounts).toHaveCount(1);
  await expect(heading).toHaveText('Classic 25K');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Account number or size').fill('100k rth');
  await expect(accounts).toHaveText([/left/, /funded account open/]);
  await accounts.nth(1).click();
  await page.reload();
  await expect(accounts).toHaveCount(2);
  await expect(accounts.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Account number or size').fill('nothing like it');
  await expect(page.getByText('0 of 9')).toBeVisible();
  await expect(heading).toHaveText('My Account');
});

test('on a phone the chosen account is in view, and each filter has its own line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const accounts = page.getByRole('navigation', { name: 'Your accounts' });
  await accounts.getByRole('button').last().click();
  await page.reload();
  await expect(accounts.locator('[aria-pressed=true]')).toBeInViewport({ ratio: 0.99 });
  await page.getByText('Filter accounts', { exact: true }).click();
  const fields = ['Status', 'Program', 'Account number or size'].map((name) =>
    page.getByLabel(name, { exact: true }).boundingBox(),
  );
  const boxes = await Promise.all(fields);
  expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size).toBe(1);
});

test('an FAQ answer shows the reader’s own account, and a signed-out visitor loads no account data', async ({
  page,
}) => {
  await page.goto('/trailing-drawdown');
  await expect(page).toHaveURL(/\/faq\/detail\/1\/22$/);
  const ownAccountCard = page.getByRole('complementary', { name: 'For your account' });
  await expect(ownAccountCard.getByText(/^Classic 50K, RTH-\d+$/)).toBeVisible();
  await expect(
    ownAccountCard.getByText(/^Your floor is \$\d\d,\d{3}\.\d\d, \$\d,\d{3}\.\d\d below your equity/).first(),
  ).toBeVisible();
  await page.goto('/pt/faq/detail/1/29');
  await expect(page.getByText(/^Está a usar .+ de 5 contratos\.$/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/faq/detail/1/22');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(ownAccountCard).toBeHidden();
  expect(loaded.filter((url) => /fill-answer|account\/data/.test(url))).toEqual([]);
});
