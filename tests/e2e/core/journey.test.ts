import { checkOutAsGuest, english, expect, french, linkIn, test } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const password = 'quiet harbor at noon';

test('a visitor buys a Classic 50K, sets a password and watches the floor', { tag: '@fast' }, async ({
  page,
  mailbox,
}) => {
  await page.goto('/');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/');
  await page.getByRole('main').getByRole('link', { name: 'Classic 50K', exact: true }).first().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/classic-accounts');
  await page.locator('a[href="/check-out/classic-50k"]').first().click();

  await expect(page.locator('main')).toHaveAttribute('data-route', '/check-out/{packageId}');
  await expect(page.getByRole('heading', { name: 'Classic 50K' })).toBeVisible();
  await checkOutAsGuest(page, mailbox.address, english);

  await expect(page.getByText('No money moves')).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.locator('main')).toHaveAttribute(
    'data-route',
    '/check-out/order/{packageId}/{orderId}/{orderEmail}/{status}/{sessionId}',
  );
  await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();

  await page.goto(`/dev/mailbox?to=${encodeURIComponent(mailbox.address)}`);
  await expect(page.getByText('Classic 50K is ready to trade').first()).toBeVisible();
  await page.goto(linkIn(await mailbox.read(/ready to trade/), '/password/set/'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Save password and open My Account' }).click();

  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  await expect(page.getByRole('heading', { name: 'Classic 50K' })).toBeVisible();
  await page.getByRole('button', { name: 'Start simulated trading' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const clock = page.getByText(/Last event \d\d:\d\d:\d\d Chicago/);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  await expect(page.getByRole('img', { name: 'Equity and floor' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'Room left' })).toBeVisible();

  const mails = await mailbox.all();
  expect(mails.filter(({ subject }) => /receipt/i.test(subject))).toHaveLength(1);
  expect(mails.filter(({ text }) => text.includes('/password/set/'))).toHaveLength(1);
  expect(mails.filter(({ subject }) => /ready to trade/.test(subject))).toHaveLength(1);
});

test('a visitor buys a Classic 50K in French and watches the floor', async ({ page, mailbox }) => {
  await page.goto('/fr');
  await page.getByRole('main').getByRole('link', { name: 'Classic 50K', exact: true }).first().click();
  await page.locator('a[href="/fr/check-out/classic-50k"]').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await checkOutAsGuest(page, mailbox.address, french);

  await page.getByRole('button', { name: 'Payer', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Votre compte est ouvert' })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/fr\/check-out\/order\//);

  await page.goto(linkIn(await mailbox.read(/^Classic 50K/), '/fr/password/set/'));
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByLabel('Confirmez le mot de passe').fill(password);
  await page.getByRole('button', { name: 'Enregistrer le mot de passe et ouvrir Mon compte' }).click();

  await expect(page.getByRole('heading', { name: 'Classic 50K' })).toBeVisible();
  await page.getByRole('button', { name: 'Lancer le trading simulé' }).click();
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  const clock = page.getByText(/Dernier événement\s:\s\d\d:\d\d:\d\d/);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
});
