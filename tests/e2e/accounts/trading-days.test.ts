import { readFileSync } from 'node:fs';
import { type Page, test as plain } from '@playwright/test';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { resultDayOf, sessionCloseAt, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { startServer } from '../../support/server.ts';
import { buyerPassword, emailOf, finisher } from '../buyer-names.ts';
import { prepareBuyers } from '../buyers.ts';
import { expect, openContext, test } from '../fixtures.ts';
import { copyPrepared } from '../prepared-folder.ts';
import { type Account, asPerson, signInWith } from './account-fixtures.ts';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

async function signInBuyer(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/api/submit_login', { data: { email, password: buyerPassword } });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  return token;
}

test('a Saturday’s fills belong to one trading day in calendar, fills, statistics and files', async ({ page }) => {
  const token = await signInBuyer(page, emailOf({ name: 'weekender', platform: 'rithmic' }));
  type Listed = Account & { readonly history: { readonly fills: readonly { readonly at: number }[] } };
  const ask = asPerson(page.request, token);
  const { accounts } = await ask<{ accounts: readonly Listed[] }>('account/data?history=first');
  const [account] = accounts as [Listed];
  const soldAt = account.history.fills[0]?.at ?? 0;
  expect(new Date(soldAt).getUTCDay(), 'the fills are of a Saturday').toBe(6);
  // The next session is Monday’s, or Tuesday’s after a holiday.
  const day = tradingDayOf(soldAt);
  const date = new Date(day);
  const [weekday, number] = [weekdays[date.getUTCDay() - 1] ?? '', date.getUTCDate()];
  expect((Date.parse(day) - soldAt) / dayMs).toBeGreaterThan(0);
  const dayName = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(date);
  const shortName = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

  await test.step('the calendar shows the day with its fills', async () => {
    await page.goto(`/my-account?account=${account.id}`);
    const calendar = page.getByRole('table', { name: 'Result of each trading day' });
    const results = calendar.getByRole('button');
    await expect(results).toHaveCount(1);
    await expect(results).toHaveText(new RegExp(`^${number}\\s*\\+125$`));
    const column = calendar.locator('tbody td:has(button)');
    expect(await column.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex)).toBe(date.getUTCDay() - 1);
    await expect(page.getByRole('table', { name: 'Latest fills' })).not.toContainText('Sat');
    await results.click();
    const dialog = page.getByRole('dialog', { name: dayName });
    await expect(dialog).toContainText('+$125.00');
    await expect(dialog.getByRole('row')).toHaveCount(3);
    await page.keyboard.press('Escape');
  });

  await test.step('the statistics, their curve and their file contain the day', async () => {
    await page.goto('/statistics');
    await expect(page.getByText('View as table').first()).toBeVisible();
    for (const table of await page.getByText('View as table').all()) await table.click();
    await expect(page.getByRole('table', { name: 'By weekday' }).getByRole('row')).toHaveText([
      /^Group/,
      new RegExp(`^${weekday}.*\\+\\$125\\.00`),
    ]);
    const curve = page.getByRole('table', { name: 'Cumulative results' }).getByRole('row').nth(1);
    await expect(curve).toHaveText(new RegExp(`^${shortName.format(date)}.*\\+\\$125\\.00`));
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export trades' }).click();
    const [head = '', ...trades] = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(trades.map((row) => row.split(',')[head.split(',').indexOf('trading_day')])).toEqual([day]);
  });

  await test.step('the list of fills, filtered by the day, and its file contain both fills', async () => {
    await page.goto(`/my-account/fills?account=${account.id}&from=${day}&to=${day}`);
    const screens = page.getByRole('navigation', { name: 'Your account' });
    await expect(screens.getByRole('link', { name: 'Account', exact: true })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('main').getByRole('table').getByRole('row')).toHaveCount(3);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const [head = '', ...fills] = readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    const column = head.split(',').indexOf('trading_day');
    expect(fills.map((row) => row.split(',')[column])).toEqual([day, day]);
  });
});

/** Does what the server does in the night after a trading day, without waiting for it. */
async function closeDayOvernight(dataDir: string): Promise<void> {
  const closedAt = sessionCloseAt(resultDayOf(Date.now()));
  const { deps, close } = await createServer({
    env: parseEnv({ DATA_DIR: dataDir, DEMO: '1' }),
    catalog: getCatalog(),
    connection: await connectEmbedded({ dataDir }),
    clock: () => new Date(closedAt + 5 * 60_000),
    log: pino({ level: 'warn' }),
    recurring: false,
  });
  await closeTradingDay(deps);
  await close();
}

plain('trading on the last missing day passes the evaluation at its close', async ({ browser }) => {
  const dataDir = copyPrepared('tables');
  await prepareBuyers(parseEnv({ DATA_DIR: dataDir, DEMO: '1' }), [finisher]);
  const env = { TRUST_PROXY: '1' };
  const first = await startServer({ dataDir, env });
  const context = await openContext(browser, { baseURL: first.origin });
  const page = await context.newPage();
  await signInBuyer(page, emailOf(finisher));

  await plain.step('four days are traded, the fifth is missing', async () => {
    await page.goto('/my-account');
    await expect(page.getByText('4 of 5 days', { exact: true })).toBeVisible();
    await expect(page.locator('td').filter({ hasText: '+625' })).toHaveCount(4);
  });

  await plain.step('one contract is bought at the terminal and the position flattened', async () => {
    await page.goto('/web-trading');
    await page.getByLabel('Contract', { exact: true }).selectOption('MES');
    await page.getByRole('button', { name: /^Review order/ }).click();
    await page.getByRole('button', { name: 'Send order' }).click();
    await expect(page.getByRole('region', { name: 'Positions' }).getByText(/^Long 1 /)).toBeVisible();
    await page.getByRole('button', { name: 'Flatten' }).click();
    await expect(page.getByText('You’re flat.')).toBeVisible();
    await page.goto('/my-account');
    await expect(page.getByText('All requirements met. You pass at today’s close.')).toBeVisible();
  });

  await first.stop();
  await closeDayOvernight(dataDir);
  const second = await startServer({ dataDir, env, port: Number(new URL(first.origin).port) });

  await plain.step('the account is passed', async () => {
    await page.goto('/my-account');
    await expect(page.getByText('Evaluation passed', { exact: true })).toBeVisible();
    await expect(page.getByText('Passed. You met every requirement.')).toBeVisible();
  });

  await context.close();
  await second.stop();
});
