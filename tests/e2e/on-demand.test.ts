import { expect, test } from './fixtures.ts';
import { signInAs } from './shop.ts';

test('a part of a screen that can’t be loaded says so in its place and is loaded on demand', async ({ page }) => {
  const scripts = '**/_astro/own-stop-card.*.js';
  await page.route(scripts, (route) => route.abort());
  await signInAs(page, 'demo@tidemark.example');
  await page.goto('/my-account');
  const main = page.getByRole('main');
  const alert = main.getByRole('alert').filter({ hasText: 'This part of the screen couldn’t be loaded.' });
  await expect(alert).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Rules' })).toBeVisible();

  await page.unroute(scripts);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(main.getByRole('heading', { name: 'Your own daily stop' })).toBeVisible();
  await expect(alert).toBeHidden();
});

test('a part whose script arrives at the second try needs no click', async ({ page }) => {
  let tries = 0;
  await page.route('**/_astro/own-stop-card.*.js', (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await signInAs(page, 'demo@tidemark.example');
  await page.goto('/my-account');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Your own daily stop' })).toBeVisible();
  expect(tries).toBeGreaterThan(1);
});
