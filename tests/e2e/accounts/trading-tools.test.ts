import type { Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { findViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openTrader } from '../staff.ts';
import { openTool, signInWith } from './account-fixtures.ts';

async function signInTrader(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
}

test('the size calculator says how many contracts a stop allows, and what limits them', async ({ page }) => {
  await page.goto('/trailing-drawdown#size');
  const section = page.locator('#size');
  await section.getByLabel('Room left, in dollars').fill('1800');
  await section.getByLabel('Stop, in ticks').fill('26');
  // A tenth of $1,800 against 26 × $1.25 and two fees of $0.52.
  await expect(section.getByRole('row', { name: /^MES/ })).toContainText('5');
  await expect(section.getByRole('row', { name: /^MES/ })).toContainText('$167.70');
  await expect(section.getByRole('row', { name: /^ES/ })).toContainText('One contract already loses more');
  await section.getByLabel('Contract limit, in minis').fill('0');
  await expect(section.getByText('Enter a whole number above zero.')).toBeVisible();
  await section.getByLabel('Contract limit, in minis').fill('1');
  await section.getByLabel('Maximum loss on this trade').selectOption('10000');
  await expect(section.getByRole('row', { name: /^ES/ })).toContainText('The contract limit');
});

test('the fills of an account are filtered in the URL and saved as CSV', async ({ page }) => {
  await signInTrader(page);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'All fills' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fills' })).toBeVisible();
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await main.getByLabel('Side').selectOption('buy');
  await expect(page).toHaveURL(/side=buy/);
  await expect(main.getByRole('cell', { name: 'Sell', exact: true })).toHaveCount(0);
  await page.reload();
  await expect(main.getByLabel('Side')).toHaveValue('buy');
  expect(await findViolations(page, 'main')).toEqual([]);
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^fills-.+\.csv$/);
  await main.getByRole('button', { name: 'Clear filters' }).click();
  await expect(main.getByRole('cell', { name: 'Sell', exact: true }).first()).toBeVisible();
  await page.goBack();
  await expect(main.getByLabel('Side')).toHaveValue('buy');
});

test('a year of payouts and purchases is saved for the tax return', async ({ page }) => {
  await signInTrader(page);
  await page.goto('/withdrawal/history');
  const card = page.locator('section', { hasText: 'For your tax return' });
  await expect(card.getByText('Payouts received')).toBeVisible();
  await expect(card.getByText(/aren’t income/)).toBeVisible();
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^annual-statement-\d{4}\.pdf$/);
});

test('a trader’s own limit closes and locks the account, can be loosened only for the next week, and so does locking oneself out', async ({
  page,
  request,
  mailbox,
}) => {
  const { person, ask } = await openTrader(request, mailbox, { packageId: 'classic-50k' });
  const list = async () =>
    (await ask<{ accounts: readonly { view: { positions: object[] } }[] }>('account/data')).accounts;
  await signInWith(page, person);
  await page.goto('/my-account');
  const main = page.getByRole('main');
  // The second request is the page's own retry.
  await page.route('**/api/account/personal-stop*', (route) => route.abort(), { times: 2 });
  await openTool(page, 'Your limits');
  await main.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  const loss = main.getByLabel('Loss a day, $');
  await expect(main.getByText('$0.00 and 0 closed trades', { exact: true })).toBeVisible();
  await loss.fill('1000001');
  await expect(main.getByText('Enter a whole number from 1 to 1,000,000, or leave this empty.')).toBeVisible();
  // The fee of the first contract is more than a dollar.
  await loss.fill('1');
  await main.getByRole('button', { name: 'Save limits' }).click();
  await expect(main.getByRole('button', { name: 'Save limits' })).toBeHidden();
  await loss.fill('500');
  await main.getByRole('button', { name: 'Save limits' }).click();
  await expect(main.getByText('Loss a day, $: 500')).toBeVisible();
  await main.getByRole('button', { name: 'Start simulated trading' }).click();
  await expect(main.getByText('Locked by your own limit')).toBeVisible();
  await expect(main.getByText(/You lost \$1\.00 today\./)).toBeVisible();
  await eventually('the flattened account', async () => expect((await list())[0]?.view.positions).toEqual([]));
  await main.getByLabel('Lock me out').selectOption('Until next week');
  await main.getByRole('button', { name: 'Lock this account' }).click();
  await page.getByRole('button', { name: 'Close positions and lock' }).click();
  await expect(main.getByText(/^You locked yourself out\./)).toBeVisible();
  await loss.fill('');
  await main.getByText('More limits').click();
  await main.getByLabel('Losing trades in a row').fill('2');
  await main.getByLabel('From, Chicago time').fill('08:30');
  await main.getByRole('button', { name: 'Save limits' }).click();
  await expect(main.getByText('Enter a whole number from 1 to 1440, or leave this empty.')).toBeVisible();
  await expect(main.getByText(/^Enter two times of one trading day/)).toBeVisible();
  expect(await findViolations(page, 'main')).toEqual([]);
});

test('a journal keeps what is typed, and two tabs don’t overwrite each other', async ({
  page,
  request,
  mailbox,
  context,
}) => {
  const { person } = await openTrader(request, mailbox);
  await signInWith(page, person);
  await page.goto('/my-account/journal');
  const notes = page.getByLabel('Notes', { exact: true });
  await expect(notes).toBeVisible();
  await expect(page.getByText('Saved.', { exact: true }), 'nothing was written yet').toHaveCount(0);
  await page.getByLabel('Tags', { exact: true }).fill('News, late entry');
  await notes.fill('Waited for the open.');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('up to 8 MB, 3 a day.')).toBeVisible();
  await page.getByLabel('Add an image').setInputFiles({
    name: 'chart.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } }),
  });
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/my-account/journal');
  await expect(other.getByLabel('Notes', { exact: true })).toHaveValue('Waited for the open.');
  await expect(other.getByLabel('Tags', { exact: true })).toHaveValue('news, late entry');
  await other.getByLabel('Notes', { exact: true }).fill('From the other tab.');
  await expect(other.getByText('Saved.', { exact: true })).toBeVisible();
  await notes.fill('From this tab.');
  await expect(page.getByText('Another tab saved this day with this text:')).toBeVisible();
  await expect(page.getByText('From the other tab.')).toBeVisible();
  await expect(notes).toHaveValue('From this tab.');
  expect(await findViolations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: 'Keep both versions' }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(notes).toHaveValue('From the other tab.\n\nFrom this tab.');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('journal.csv');
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(page.getByRole('img', { name: 'Image 1' })).toBeHidden();
});
