import type { Page } from '@playwright/test';
import { hourMs } from '#lib/durations.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { eventually } from '../../support/eventually.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const path = '/classic-accounts';
const account = (page: Page) => page.locator('header').getByRole('link', { name: 'My Account' });
const signIn = (page: Page) => page.locator('header').getByRole('link', { name: 'Sign in' });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function storeToken(page: Page, token: string, expiresInMs: number) {
  await page.addInitScript(
    ([keys, value, expiry]) => {
      if (sessionStorage.getItem('stored')) return;
      sessionStorage.setItem('stored', '1');
      localStorage.setItem(keys.token, value);
      localStorage.setItem(keys.tokenExpiry, expiry);
    },
    [storageKeys, token, String(Date.now() + expiresInMs)] as const,
  );
}

test('a static page fetches a session id and removes an expired token', async ({ page }) => {
  await storeToken(page, 'x'.repeat(65), -hourMs);
  await page.goto(path);
  await eventually('the browser’s session', async () => expect(await stored(page, storageKeys.sessionId)).toBeTruthy());
  expect(await stored(page, storageKeys.token)).toBeNull();
  expect(await stored(page, storageKeys.tokenExpiry)).toBeNull();
  await expect(signIn(page)).toBeVisible();
  await expect(account(page)).toBeHidden();
});

test('the header of a static page links a signed-in person to their account', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox, { verified: true }));
  // The sign-in page requests it too.
  await page.goto('about:blank');
  const checked = page.waitForResponse('**/api/check_auth');
  await page.goto(path);
  expect(((await (await checked).json()) as { user: { email: string } }).user.email).toBe(mailbox.address);
  await expect(account(page)).toBeVisible();
  await expect(signIn(page)).toBeHidden();
});

test('a public page removes a token that the server rejects, says so and keeps what was typed', {
  tag: '@fast',
}, async ({ page }) => {
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/check_auth', async (route) => {
    await typed;
    await route.continue();
  });
  await storeToken(page, 'x'.repeat(65), hourMs);
  await page.goto(path);
  const email = page.getByRole('contentinfo').getByRole('textbox', { name: 'Email' });
  await email.scrollIntoViewIfNeeded();
  await email.fill('ada@example.org');
  answer();
  const message = page.getByRole('alert').filter({ hasText: 'Invalid Token. Please log in again.' });
  await expect(message).toBeVisible();
  expect(await stored(page, storageKeys.token)).toBeNull();
  await expect(signIn(page)).toBeVisible();
  // After the message’s three seconds, nothing has led away.
  await expect(message).toBeHidden();
  await expect(page).toHaveURL(path);
  await expect(email).toHaveValue('ada@example.org');
});

test('the trailing drawdown is a page of its own, and an FAQ answer for a signed-in person', async ({
  page,
  mailbox,
}) => {
  await page.goto('/trailing-drawdown');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/trailing-drawdown');
  await signInWith(page, await register(page.request, mailbox, { verified: true }));
  await page.goto('/trailing-drawdown');
  await expect(page).toHaveURL('/faq/detail/1/22');
});

test('an account screen’s first calls are sent once, while its scripts are loading', { tag: '@fast' }, async ({
  page,
  mailbox,
}) => {
  await signInWith(page, await register(page.request, mailbox, { verified: true }));
  await page.goto('about:blank');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto('/my-account');
  await expect(page.getByRole('heading', { name: 'Your first account' })).toBeVisible();
  for (const path of ['/api/check_auth', '/api/account/data', '/api/my-orders']) {
    expect(
      sent.filter((each) => each === path),
      path,
    ).toHaveLength(1);
  }
  const started = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const find = (part: string) => entries.filter(({ name }) => name.includes(part));
    const call = find('/api/account/data')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    const script = Math.max(
      ...find('/_astro/')
        .filter(({ name }) => name.endsWith('.js'))
        .map((each) => each.responseEnd),
    );
    return call < script;
  });
  expect(started).toBe(true);
});
