import { readFileSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { buy, register, signInWith } from './account-fixtures.ts';
import { expect, test } from './fixtures.ts';

test('a person changes name and picture, and both survive a reload', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.getByLabel('First name').fill('Beatriz');
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#07546b' } })
    .png()
    .toBuffer();
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Beatriz');
  const picture = page.getByRole('img', { name: 'Your picture' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
});

test('a file that is not an image is rejected at its field and the name stays', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.getByLabel('First name').fill('Clara');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
  await page.getByLabel('Picture', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Choose a JPEG, PNG or WebP picture.').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Clara');
});

test('an answer about another person changes nothing', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.route('**/api/profile/update', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user: object };
    await route.fulfill({
      response,
      json: { ...body, user: { ...body.user, id: 'other', email: 'other@example.com' } },
    });
  });
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText(mailbox.address)).toBeVisible();
});

test('the address changes after a password check and its mailed code', async ({ page, mailbox, request }) => {
  const person = await register(page.request, mailbox);
  await signInWith(page, person);
  await page.goto('/profile/edit');
  const address = mailbox.address.replace('visitor', 'moved');
  await page.getByLabel('New address').fill(address);
  await page.getByRole('button', { name: 'Send code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Your password').fill('wrong one');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This isn’t your current password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`We sent a code to ${address}.`)).toBeVisible();

  const newest = async () => {
    const mails = await (await request.get('/api/dev/mailbox', { params: { to: address } })).json();
    return /\b\d{6}\b/.exec((mails as { subject: string }[])[0]?.subject ?? '')?.[0] ?? '';
  };
  await expect.poll(newest).not.toBe('');
  await page.getByLabel('Code from the email').fill(await newest());
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`You sign in with ${address}.`)).toBeVisible();
  await mailbox.read(/Your email address was changed/);
});

test('two-step sign-in is enabled, requested, and replaced by a recovery code', async ({ page, mailbox }) => {
  const person = await register(page.request, mailbox);
  await signInWith(page, person);
  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const key = (await page.getByText('Key:').textContent())?.replace('Key:', '').replace(/\s/g, '') ?? '';
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  await expect(page.getByText('Save your recovery codes')).toBeVisible();
  const code =
    (await page
      .getByRole('listitem')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .first()
      .textContent()) ?? '';

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Two-step sign-in code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('sessions on other devices are listed and ended', async ({ page, mailbox, request }) => {
  const person = await register(page.request, mailbox);
  const { email, password } = person;
  const other = await (await request.post('/api/submit_login', { data: { email, password } })).json();
  await signInWith(page, person);
  await page.goto('/profile/edit');
  await expect(page.getByText('This session')).toBeVisible();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(page.getByRole('button', { name: 'End session' })).toHaveCount(0);
  const headers = { Authorization: `Bearer ${(other as { token: string }).token}` };
  expect((await request.post('/api/check_auth', { headers })).status()).toBe(498);
});

test('personal data downloads as a file, and the profile can be deleted with the account it lists', async ({
  page,
  mailbox,
}) => {
  const person = await register(page.request, mailbox);
  await buy(page.request, person.token, person.email, { kind: 'evaluation', packageId: 'merit-25k' });
  await mailbox.read(/ready to trade/);
  await signInWith(page, person);
  await page.goto('/profile/edit');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ person: { email: person.email } });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('listitem')).toHaveText([/^Merit 25K, RTH-\d+$/]);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await mailbox.read(/Your account has been deleted/);
});

test('notifications count as unread until they are seen', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/my-account');
  const link = page.getByRole('link', { name: /Notifications/ });
  await expect(link).toHaveText(/1 unread/);
  await link.click();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await expect(page.locator('h3').getByText('New', { exact: true })).toBeVisible();
  await expect(link).not.toHaveText(/unread/);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
  await expect(page.locator('h3').getByText('New', { exact: true })).toHaveCount(0);
});
