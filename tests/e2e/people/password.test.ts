import { register } from '../accounts/account-fixtures.ts';
import { expect, linkIn, test } from '../fixtures.ts';

const newPassword = 'copper lantern at dusk';

test('a person who forgot the password sets a new one through the emailed link and signs in with it', {
  tag: '@fast',
}, async ({ page, mailbox }) => {
  const old = await register(page.request, mailbox);
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();

  await page.goto(linkIn(await mailbox.read(/Choose a new password/), '/forgot/password/email/verification/'));
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await page.getByLabel('Confirm password').fill('password1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  await page.getByRole('link', { name: 'Sign in' }).last().click();
  await page.getByLabel('Email').fill(mailbox.address);
  await page.getByLabel('Password', { exact: true }).fill(old.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This email address and password don’t match.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('an expired link says so before anything is typed and offers a new one', async ({ page }) => {
  await page.goto(`/forgot/password/email/verification/${'x'.repeat(65)}/`);
  await expect(page.getByText('This link is no longer valid.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/forgot/password');
});

test('/login is public: it signs visitors in and redirects people who are already signed in', async ({
  page,
  mailbox,
}) => {
  const { token } = await register(page.request, mailbox);
  await page.goto('/login');
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  await page.evaluate((value) => {
    localStorage.setItem('token', value);
    localStorage.setItem('token_expiry', String(Date.now() + 60_000));
  }, token);
  await page.goto('/login');
  await expect(page).toHaveURL('/my-account');
});
