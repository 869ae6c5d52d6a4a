import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { getCatalog } from '#content/catalog.ts';
import { getOffers, programs } from '#content/programs.ts';
import { getTradingDay, nextTradingDay } from '#shared/exchange/trading-day.ts';
import { replayFile, writeResult } from '#shared/replay/replay-file.ts';
import { eventually } from '../../support/eventually.ts';
import { findViolations } from '../axe.ts';
import { expect, openContext, test } from '../fixtures.ts';

/** Two winning days, a row with an instrument we don't offer and a row without a price. */
const performance = [
  'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
  'ESZ6,-2,0,0.25,1,2,2,6500.00,6516.00,"$1,600.00",11/02/2026 09:00:00,11/02/2026 09:30:00,30min',
  'FDAXZ6,-2,0,0.5,3,4,1,24000,24010,$10.00,11/02/2026 09:00:00,11/02/2026 09:30:00,30min',
  'ESZ6,-2,0,0.25,5,6,1,6500.00,,,11/02/2026 10:00:00,11/02/2026 10:30:00,30min',
  'ESZ6,-2,0,0.25,7,8,2,6500.00,6516.00,"$1,600.00",11/03/2026 09:00:00,11/03/2026 09:30:00,30min',
].join('\r\n');

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function openSection(page: Page, path: string) {
  await page.goto(path);
  const section = page.locator('#your-fills');
  await section.scrollIntoViewIfNeeded();
  await expect(section.locator('astro-island')).not.toHaveAttribute('ssr');
  return section;
}

test('a visitor drops a file, picks its zone and reads the verdicts, and nothing leaves the page', {
  tag: '@fast',
}, async ({ page }) => {
  const section = await openSection(page, '/classic-accounts');
  const requests: string[] = [];
  page.on('request', (request) => {
    requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'Performance.csv', { type: 'text/csv' }));
    return transfer;
  }, performance);
  const zone = section.getByText('Drop a file of fills here');
  const question = section.getByRole('heading', { name: 'Which time zone?' });
  await eventually('the question', async () => {
    // The browser itself opens a file that is dropped before the section works.
    if (await zone.isVisible()) await zone.dispatchEvent('drop', { dataTransfer: dropped });
    expect(await question.isVisible()).toBe(true);
  });
  await expect(question).toBeFocused();
  await section.getByLabel('Time zone').selectOption('America/Chicago');
  await section.getByRole('button', { name: 'Continue' }).click();

  await expect(section.getByRole('heading', { name: 'How your file would have done' })).toBeFocused();
  const row = (name: string) => section.getByRole('row', { name: new RegExp(`^${name} `) });
  // $3,200 before commission in two days: Ascension 50K needs two days, Classic five.
  await expect(row('Ascension 50K')).toContainText('Passed');
  // Two rows are missing.
  await expect(row('Ascension 50K')).toContainText('Incomplete');
  await expect(row('Classic 50K')).toContainText('2 trading days, until Nov 3, 2026');
  await expect(row('Merit 25K')).toContainText('above the contract limit');
  await expect(section.getByText(/^The cheapest account that passes is Ascension 25K: \$248 in total/)).toBeVisible();
  await expect(section.getByText(/^That’s the best case/)).toBeVisible();
  await expect(section.getByText('4 fills have no fee in the file, so we apply our own commission')).toBeVisible();
  await section.locator('summary', { hasText: '2 rows that couldn’t be read' }).click();
  const unread = section.getByRole('table', { name: '2 rows that couldn’t be read' });
  await expect(unread.getByRole('row', { name: '3 An instrument we don’t offer FDAXZ6' })).toBeVisible();
  await expect(unread.getByRole('row', { name: /^4 Unreadable price/ })).toBeVisible();
  await section.getByText('View as table').click();
  await section.getByLabel('Account in the chart').selectOption('Ascension 50K');
  await expect(section.getByRole('table', { name: /^Ascension 50K/ }).getByRole('row')).toHaveCount(3);

  const origin = new URL(page.url()).origin;
  for (const request of requests) expect(request).toMatch(new RegExp(`^GET ${origin}/_astro/[\\w.-]+ $`));
});

test('the worker’s result is the same bytes as the result of the server’s code', async ({ page }) => {
  const section = await openSection(page, '/premium-accounts');
  await section.getByLabel('Choose a file').setInputFiles(file('Performance.csv', performance));
  await section.getByLabel('Time zone').selectOption('America/Chicago');
  await section.getByRole('button', { name: 'Continue' }).click();
  const downloading = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Result file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('tidemark-replay.json');
  const answer = replayFile(new TextEncoder().encode(performance), {
    offers: programs.flatMap((program) => getOffers(program)),
    rulesVersion: getCatalog().packages.rulesVersion,
    options: { zone: 'America/Chicago' },
  });
  if (answer.status !== 'replayed') throw new Error(answer.status);
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(hashOf(readFileSync(await download.path(), 'utf8'))).toBe(hashOf(writeResult(answer.result)));
});

test('the sample is run by keyboard and shared, and the link shows the same verdicts and its origin', async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const section = await openSection(page, '/trailing-drawdown');
  await section.getByRole('button', { name: 'Try a sample file' }).focus();
  await page.keyboard.press('Enter');
  const heading = section.getByRole('heading', { name: 'How the sample file would have done' });
  await expect(heading).toBeFocused();
  await expect(section.getByText('Sample: made-up trades')).toBeVisible();
  await section.getByRole('button', { name: 'Copy link' }).focus();
  await page.keyboard.press('Enter');
  await expect(section.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { hash } = new URL(link);
  expect(hash.length).toBeLessThanOrEqual(2_000);
  const verdicts = await section.getByRole('table', { name: 'Every account on sale' }).getByRole('row').allInnerTexts();

  const other = await (await openContext(browser)).newPage();
  await other.goto(link);
  const shared = other.locator('#your-fills');
  await expect(shared.getByRole('heading', { name: 'A shared replay' })).toBeVisible();
  await expect(shared.getByText(/nobody has verified it/)).toBeVisible();
  await expect(shared.getByText('Sample: made-up trades')).toBeVisible();
  const table = shared.getByRole('table', { name: 'Every account on sale' });
  expect(await table.getByRole('row').allInnerTexts()).toEqual(verdicts);
  await expect(shared.getByRole('button', { name: 'Copy link' })).toHaveCount(0);

  await other.goto(`/classic-accounts${hash.slice(0, -40)}<b>x</b>`);
  await expect(shared.getByText('This link is damaged or incomplete.')).toBeVisible();
  await expect(shared.getByLabel('Choose a file')).toBeAttached();
  await other.context().close();
});

test('a TradingView list of trades, which names no contract, asks for it and for the columns that were wrong', async ({
  page,
}) => {
  const section = await openSection(page, '/classic-accounts');
  const list = [
    'Trade #,Type,Signal,Date/Time,Price USD,Position size (qty),Net P&L USD',
    '1,Exit long,Close,2026-11-02 09:45,6520,2,1950',
    '1,Entry long,Long,2026-11-02 09:31,6500.50,2,1950',
  ];
  await section.getByLabel('Choose a file').setInputFiles(file('list.csv', list.join('\n')));
  await expect(section.getByRole('heading', { name: 'Which column is which?' })).toBeFocused();
  await section.getByLabel('Buy or sell').selectOption({ label: 'Trade # (such as 1)' });
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByText('Enter the contract')).toBeVisible();
  await section.getByLabel('Contract').fill('ESZ6');
  await section.getByRole('button', { name: 'Continue' }).click();
  await section.getByLabel('Time zone').selectOption('America/New_York');
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('alert')).toContainText('No row of list.csv could be read with these columns');
  await section.getByLabel('Contract').fill('ESZ6');
  expect(await findViolations(page, '#your-fills')).toEqual([]);
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(section.getByRole('row', { name: /^Classic 50K / })).toContainText('1 trading day, until Nov 2, 2026');
});

test('an unknown table is mapped by hand, an error keeps the choices, and axe finds nothing at any step', async ({
  page,
}) => {
  const section = await openSection(page, '/fr/ascension-accounts');
  const table = ['Quand;Quoi;Combien;Vaut', '2026-11-02 15:00;ESZ6;2;6500,00', '2026-11-02 15:30;ESZ6;-2;6480,00'];
  await section.getByLabel('Choisir un fichier').setInputFiles(file('mes-trades.csv', table.join('\n')));
  await expect(section.getByRole('heading', { name: /Quelle colonne contient quoi/ })).toBeFocused();
  await section.getByLabel('Heure', { exact: true }).selectOption({ index: 1 });
  await section.getByLabel('Symbole').selectOption({ index: 2 });
  await section.getByLabel('Quantité', { exact: true }).selectOption({ index: 3 });
  await section.getByRole('button', { name: 'Continuer' }).click();
  await expect(section.getByText('Choisissez une colonne')).toBeVisible();
  await expect(section.getByLabel('Symbole')).toHaveValue('1');
  expect(await findViolations(page, '#your-fills')).toEqual([]);
  await section.getByLabel('Prix', { exact: true }).selectOption({ index: 4 });
  await section.getByRole('button', { name: 'Continuer' }).click();
  await section.getByLabel('Fuseau horaire').selectOption('UTC');
  expect(await findViolations(page, '#your-fills')).toEqual([]);
  await section.getByRole('button', { name: 'Continuer' }).click();
  await expect(section.getByRole('row', { name: /^Ascension 50K Perdu/ })).toContainText('perte maximale');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, '#your-fills')).toEqual([]);
  }
  await section.getByRole('button', { name: 'Choisir un autre fichier' }).click();
  await section.getByLabel('Choisir un fichier').setInputFiles(file('notes.csv', 'une note\nsans tableau'));
  await expect(section.getByRole('alert')).toContainText('notes.csv ne contient aucune ligne');
  await expect(section.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

/** Forty days with a trade of one ES contract each: every fourth loses a tick, all others win 32, $400 before fees. */
function makePerformance(): string {
  const [header = ''] = performance.split('\r\n');
  let day = getTradingDay('2026-09-08');
  const rows = Array.from({ length: 40 }, (_, index) => {
    const [year, month, date] = day.split('-');
    day = nextTradingDay(day);
    const [price, pnl] = index % 4 === 3 ? ['6499.75', '$(12.50)'] : ['6508.00', '$400.00'];
    const at = (time: string) => `${month}/${date}/${year} ${time}`;
    return `ESZ6,-2,0,0.25,${2 * index},${2 * index + 1},1,6500.00,${price},${pnl},${at('09:00:00')},${at('09:30:00')},30min`;
  });
  return [header, ...rows].join('\r\n');
}

test('a visitor reads the odds of a file that is large enough, and what a small one lacks, and nothing leaves the page', async ({
  page,
}) => {
  const section = await openSection(page, '/classic-accounts');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await section.getByLabel('Choose a file').setInputFiles(file('Performance.csv', makePerformance()));
  await section.getByLabel('Time zone').selectOption('America/Chicago');
  await section.getByRole('button', { name: 'Continue' }).click();

  const odds = section.getByRole('region', { name: 'The odds from these trades' });
  // Three of four days win $400 and the others lose a tick: $3,000 take about ten days, the floor is never near.
  await expect(odds.getByText('With days like these, Classic 50K passes 100% of the time and pays')).toBeVisible();
  const table = odds.getByRole('table', { name: 'Odds from one purchase of each account' });
  await expect(table.getByRole('columnheader', { name: 'Passes within 60 trading days' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'Pays at least once within 250 more' })).toBeVisible();
  const row = (name: string) => table.getByRole('row', { name: new RegExp(`^${name} `) });
  // One month at $149, and the activation at $129.
  await expect(row('Classic 50K')).toContainText('$278');
  await expect(row('Merit 50K')).toContainText('Nothing to pass');
  await expect(
    odds.getByText(/^10,000 lives for each account, on your device: nothing is sent\..* 40 days with trades/),
  ).toBeVisible();
  await expect(table.getByText('Drawing…')).toHaveCount(0);
  expect(await findViolations(page, '#your-fills')).toEqual([]);

  await section.getByRole('button', { name: 'Choose another file' }).click();
  await section.getByLabel('Choose a file').setInputFiles(file('Performance.csv', performance));
  await section.getByLabel('Time zone').selectOption('America/Chicago');
  await section.getByRole('button', { name: 'Continue' }).click();
  await expect(
    odds.getByText(
      'Too little to tell: this file has 2 days with trades and 2 closed trades. It needs 18 more days, 28 more trades, 5 more losing days, and 3 more winning days.',
    ),
  ).toBeVisible();
  await expect(odds.getByRole('table')).toHaveCount(0);
  const origin = new URL(page.url()).origin;
  for (const request of requests) expect(request).toMatch(new RegExp(`^GET ${origin}/_astro/[\\w.-]+$`));
});

test('a trader reads the odds of an account’s own history, and a stranger with the link is asked to sign in', async ({
  page,
  browser,
}) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email', { exact: true }).fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'All fills' }).click();
  await page.getByRole('link', { name: 'What are my odds?' }).click();
  const section = page.locator('#your-fills');
  await expect(section.getByRole('heading', { name: 'How your file would have done' })).toBeFocused();
  await expect(section.getByRole('heading', { name: 'The odds from these trades' })).toBeVisible();

  const stranger = await (await openContext(browser)).newPage();
  await stranger.goto(page.url());
  await expect(stranger.locator('#your-fills').getByRole('alert')).toContainText('Check that you’re signed in');
  await stranger.context().close();
});
