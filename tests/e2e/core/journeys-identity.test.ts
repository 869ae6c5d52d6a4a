import { expect, signOut, test } from '../fixtures.ts';
import { expectScreen } from '../shop.ts';

test('with storage blocked, sign-in says so and the session lasts for the tab', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The request was denied.', 'SecurityError');
      },
    });
  });
  await page.goto('/sign-in');
  await expect(page.getByText('Your browser blocks site data')).toBeVisible();
  await page.getByLabel('Email').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectScreen(page, 'myAccount');
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Statistics' }).click();
  await expectScreen(page, 'statistics');
  await page.reload();
  await expectScreen(page, 'statistics');
  await signOut(page);
  await page.goto('/my-account');
  await expectScreen(page, 'signIn');
});
