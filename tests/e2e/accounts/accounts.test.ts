import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { chooseAccount, openTool } from './account-fixtures.ts';

const password = 'Tidemark-demo-1';

test.beforeEach(async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('a trader recalculates a breach in the browser and gets the same verdict', { tag: '@fast' }, async ({ page }) => {
  await chooseAccount(page, /Classic 25K/);
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
  await chooseAccount(page, /Classic 50K/);
  await page.locator('td').getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Closing balance')).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByText('Trading platform', { exact: true }).click();
  await page.getByRole('button', { name: 'Show username and password' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Username', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByText('Username', { exact: true })).toBeHidden();
  await chooseAccount(page, /Ascension 50K/);
  await page.getByRole('main').getByRole('link', { name: 'Trade', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/web-trading');
  await expect(page.getByLabel('Account', { exact: true }).locator('option:checked')).toHaveText(
    /^Ascension 50K · DXF-/,
  );
});

test('the calendar of a closed account opens at its last trades and pages four weeks at a time', async ({ page }) => {
  await chooseAccount(page, /Classic 100K.*funded account open/);
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
  await chooseAccount(page, /Classic 50K/);
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
  // Below twenty days with trades, hours and weekdays say how many are missing.
  await expect(page.getByText(/^\d+ more days with trades until we name your best time/)).toHaveCount(2);
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
  await expect(rows.filter({ hasText: /[+−]\$\d/ }).first(), 'what a closing fill made').toBeVisible();
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

test('ended accounts are folded, and from six accounts on all fit a table with filters that stay in the URL', {
  tag: '@fast',
}, async ({ page }) => {
  const list = page.getByRole('navigation', { name: 'Your accounts' });
  const chips = list.getByRole('button', { name: /^(Classic|Merit|Ascension|Premium) \d/ });
  const accounts = list.getByRole('row').getByRole('button');
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(chips).toHaveCount(5);
  await list.getByRole('button', { name: 'Ended 4 accounts' }).click();
  await expect(chips).toHaveCount(9);
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(chips.filter({ hasText: '·' })).toHaveCount(0);
  await expect(accounts).toHaveCount(9);
  await page.getByLabel('Status', { exact: true }).selectOption('Breached');
  await expect(accounts).toHaveCount(1);
  await expect(heading).toHaveText('Classic 25K');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByLabel('Account number or size').fill('100k rth');
  await expect(list.getByRole('row')).toHaveText([/Room left/, /Funded.*\$/, /funded account open/]);
  await accounts.nth(1).click();
  await page.reload();
  await expect(accounts).toHaveCount(2);
  await expect(accounts.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.getByLabel('Account number or size').fill('nothing like it');
  await expect(page.getByText('0 of 9')).toBeVisible();
  await expect(heading).toHaveText('My Account');
  await page.getByRole('button', { name: 'Hide table' }).click();
  await expect(heading).toHaveText(/Classic/);
});

test('on a phone one block below 200 pixels stays in view, and its name opens all accounts with their filters', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const state = page.getByRole('region', { name: 'State of the account' });
  const accounts = page.getByRole('navigation', { name: 'Your accounts' });
  await expect(state.getByText('Room left', { exact: true })).toBeVisible();
  await expect(state).toContainText(/of \d days/);
  expect((await state.boundingBox())?.height).toBeLessThan(200);
  await page.evaluate(() => scrollTo(0, 900));
  await eventually('the block at the top', async () => expect((await state.boundingBox())?.y).toBe(0));
  await expect(accounts).toBeHidden();
  await state.getByRole('button', { name: 'All your accounts' }).click();
  const fields = ['Status', 'Program', 'Account number or size'].map((name) =>
    accounts.getByLabel(name, { exact: true }).boundingBox(),
  );
  const boxes = await Promise.all(fields);
  expect(new Set(boxes.map((box) => Math.round(box?.width ?? 0))).size).toBe(1);
  await accounts.getByRole('button', { name: /Merit 25K/ }).click();
  await expect(accounts).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Merit 25K');
});

test('an account keeps the nickname its owner gives it, and an empty one removes it', async ({ page }) => {
  const rename = async (nickname: string) => {
    await page.getByRole('button', { name: /^Nickname/ }).click();
    await page.getByRole('dialog').getByLabel('Nickname', { exact: true }).fill(nickname);
    await page.getByRole('button', { name: 'Save nickname' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  const accounts = page.getByRole('navigation', { name: 'Your accounts' });
  await chooseAccount(page, /Merit 25K/);
  await rename('  Morning   ES ');
  await page.reload();
  await expect(accounts.getByRole('button', { name: 'Merit 25K Morning ES' })).toBeVisible();
  await expect(page.getByRole('main').locator('header').getByText('Morning ES', { exact: true })).toBeVisible();
  await rename('');
  await expect(accounts.getByText('Morning ES')).toHaveCount(0);
});

test('a nickname that couldn’t be saved says so at its field', async ({ page }) => {
  await page.route('**/api/account/nickname', (route) => route.abort());
  await page.getByRole('button', { name: /^Nickname/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nickname', { exact: true }).fill('Morning');
  await dialog.getByRole('button', { name: 'Save nickname' }).click();
  await expect(dialog.getByText('The nickname wasn’t saved.', { exact: false })).toBeVisible();
});

test('a tool keeps what was typed while another one is open', async ({ page }) => {
  await openTool(page, 'Size');
  const stop = page.getByRole('main').getByLabel('Stop, in ticks');
  await stop.fill('37');
  const tabs = page.getByRole('main').getByRole('tab');
  await page.getByRole('main').getByRole('tab', { name: 'Size', exact: true }).press('End');
  await expect(tabs.last()).toBeFocused();
  await expect(stop).toBeHidden();
  await tabs.last().press('Home');
  await expect(tabs.first()).toBeFocused();
  await openTool(page, 'Size');
  await expect(stop).toHaveValue('37');
});

test('a search that no account matches says so, and shows all again', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/my-account?search=nothing');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'No account matches' })).toBeVisible();
  await main.getByRole('button', { name: 'Show all' }).last().click();
  await expect(main.getByRole('heading', { name: 'No account matches' })).toBeHidden();
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
});

test('on a phone the first screen takes at most 150 KB of scripts, and what is below it comes on scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Equity and floor' })).toBeVisible();
  await expect(main.getByRole('heading', { name: /^Not yet/ })).toBeVisible();
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(150_000);
  await expect(main.getByRole('tab', { name: 'Size' })).toHaveCount(0);
  await page.mouse.wheel(0, 600);
  await main.getByRole('tab', { name: 'Size' }).scrollIntoViewIfNeeded();
  await expect(main.getByRole('heading', { name: 'This account' })).toBeVisible();
});

test('the account prints on two pages', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Equity and floor' })).toBeVisible();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
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
  await expect(page.getByText(/^Detém .+ M?[A-Z]{2}.*: .+ de 5 minis\.$/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto('/faq/detail/1/22');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(ownAccountCard).toBeHidden();
  expect(loaded.filter((url) => /fill-answer|account\/data/.test(url))).toEqual([]);
});
