import { readFileSync } from 'node:fs';
import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { eventually } from '../../support/eventually.ts';
import { buy, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, signOut, test } from '../fixtures.ts';

test('a person changes their name and picture, and both survive a reload', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.getByLabel('First name').fill('Beatriz');
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#07546b' } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Profile photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Beatriz');
  const picture = page.getByRole('img', { name: 'Your profile photo' });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
});

test('a file that is not an image is rejected at its field, and the name is kept', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.getByLabel('First name').fill('Clara');
  const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') };
  await page.getByLabel('Profile photo', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Choose a JPEG, PNG or WebP image.').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Clara');
});

test('a response about another person changes nothing', async ({ page, mailbox }) => {
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
  await expect(page.locator('#email').getByText(mailbox.address)).toBeVisible();
});

test('the email address changes after a password check and an emailed code', async ({ page, mailbox, request }) => {
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
  await eventually('the code', async () => expect(await newest()).not.toBe(''));
  await page.getByLabel('Code from the email').fill(await newest());
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`You sign in with ${address}.`)).toBeVisible();
  await mailbox.read(/Your email address was changed/);
});

test('two-step sign-in is enabled, required, and replaced by a recovery code', { tag: '@fast' }, async ({
  page,
  context,
  mailbox,
}) => {
  const person = await register(page.request, mailbox);
  await signInWith(page, person);
  await page.goto('/profile/edit');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Confirm' }).click();
  const key = (await page.getByText('Key:').textContent())?.replace('Key:', '').replace(/\s/g, '') ?? '';
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
  const codes = page.getByRole('status').filter({ hasText: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const listed = await codes.getByRole('listitem').allTextContents();
  for (const text of listed) expect(text).toMatch(/^\w{5}-\w{5}$/);
  const [code = ''] = listed;

  await test.step('recovery codes can be copied, downloaded and printed before their owner has saved them', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await codes.getByRole('button', { name: 'Copy' }).click();
    await expect(codes.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(listed.join('\n'));

    const downloading = page.waitForEvent('download');
    await codes.getByRole('button', { name: 'Download' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8');
    expect(file).toBe(`${person.email}\n\n${listed.join('\n')}\n`);

    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await codes.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html[data-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(codes.getByText(person.email)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await codes.getByRole('button', { name: 'I saved them' }).click();
    await expect(page.getByText(code)).toHaveCount(0);
  });

  await signOut(page);
  await expect(page).toHaveURL('/');
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const second = page.getByLabel('Two-step sign-in code');
  await second.fill('aaaaa-aaaaa');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(second).toHaveAccessibleDescription(/current code from your authenticator app, or a recovery code/);
  await expect(page.getByText(/^\d attempts? left\.$/)).toBeVisible();
  await second.fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});

test('sessions on other devices are listed and ended', async ({ page, mailbox, request }) => {
  const person = await register(page.request, mailbox);
  const { email, password } = person;
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const headersOfPhone = { 'User-Agent': phone, 'X-Forwarded-For': '192.0.2.44' };
  const data = { email, password };
  const other = await (await request.post('/api/submit_login', { data, headers: headersOfPhone })).json();
  await signInWith(page, person);
  await page.goto('/profile/edit');
  await expect(page.getByText('This session')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Safari on iOS' });
  await expect(row).toContainText('192.0.2.44');
  for (const head of ['Device', 'IP address', 'Signed in', 'Last seen']) {
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
  }
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
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await mailbox.read(/Your account has been deleted/);
});

test('the chosen time zone appears next to Chicago’s on accounts and dates notifications and sessions', async ({
  page,
  mailbox,
}) => {
  const person = await register(page.request, mailbox);
  await buy(page.request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  await mailbox.read(/ready to trade/);
  await signInWith(page, person);
  await page.goto('/profile/edit');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save details' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await expect(page.getByRole('row').filter({ hasText: 'This session' })).toContainText('GMT+9');

  await page.goto('/my-account');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Start simulated trading' }).click();
  await expect(main.getByText(/Last event .* Chicago time \(.*\d\d:\d\d your time\)/)).toBeVisible();
  const fills = main.getByRole('table', { name: 'Latest fills' });
  await expect(fills.getByRole('columnheader', { name: 'Chicago time · yours' })).toBeVisible();
  const [chicago = '', own = ''] =
    (await fills.getByRole('rowheader').first().textContent())?.match(/\d\d:\d\d:\d\d/g) ?? [];
  const hours = (Number(own.slice(0, 2)) - Number(chicago.slice(0, 2)) + 24) % 24;
  // Tokyo is 15 hours ahead of Chicago's winter time and 14 ahead of its summer time.
  expect([14, 15]).toContain(hours);

  await page.goto('/notifications');
  await expect(main.getByText(/GMT\+9/).first()).toBeVisible();
});

test('notifications are grouped by day, newest first, and filtered', async ({ page }) => {
  const answer = await page.request.post('/api/submit_login', {
    data: { email: 'trader@example.com', password: 'Tidemark-demo-1' },
  });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  await page.goto('/notifications');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const visibleNotifications = () =>
    main.locator('time').evaluateAll((times) => times.map((time) => Date.parse(time.getAttribute('datetime') ?? '')));
  const all = await visibleNotifications();
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual(all.toSorted((left, right) => right - left));
  const days = await main.getByRole('heading', { level: 2 }).allTextContents();
  expect(days.length).toBeGreaterThan(1);
  expect(new Set(days).size).toBe(days.length);

  await main.getByLabel('Show', { exact: true }).selectOption('accounts');
  const ofAccounts = await visibleNotifications();
  await main.getByLabel('Show', { exact: true }).selectOption('other');
  const others = await visibleNotifications();
  expect(ofAccounts.length).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);
  expect(ofAccounts.length + others.length).toBe(all.length);
});

test('notifications that fail to load can be retried', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.route('**/api/notifications/fetch*', (route) => route.abort('connectionrefused'));
  await page.goto('/notifications');
  const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t load your notifications' });
  await expect(alert).toContainText('Your notifications are safe.');
  await page.unroute('**/api/notifications/fetch*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /Welcome/ })).toBeVisible();
});

test('sign-ins and passkeys that fail to load can be retried', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  const calls = /\/api\/(sessions|passkeys)\/fetch/;
  await page.route(calls, (route) => route.abort('connectionrefused'));
  await page.goto('/profile/edit');
  const alerts = page.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the screen.' });
  await expect(alerts).toHaveCount(2);
  await page.unroute(calls);
  await alerts.first().getByRole('button', { name: 'Retry' }).click();
  await expect(alerts).toHaveCount(1);
  await alerts.getByRole('button', { name: 'Retry' }).click();
  await expect(page.locator('#sessions').getByText('This session')).toBeVisible();
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each section is a screen of its own, which its address opens and the back button leaves', async ({
    page,
    mailbox,
  }) => {
    await signInWith(page, await register(page.request, mailbox));
    await page.goto('/profile/edit');
    const row = page.getByRole('link', { name: 'Password' });
    await expect(page.getByLabel('First name')).toBeHidden();
    await row.click();
    await expect(page.getByRole('heading', { name: 'Password' })).toBeFocused();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await page.goBack();
    await expect(row).toBeFocused();
    await page.goto('/profile/edit#email');
    await page.reload();
    await expect(page.getByLabel('New address')).toBeVisible();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByLabel('New address')).toBeHidden();
    await expect(page.getByRole('link', { name: 'Email address' })).toContainText(mailbox.address);
  });
});

test('a webhook that is loading or failed to load says so, and loads again', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  const { promise, resolve } = Promise.withResolvers<void>();
  let isDown = true;
  await page.route('**/api/webhooks', async (route) => {
    await promise;
    await (isDown ? route.fulfill({ status: 500, json: {} }) : route.continue());
  });
  await page.goto('/profile/edit');
  const card = page.locator('#webhooks');
  await expect(card.getByRole('status')).toHaveText('Loading your webhook');
  resolve();
  await expect(card.getByText('We couldn’t load your webhook.')).toBeVisible();
  isDown = false;
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByLabel('Address of your server')).toBeVisible();
});
