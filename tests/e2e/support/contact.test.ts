import type { Page } from '@playwright/test';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';

const send = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

async function untilSolved(page: Page) {
  await expect(
    page
      .getByRole('main')
      .getByText(/^verified/i)
      .first(),
  ).toBeVisible();
}

test('a visitor sends a contact message, sees a thank-you and receives a copy', async ({ page, mailbox }) => {
  await page.goto('/contact');
  await page.getByLabel('Name', { exact: true }).fill('Ada Marée');
  await page.getByLabel('Email', { exact: true }).fill(mailbox.address);
  await page.getByLabel('Topic').selectOption({ label: 'Payment' });
  await page.getByRole('textbox', { name: 'Message' }).fill('I was charged on the 3rd. Why?');
  await untilSolved(page);
  await send(page, 'Send message').dblclick();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/thankyou');
  const copy = await mailbox.read(/^We’ve received your message/);
  // The address is unverified, so the copy names the topic and quotes nothing.
  expect(copy.text).toContain('Payment');
  expect(copy.text).not.toContain('I was charged on the 3rd. Why?');
  expect(await mailbox.all()).toHaveLength(1);
});

test('a link to the form prefills its topic, and the reader continues from there', async ({ page }) => {
  await page.goto('/fr/contact?topic=withdrawal&account=RTH-204445');
  await expect(page.getByLabel('Sujet')).toHaveValue('withdrawal');
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Message' })).toHaveValue('Compte RTH-204445\n\n');
});

test('an incomplete form shows each error at its field and keeps the input', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Message' }).fill('Only this.');
  await untilSolved(page);
  await send(page, 'Send message').click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Only this.');
});

test('what was typed survives a reload, another language, a sign-in that leads back, and the end of the session', async ({
  page,
  mailbox,
}) => {
  const person = await register(page.request, mailbox);
  const message = page.getByRole('main').getByRole('textbox', { name: 'Message' });
  const words = 'I was charged on the 3rd. Why?';
  await page.goto('/contact?ticket=unknown');
  await message.fill(words);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(message).toHaveValue(words);
  await page.goto('/contact');
  await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
  await message.fill(words);
  await page.locator('a[hreflang=fr]').first().dispatchEvent('click');
  await expect(page).toHaveURL('/fr/contact');
  await expect(message).toHaveValue(words);
  const other = await page.context().newPage();
  await signInWith(other, person);
  await page.reload();
  await expect(page.getByRole('main').getByLabel('E-mail')).toBeHidden();
  await expect(message).toHaveValue(words);
  await other.evaluate(() => localStorage.removeItem('token'));
  await expect(page.getByRole('main').getByLabel('E-mail')).toBeVisible();
  await expect(message).toHaveValue(words);
});

test('a visitor votes once, keeps the vote after a reload and withdraws it', async ({ page }) => {
  await page.goto('/feature-request');
  const row = page.getByRole('listitem').filter({ hasText: 'Half days of the exchange in My Account' });
  const vote = row.getByRole('button', { name: /^Vote/ });
  await expect(vote).toHaveAttribute('aria-pressed', 'false');
  const before = Number.parseInt(await row.getByText(/^\d+ votes?$/).innerText(), 10);
  await vote.click();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(vote).toHaveAttribute('aria-pressed', 'true');
  await vote.click();
  await expect(vote).toHaveAttribute('aria-pressed', 'false');
  await expect(row.getByText(/^\d+ votes?$/)).toHaveText(new RegExp(`^${before} `));
});

test('a proposal is received but stays private until the firm has reviewed it', async ({ page, mailbox }) => {
  await page.goto('/feature-request');
  const title = `Export ${mailbox.address}`;
  await page.getByLabel('Your suggestion in one line').fill(title);
  await page.getByLabel('What would you use it for?').fill('Send it to my accountant.');
  await page.getByLabel('Name', { exact: true }).fill('Ada Marée');
  await page.getByLabel('Email', { exact: true }).fill(mailbox.address);
  await untilSolved(page);
  await send(page, 'Send suggestion').click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/thankyou');
  await mailbox.read(/^We’ve received your suggestion/);
  await page.goto('/feature-request');
  await expect(page.getByRole('listitem').filter({ hasText: 'A warning when the room gets small' })).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('a list that fails to load can be retried', async ({ page }) => {
  await page.route('**/api/feature-requests/fetch*', (route) => route.abort('connectionrefused'));
  await page.goto('/feature-request');
  await expect(page.getByText('We couldn’t load the suggestions')).toBeVisible();
  await page.unroute('**/api/feature-requests/fetch*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'A warning when the room gets small' })).toBeVisible();
});

test('fields that could not keep what is entered before hydration appear after it', {
  tag: '@fast',
}, async ({ page }) => {
  const { promise: scripts, resolve: letCome } = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', async (route) => {
    await scripts;
    await route.continue();
  });
  for (const path of ['/sign-in', '/register', '/check-out/classic-50k']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('main input')).toHaveCount(0);
  }
  letCome();
});
