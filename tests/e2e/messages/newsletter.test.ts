import type { Page } from '@playwright/test';
import { expect, linkIn, openContext, test } from '../fixtures.ts';

const consent =
  'Please agree that your email address may be used for marketing and informational purposes. Whether it may also be shared with Tidemark’s affiliates and related entities is up to you.';

const toasts = (page: Page) => page.getByRole('alert');
const subscribe = (page: Page) => page.getByRole('button', { name: 'Subscribe', exact: true });

/** Scrolls to the bottom of the page, where the form hydrates. */
async function openForm(page: Page) {
  await page.goto('/faq');
  const form = page.getByRole('contentinfo').locator('form');
  await form.scrollIntoViewIfNeeded();
  await expect(page.locator('footer astro-island[ssr]')).toHaveCount(0);
  return form;
}

async function solveCaptcha(page: Page) {
  await page.getByRole('checkbox', { name: /robot/i }).click();
  await expect(page.getByText(/^verified/i).first()).toBeVisible();
}

async function fillForm(page: Page, address: string) {
  await page.getByLabel('Email for the newsletter').fill(address);
  await page.getByLabel(/I agree that my email address/).check();
  await solveCaptcha(page);
}

const answer = (status: number, changes: object = {}) => ({
  status,
  json: { response_status: status, response_message: '', validation_errors: {}, data: null, ...changes },
});

test('an empty form lists every missing field in order and is not sent', async ({ page }) => {
  let sent = 0;
  await page.route('**/api/newsletter/subscribe', (route) => {
    sent += 1;
    return route.continue();
  });
  await openForm(page);
  await subscribe(page).click();
  await expect(toasts(page)).toHaveText(['Please complete the CAPTCHA.', 'Email field is required', consent]);
  await expect(toasts(page)).toHaveCount(0);

  await solveCaptcha(page);
  await subscribe(page).click();
  await expect(toasts(page)).toHaveText(['Email field is required', consent]);
  await expect(toasts(page)).toHaveCount(0);

  await page.getByLabel('Email for the newsletter').fill('reader@example.com');
  await subscribe(page).click();
  await expect(toasts(page)).toHaveText([consent]);
  expect(sent).toBe(0);
});

test('a reader subscribes, confirms by the emailed link and unsubscribes with one click', { tag: '@fast' }, async ({
  page,
  mailbox,
}) => {
  await openForm(page);
  await fillForm(page, mailbox.address);
  await subscribe(page).dblclick();
  const message = page.getByText('Your have successfully subscribed!');
  await expect(message).toHaveCount(1);
  await expect(toasts(page)).toHaveText([/subscribed/, /^One more step/]);
  await expect(page.getByLabel('Email for the newsletter')).toHaveValue('');

  await page.goto(linkIn(await mailbox.read(/^Confirm your subscription/), '/newsletter/confirm'));
  await page.getByRole('button', { name: 'Confirm subscription' }).click();
  await expect(page.getByRole('heading', { name: 'You’re subscribed' })).toBeVisible();

  await page.goto(linkIn(await mailbox.read(/^You’re subscribed/), '/newsletter/unsubscribe'));
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();
  expect(await mailbox.all()).toHaveLength(2);
});

test('server validation errors appear one by one, and the form can be sent again', async ({ page }) => {
  await openForm(page);
  await fillForm(page, 'reader@example.com');
  const validation_errors = { email: ['First complaint.', 'Second complaint.'], termsUse: ['Third complaint.'] };
  await page.route('**/api/newsletter/subscribe', (route) => route.fulfill(answer(422, { validation_errors })));
  await subscribe(page).click();
  await expect(toasts(page)).toHaveText(['First complaint.', 'Second complaint.', 'Third complaint.']);
  await expect(subscribe(page)).not.toHaveAttribute('aria-busy');
  await expect(page.getByLabel('Email for the newsletter')).toHaveValue('reader@example.com');

  await page.unroute('**/api/newsletter/subscribe');
  await solveCaptcha(page);
  await subscribe(page).click();
  await expect(page.getByText('Your have successfully subscribed!')).toBeVisible();
});

test('a network failure and a malformed response appear as text, and no input is lost', async ({ page }) => {
  await openForm(page);
  await fillForm(page, 'reader@example.com');
  await page.route('**/api/newsletter/subscribe', (route) => route.abort('connectionrefused'));
  await subscribe(page).click();
  await expect(page.getByText('Server is not responding. Please try again later.')).toBeVisible();

  await page.unroute('**/api/newsletter/subscribe');
  await page.route('**/api/newsletter/subscribe', (route) => route.fulfill({ status: 500, body: '<html>' }));
  await solveCaptcha(page);
  await subscribe(page).click();
  await expect(page.getByText('Internal Server Error. Please try again later.')).toBeVisible();
  await expect(page.getByLabel('Email for the newsletter')).toHaveValue('reader@example.com');
});

test('a newsletter response never signs anyone in', async ({ page }) => {
  await openForm(page);
  await fillForm(page, 'reader@example.com');
  await page.route('**/api/newsletter/subscribe', (route) => route.fulfill(answer(200, { token: 'x'.repeat(43) })));
  await subscribe(page).click();
  await expect(page.getByText('Your have successfully subscribed!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the form loads nothing until it is visible, and no captcha until it is used', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const requestsFor = (pattern: RegExp) => requests.filter((path) => pattern.test(path));
  await page.goto('/terms');
  await page.waitForLoadState('networkidle');
  expect(requestsFor(/newsletter|client/)).toEqual([]);

  const form = page.getByRole('contentinfo').locator('form');
  await form.scrollIntoViewIfNeeded();
  await expect(page.locator('footer astro-island[ssr]')).toHaveCount(0);
  expect(requestsFor(/newsletter/).length).toBeGreaterThan(0);
  expect(requestsFor(/altcha|captcha\/(config|challenge)/)).toEqual([]);

  await page.getByLabel('Email for the newsletter').focus();
  await expect(page.getByRole('checkbox', { name: /robot/i })).toBeVisible();
});

test('the form is in French on a French page', async ({ page }) => {
  await page.goto('/fr/faq');
  const form = page.getByRole('contentinfo').locator('form');
  await form.scrollIntoViewIfNeeded();
  await expect(page.locator('footer astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: 'M’inscrire' }).click();
  await expect(toasts(page)).toHaveText([
    'Veuillez compléter le CAPTCHA.',
    'Le champ E-mail est obligatoire',
    /^Veuillez accepter que votre adresse/,
  ]);
});

test('the page footer gives an email address to write to without JavaScript', async ({ browser, baseURL }) => {
  const context = await openContext(browser, { javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/faq');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /support@/ })).toBeVisible();
  await expect(page.getByRole('contentinfo').locator('form')).toBeHidden();
  await context.close();
});
