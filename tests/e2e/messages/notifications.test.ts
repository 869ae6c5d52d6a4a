import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Locale, locales } from '#i18n/locales.ts';
import { localizePath } from '#routes.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';

/** The error catalog, verbatim. */
const catalog = [
  ['network', 'error', 'Server is not responding. Please try again later.'],
  [200, 'error', 'An unexpected error occurred.'],
  [204, 'info', 'No content available.'],
  [400, 'error', 'Bad request. Please check your input.'],
  [401, 'error', 'Your session has expired. Please log in again.'],
  [406, 'warning', 'Request not acceptable.'],
  [409, 'error', 'Conflict. The resource already exists.'],
  [410, 'warning', "Resource gone. It's no longer available."],
  [422, 'error', 'Unprocessable Entity. Invalid data provided.'],
  [500, 'error', 'Internal Server Error. Please try again later.'],
  [418, 'error', 'An error occurred. Please try again.'],
] as const;

function readTexts(locale: Locale): Record<string, string> {
  return JSON.parse(readFileSync(`public/locales/${locale}/calls.json`, 'utf8')) as Record<string, string>;
}

function translate(sentence: string, locale: Locale): string {
  const key = Object.entries(readTexts('en')).find(([, text]) => text === sentence)?.[0] ?? '';
  return readTexts(locale)[key] ?? '';
}

const toasts = (page: Page) => page.locator('.Toastify__toast');

async function openSignIn(page: Page, locale: Locale): Promise<void> {
  await page.goto(localizePath('/sign-in', locale));
  await page.locator('input[name=email]').fill('somebody@example.com');
  await page.locator('input[name=password]').fill('some password');
}

/** Lets toasts stay for an hour, however slow the browser is: they close when their bar's animation ends. */
async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.Toastify__progress-bar { animation-duration: 1h !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

type Reply = { status: number; body?: object } | 'network';

async function submitFor(page: Page, reply: Reply): Promise<void> {
  await page.unroute('**/api/submit_login');
  await page.route('**/api/submit_login', (route) => {
    if (reply === 'network') return route.abort('connectionrefused');
    if (reply.status === 204) return route.fulfill({ status: 204 });
    const envelope = { response_status: reply.status, response_message: '', validation_errors: {}, data: null };
    return route.fulfill({ status: reply.status, json: { ...envelope, ...reply.body } });
  });
  await page.locator('main form button[type=submit]').click();
}

for (const locale of locales) {
  test(`each row of the error catalog shows its message in ${locale}`, async ({ page }) => {
    const expectNotification = async (type: string, sentence: string) => {
      const translated = translate(sentence, locale);
      if (locale !== 'en') expect(translated, `${sentence} in ${locale}`).not.toBe(sentence);
      const toast = toasts(page).filter({ hasText: translated });
      await expect(toast).toHaveCount(1);
      await expect(toast).toHaveClass(new RegExp(`Toastify__toast--${type}`));
    };
    await openSignIn(page, locale);
    for (const [status, type, sentence] of catalog) {
      await submitFor(page, status === 'network' ? 'network' : { status });
      await expectNotification(type, sentence);
    }

    await page.evaluate(() => {
      localStorage.setItem('token', 'x'.repeat(43));
      localStorage.setItem('token_expiry', String(Date.now() - 1));
    });
    await submitFor(page, { status: 200 });
    await expectNotification('error', 'Session Expired! Please Login.');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

    await submitFor(page, { status: 498 });
    await expectNotification('error', 'Invalid Token. Please log in again.');
    // Signing in goes on where it is; only protected screens send home.
    await expect(page).toHaveURL(localizePath('/sign-in', locale));
  });
}

test('every message of every field is shown', async ({ page }) => {
  await openSignIn(page, 'en');
  await submitFor(page, { status: 422, body: { validation_errors: { email: ['One', 'Two'], password: ['Three'] } } });
  for (const text of ['One', 'Two', 'Three']) await expect(toasts(page).filter({ hasText: text })).toBeVisible();
});

test('an API error stays for three seconds and other toasts for five, all at the top right', async ({ page }) => {
  const lasts = (text: string) =>
    toasts(page)
      .filter({ hasText: text })
      .locator('.Toastify__progress-bar')
      .evaluate((bar) => Number.parseFloat(getComputedStyle(bar).animationDuration));
  await openSignIn(page, 'en');
  await submitFor(page, { status: 400 });
  expect(await lasts('Bad request')).toBe(3);
  await expect(page.locator('.Toastify__toast-container--top-right')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);

  await page.clock.install();
  await page.goto('/email/verification/somebody@example.com');
  await expect(page.getByText(/^You can request another code in/)).toBeVisible();
  await page.clock.fastForward('01:01');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toasts(page)).toHaveClass(/Toastify__toast--success/);
  // The bar starts with its toast's entrance.
  await eventually('the bar', async () => expect(await lasts('We’ve sent a new code.')).toBe(5));
});

test('a toast waits while the pointer is over it or the window is in the background', async ({ page }) => {
  await openSignIn(page, 'en');
  await keepToasts(page);
  await submitFor(page, { status: 400 });
  const bar = toasts(page).locator('.Toastify__progress-bar');
  const expectState = (state: string) => expect(bar).toHaveCSS('animation-play-state', state);
  await toasts(page).hover();
  await expectState('paused');
  await page.mouse.move(0, 400);
  await expectState('running');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expectState('paused');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expectState('running');
});

test('a toast closes when dragged far enough and otherwise returns', { tag: '@fast' }, async ({ page }) => {
  await openSignIn(page, 'en');
  await keepToasts(page);
  await submitFor(page, { status: 400 });
  // It slides in, and back after a short drag. Two equal positions don't show that it rests: a busy browser may not have
  // drawn the first frame.
  const waitUntilStill = () =>
    toasts(page).evaluate(async (toast) => {
      await Promise.allSettled(toast.getAnimations().map(({ finished }) => finished));
    });
  const drag = async (share: number) => {
    const box = await toasts(page).boundingBox();
    if (!box) throw new Error('no notice to drag');
    const [x, y] = [box.x + 10, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - box.width * share, y, { steps: 8 });
    await page.mouse.up();
  };
  await waitUntilStill();
  await drag(0.6);
  await expect(toasts(page)).toHaveCSS('opacity', '1');
  await waitUntilStill();
  await drag(0.9);
  await expect(toasts(page)).toHaveCount(0);
});

test('a screen that fails to render says so and offers a way back', { tag: '@fast' }, async ({ page }) => {
  // Malformed data is refused before it reaches a screen, so the browser itself fails while the countries are drawn.
  await page.addInitScript(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      if (name === 'option') throw new Error('This browser draws no options');
      return create(name, options);
    }) as typeof document.createElement;
  });
  await page.goto('/register');
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible();
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL('/');
});
