import type { Page } from '@playwright/test';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

const screens = [
  {
    email: 'trader@example.com',
    path: '/my-account',
    find: (page: Page) => page.locator('[data-fact=today] dd').first(),
  },
  { email: 'trader@example.com', path: '/web-trading', find: (page: Page) => page.locator('[data-main] dd') },
  {
    email: 'risk@example.com',
    path: '/risk-manager',
    find: (page: Page) => page.getByRole('cell', { name: /^\$[\d,.]+$/ }).first(),
  },
];

for (const { email, path, find } of screens) {
  for (const width of [390, 1440]) {
    test(`${path} at ${width} px says how old its figures are once the server is silent, and mutes them`, async ({
      page,
      request,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.clock.install();
      await signInWith(page, { token: await signInDemo(request, email) });
      // A server that accepts connections and then says nothing.
      await page.route(/\/api\/.*stream/, () => undefined);
      await page.goto(path);
      const figure = find(page);
      await expect(figure).toBeVisible();
      const age = page.getByText(/^Updated (3[89]|[4-9]\d)s ago$|^(3[89]|[4-9]\d)\.\d s$|^Updated \dm/);
      await expect(age).toHaveCount(0);
      const color = () => figure.evaluate((element) => getComputedStyle(element).color);
      const before = await color();
      await page.route('**/api/**', () => undefined);
      await page.clock.fastForward(38_000);
      await expect(age).toBeInViewport();
      expect(await color()).not.toBe(before);
    });
  }
}
