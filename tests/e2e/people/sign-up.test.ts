import { expect, linkIn, signOut, test } from '../fixtures.ts';

const password = 'quiet harbor at noon';

async function fillRegistration(page: import('@playwright/test').Page, address: string) {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Country of residence').selectOption({ label: 'Portugal' });
  await page.getByLabel(/I accept the terms/).check();
}

test('a visitor registers, confirms the emailed code and lands on the accounts page', { tag: '@fast' }, async ({
  page,
  mailbox,
}) => {
  await fillRegistration(page, mailbox.address);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/email/verification/{email}');

  const mail = await mailbox.read(/is your .* code/);
  const code = /\b\d{6}\b/.exec(mail.subject)?.[0] ?? '';
  await page.getByLabel('Code from the email').fill('000000');
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByLabel('Code from the email')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('9 attempts left.')).toBeVisible();
  await expect(page.getByText(/^You can request another code in \d+ s\.$/)).toBeVisible();
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Confirm email address' }).click();

  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  await expect(page.getByRole('heading', { name: 'Your first account' })).toBeVisible();
});

test('a reload keeps what was typed into the registration, but no password', async ({ page, mailbox }) => {
  await fillRegistration(page, mailbox.address);
  // A pause before the last field saves the form without it, too.
  await page.waitForFunction(() => history.state?.form?.country === 'PT');
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Email')).toHaveValue(mailbox.address);
  await expect(page.getByLabel('Country of residence')).toHaveValue('PT');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('the link in the verification email confirms the address with one click', async ({ page, mailbox }) => {
  await fillRegistration(page, mailbox.address);
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/email/verification/{email}');
  await page.goto(linkIn(await mailbox.read(/is your .* code/), '/email/verification/'));
  await expect(page.getByRole('heading', { name: 'Your first account' })).toBeVisible();
});

test('registering without the captcha fails at its field and loses no input', async ({ page, mailbox }) => {
  await page.route('**/api/captcha/challenge', (route) => route.abort());
  await fillRegistration(page, mailbox.address);
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByText('Please complete the CAPTCHA.').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(mailbox.address);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
});

test('a trader signs in, sees the accounts and signs out', { tag: '@fast' }, async ({ page }) => {
  await page.goto('/my-account');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fmy-account/);
  await page.getByLabel('Email').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  await expect(page.getByRole('navigation', { name: 'Your accounts' })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a wrong password and an unknown address get the same message', async ({ page }) => {
  const messageFor = async (address: string) => {
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const toast = page.getByRole('alert').first();
    await expect(toast).toBeVisible();
    return toast.textContent();
  };
  expect(await messageFor('trader@example.com')).toBe(await messageFor('nobody-at-all@example.com'));
});

test('an expired session is announced and ended, and the request is never sent', { tag: '@fast' }, async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  await page.goto('/check-out/classic-50k');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('trader@example.com');
  await page.evaluate(() => localStorage.setItem('token_expiry', String(Date.now() - 1)));
  await page.getByLabel(/Market data/).check();
  await expect(page.getByText('Session Expired! Please Login.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('a token unknown to the server shows a message and then returns home', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('token', 'x'.repeat(43));
    localStorage.setItem('token_expiry', String(Date.now() + 60_000));
  });
  await page.goto('/my-account');
  await expect(page.getByText('Invalid Token. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('an unreachable API is announced, and the page stays usable', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.route('**/api/submit_login', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Server is not responding. Please try again later.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('trader@example.com');
  await page.unroute('**/api/submit_login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('trader@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  const other = await context.newPage();
  await other.goto('/my-account');
  await expect(other.getByRole('navigation', { name: 'Your accounts' })).toBeVisible();
  await signOut(page);
  await expect(other).toHaveURL(/\/sign-in/);
});
