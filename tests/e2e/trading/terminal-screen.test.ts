import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, type Mailbox, test } from '../fixtures.ts';
import { openTrader } from '../staff.ts';

async function open(page: Page, request: APIRequestContext, mailbox: Mailbox, width: number) {
  await page.setViewportSize({ width, height: 844 });
  const { person, account } = await openTrader(request, mailbox);
  await signInWith(page, person);
  await page.goto('/web-trading');
  await expect(page.locator('[data-cell]').first()).toBeVisible();
  return account;
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It isn’t drawn');
  return box;
}

for (const width of [390, 1440]) {
  test(`a toast at ${width} px covers neither what closes positions nor what places orders`, async ({
    page,
    request,
    mailbox,
  }) => {
    await open(page, request, mailbox, width);
    await page.route('**/api/trading/cancel-all', (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: 'Cancel all' }).click();
    const toast = await boxOf(page.getByRole('alert').last());
    const form = width === 390 ? page.getByRole('region', { name: 'Place an order' }) : page.locator('form');
    for (const part of [page.getByRole('region', { name: 'Positions' }), form]) {
      const box = await boxOf(part);
      const isBeside = toast.x + toast.width <= box.x || toast.x >= box.x + box.width;
      const isAboveOrBelow = toast.y + toast.height <= box.y || toast.y >= box.y + box.height;
      expect(isBeside || isAboveOrBelow, `a toast at ${JSON.stringify(toast)} over ${JSON.stringify(box)}`).toBe(true);
    }
  });
}

test('a flat account has nothing to flatten, a quick size fills in the ticket, and a far floor is named at the chart’s edge', async ({
  page,
  request,
  mailbox,
}) => {
  await open(page, request, mailbox, 1440);
  await page.getByLabel('Contract', { exact: true }).selectOption('MES');
  await expect(page.getByText('You’re flat.')).toBeVisible();
  for (const name of ['Flatten', 'Reverse']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  const sizes = page.getByRole('group', { name: 'Quick sizes' });
  await sizes.getByRole('button', { name: '3', exact: true }).click();
  await expect(page.getByLabel('Contracts', { exact: true })).toHaveValue('3');
  await sizes.getByRole('button', { name: '1', exact: true }).click();
  await page.getByRole('button', { name: /^Review order/ }).click();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('button', { name: 'Flatten' })).toBeVisible();
  // $1,500 of room are 1,200 ticks of one MES, far below what an hour of candles spans.
  await expect(page.getByText(/^Floor, 1,[12]\d\d ticks away [\d,]+\.\d\d$/)).toBeVisible();
});

test('on a phone the ladder stays where it is when the chart’s script arrives', async ({ page, request, mailbox }) => {
  const arrival = Promise.withResolvers<void>();
  await page.route(/chart-panel/, (route) => arrival.promise.then(() => route.continue()));
  await open(page, request, mailbox, 390);
  const ladder = page.locator('[data-cell]').first();
  const before = await boxOf(ladder);
  arrival.resolve();
  await expect(page.getByText('Last bars as a table')).toBeVisible();
  expect((await boxOf(ladder)).y).toBe(before.y);
});

test('on a phone the best prices of the ladder are on the first screen, and one press brings them back', async ({
  page,
  request,
  mailbox,
}) => {
  await open(page, request, mailbox, 390);
  const ladder = page.getByRole('region', { name: 'Ladder' });
  const center = ladder.getByRole('button', { name: 'Center' });
  const dock = await boxOf(page.getByRole('region', { name: 'Place an order' }));
  const sized = (side: string) => ladder.locator(`[data-cell^="${side}"]`).filter({ hasText: /\d/ });
  const expectBest = () =>
    eventually('the best prices between the head and the dock', async () => {
      const head = await boxOf(center);
      for (const best of [await boxOf(sized('sell').last()), await boxOf(sized('buy').first())]) {
        expect(best.y).toBeGreaterThanOrEqual(head.y + head.height);
        expect(best.y + best.height).toBeLessThanOrEqual(dock.y);
      }
    });
  await expectBest();
  await ladder.evaluate((each) => each.scrollTo(0, 0));
  await center.click();
  await expectBest();
});

test('on a phone the bar has the account’s last digits, every span is a finger high, and no key is listed', async ({
  page,
  request,
  mailbox,
}) => {
  const { platformAccountId } = await open(page, request, mailbox, 390);
  await expect(page.getByLabel('Account', { exact: true }).locator('option:checked')).toHaveText(
    `${platformAccountId.slice(-4)} · Classic 25K`,
  );
  const spans = page.getByRole('group', { name: 'Bar length' }).getByRole('button');
  for (const span of await spans.all()) expect((await boxOf(span)).height).toBeGreaterThanOrEqual(44);
  await expect(page.getByRole('button', { name: 'Hotkey list' })).toHaveCount(0);
});

test('on a phone nothing moves while the terminal loads, and held micros are said as such', async ({
  page,
  request,
  mailbox,
}) => {
  await page.addInitScript(() => {
    type Shift = { value: number; sources: readonly { node: Node | null }[] };
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & Shift)[])
        for (const { node } of sources) {
          const place = (node instanceof Element ? node : node?.parentElement)?.closest('section, form');
          if (place && !place.querySelector('canvas')) moved.push(`${place.ariaLabel} by ${value}`);
        }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await open(page, request, mailbox, 390);
  await expect(page.locator('canvas').first()).toBeVisible();
  // The chart's drawing library redraws within its own box.
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 844 });
  await page.getByLabel('Contract', { exact: true }).selectOption('MES');
  await page.getByLabel('Contracts', { exact: true }).fill('2');
  await page.getByRole('button', { name: /^Review order/ }).click();
  await page.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('region', { name: 'Positions' }).getByText(/^Long 2 MES/)).toBeVisible();
  await page.goto('/faq/detail/1/29');
  await expect(page.getByText('You hold 2 MES: 0.2 of 3 minis.')).toBeVisible();
});
