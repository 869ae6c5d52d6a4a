import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

const isCount = (address: string) => address.endsWith('/api/affiliate/link/count');

async function arrive(page: Page) {
  const counting = page.waitForResponse((response) => isCount(response.url()));
  await page.goto('/pt/classic-accounts?ref=alain');
  const answer = await counting;
  expect(answer.status()).toBe(200);
  return answer.request().postDataJSON();
}

test('an affiliate’s link is counted without an id until the visitor consents, and stores nothing', async ({
  page,
  context,
}) => {
  expect(await arrive(page)).toEqual({ code: 'alain', page: '/pt/classic-accounts' });
  const question = page.getByRole('complementary', { name: /Guardar durante 30 dias/ });
  const counting = page.waitForResponse((response) => isCount(response.url()));
  await question.getByRole('button', { name: 'Permitir' }).click();
  const sent = (await counting).request().postDataJSON();
  const name = await page.evaluate(() => localStorage.getItem('sessionId'));
  expect(sent).toEqual({ code: 'alain', page: '/pt/classic-accounts', browserSessionId: name, counted: true });
  await expect(question).toBeHidden();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['sessionId']);
  expect(await context.cookies()).toEqual([]);
});

test('a visitor who refuses is counted once, and consent can be withdrawn on the cookies page', async ({ page }) => {
  let counts = 0;
  page.on('request', (request) => {
    if (isCount(request.url())) counts += 1;
  });
  await arrive(page);
  await page.getByRole('button', { name: 'Recusar' }).click();
  await expect(page.getByRole('button', { name: 'Recusar' })).toBeHidden();
  // Pressed before any script has come; the button's own fails to load at first.
  await page.route('**/_astro/forget-referrer*', (route) => route.abort(), { times: 1 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector<HTMLElement>('[data-forget] button')?.click());
  });
  await page.goto('/cookies');
  await expect(page.getByText('We couldn’t forget the link. Try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Forget link' }).click();
  await expect(page.getByText('Done. This browser doesn’t remember any link.')).toBeVisible();
  expect(counts).toBe(1);
});

test('a visitor without an affiliate link is not asked for consent', async ({ page }) => {
  await page.goto('/classic-accounts');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.locator('[data-referral]')).toBeHidden();
});
