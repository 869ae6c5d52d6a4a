import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { contractName, frontMonthOf } from '#shared/exchange/contract-month.ts';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { openTrader } from '../staff.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

type TradingOrder = { readonly id: string; readonly status: string; readonly priceTicks: number | null };
type BarsAnswer = { readonly bars: readonly (readonly number[])[] };

/** The y position at which the chart offers to drag a line. */
async function findLine(page: Page, chart: Locator): Promise<number> {
  const box = await chart.boundingBox();
  for (let y = 4; box && y < box.height - 30; y += 2) {
    await page.mouse.move(box.x + 60, box.y + y);
    if ((await chart.evaluate((place) => (place as HTMLElement).style.cursor)) === 'ns-resize') return y;
  }
  throw new Error('no line can be dragged');
}

test('the chart shows the market and lets an order be dragged, and a table and a sentence say the same', {
  tag: '@fast',
}, async ({ page, request, mailbox }) => {
  const opened = await openTrader(request, mailbox);
  const { person, ask } = opened;
  const account = opened.account.id;
  const month = frontMonthOf('ES', Date.now());
  const name = contractName('ES', month);

  // An order that the market won't reach during the test, on the side of the last hours' prices.
  const until = Math.floor((Date.now() - 1_000) / 60_000) * 60_000;
  const { bars } = await ask<BarsAnswer>(`market/bars?contract=${name}&seconds=60&until=${until}&count=60`);
  const last = bars.at(-1)?.[4] ?? 0;
  const midpoint = (Math.max(...bars.map((bar) => bar[2] ?? 0)) + Math.min(...bars.map((bar) => bar[3] ?? 0))) / 2;
  const isBuy = midpoint <= last;
  const priceTicks = isBuy ? last - 20 : last + 20;
  const order = {
    account,
    instrument: 'ES',
    month,
    side: isBuy ? 'buy' : 'sell',
    quantity: 1,
    type: 'limit',
    priceTicks,
  };
  await ask('trading/place', { ...order, requestId: crypto.randomUUID(), dataAt: Date.now() - 250 });
  const read = async () => (await ask<{ orders: readonly TradingOrder[] }>(`trading/read?account=${account}`)).orders;
  expect(await read()).toMatchObject([{ status: 'working', priceTicks }]);

  const scripts: { readonly url: string; readonly bytes: number }[] = [];
  page.on('response', async (response) => {
    if (!/_astro\/.*\.js$/.test(response.url())) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    if (body.includes('tv-attr-logo')) scripts.push({ url: response.url(), bytes: gzipSync(body).length });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInWith(page, person);
  await page.goto('/web-trading');
  const chart = page.getByRole('img', { name: `Price of ${name}` });

  await test.step('the drawing library comes in one small file and is credited', async () => {
    await expect(chart.locator('canvas').first()).toBeAttached();
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.bytes).toBeLessThan(60 * 1_024);
    await expect(page.getByRole('link', { name: /TradingView Lightweight Charts/ })).toBeVisible();
  });

  await test.step('a sentence states the price and the day’s change', async () => {
    await expect(
      page.getByText(new RegExp(`^${name} [\\d,]+\\.\\d\\d, (up [\\d.,]+|down [\\d.,]+|unchanged) today$`)),
    ).toBeAttached();
  });

  await test.step('dragging an order’s line changes its price', async () => {
    await expect(page.getByRole('region', { name: 'Working orders' }).getByText(/ES\w+, limit/)).toBeVisible();
    const y = await findLine(page, chart);
    await page.mouse.down();
    await page.mouse.move(0, 0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect((await read())[0]?.priceTicks).toBe(priceTicks);
    const again = await findLine(page, chart);
    const box = await chart.boundingBox();
    expect(Math.abs(again - y)).toBeLessThan(40);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + again + (isBuy ? 14 : -14), { steps: 4 });
    await page.mouse.up();
    await eventually('the changed price', async () => expect((await read())[0]?.priceTicks).not.toBe(priceTicks));
    expect(await read()).toMatchObject([{ status: 'working' }]);
  });

  await test.step('the bars are also available in a table', async () => {
    await page.getByText('Last bars as a table').click();
    const table = page.getByRole('table', { name: `${name}: the last completed bars` });
    await expect(table.getByRole('row')).toHaveCount(21);
  });
});
