import type { Locator, Page } from '@playwright/test';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }));

const background = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

/** With the system's colors in place of ours, what is selected still looks different from what isn't. */
async function expectDistinct(selected: Locator, other: Locator): Promise<void> {
  await expect(selected.first()).toBeVisible();
  expect(await background(selected.first())).not.toBe(await background(other.first()));
}

async function signInAs(page: Page, email: string, path: string, request: Parameters<typeof signInDemo>[0]) {
  await signInWith(page, { token: await signInDemo(request, email) });
  await page.goto(path);
}

test('an account’s screen shows in forced colors which account, tab, span and screen is chosen', async ({
  page,
  request,
}) => {
  await signInAs(page, 'trader@example.com', '/my-account', request);
  const accounts = page.getByRole('navigation', { name: 'Your accounts' });
  await expectDistinct(accounts.locator('[aria-pressed=true]'), accounts.locator('[aria-pressed=false]'));
  await expectDistinct(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }));
  const spans = page.locator('label', { has: page.getByRole('radio') });
  await expectDistinct(
    spans.filter({ has: page.locator(':checked') }),
    spans.filter({ hasNot: page.locator(':checked') }),
  );
  const screens = page.locator('.portal-links');
  await expectDistinct(screens.locator('[aria-current]'), screens.locator('a:not([aria-current])'));
});

test('the terminal shows in forced colors which side and type is chosen, and its chart keeps the system’s background', async ({
  page,
  request,
}) => {
  await signInAs(page, 'trader@example.com', '/web-trading', request);
  const ticket = page.getByRole('main');
  const side = (name: RegExp, pressed: boolean) => ticket.getByRole('button', { name, pressed });
  await expectDistinct(side(/^Buy/, true), side(/^Sell/, false));
  await expectDistinct(side(/^Market$/, true), side(/^Limit$/, false));
  const canvas = page.locator('canvas').first();
  await expect(canvas).toBeVisible();
  const corner = await canvas.evaluate((node: HTMLCanvasElement) => [
    ...(node.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []),
  ]);
  expect(corner.slice(0, 3)).toEqual([0, 0, 0]);
});

test('the risk desk shows in forced colors which filter and account is open', async ({ page, request }) => {
  await signInAs(page, 'risk@example.com', '/risk-manager', request);
  await expectDistinct(
    page.getByRole('button', { name: 'All', pressed: true }),
    page.getByRole('button', { name: 'In the market', pressed: false }),
  );
  await page.locator('[data-account]').first().click();
  await expectDistinct(page.locator('tr[data-open] > td'), page.locator('tbody tr:not([data-open]) > td'));
});

test('a program’s sizes show in forced colors which is chosen', async ({ page }) => {
  await page.goto('/classic-accounts');
  const sizes = page.locator('.buy label');
  await expectDistinct(
    sizes.filter({ has: page.locator(':checked') }),
    sizes.filter({ hasNot: page.locator(':checked') }),
  );
});
