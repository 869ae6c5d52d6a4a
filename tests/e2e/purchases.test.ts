import type { Page } from '@playwright/test';
import { checkOutAsGuest, english, expect, linkIn, type Mailbox, test } from './fixtures.ts';

const password = 'quiet harbour at noon';
const platforms = ['rithmic', 'dxfeed'] as const;
const platformLabels = { rithmic: 'Rithmic', dxfeed: 'dxFeed' } as const;

async function signUpByBuying(page: Page, mailbox: Mailbox, platform: (typeof platforms)[number], packageId: string) {
  await page.goto(`/check-out/${packageId}`);
  await page.getByRole('radio', { name: platformLabels[platform] }).check();
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();
  await page.goto(linkIn(await mailbox.read(/Choose your password/), '/password/set/'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password again').fill(password);
  await page.getByRole('button', { name: 'Save password and open my account' }).click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const answer = await page.request.get('/api/account/data', { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { accounts: { id: string }[] } };
  return data.accounts[0]?.id ?? '';
}

/** A signed-in buyer is known: only the consents are left. */
async function payAsMember(page: Page): Promise<void> {
  await page.getByLabel(english.terms).check();
  const start = page.getByLabel(/Begin at once/);
  if (await start.count()) await start.check();
  await page.getByRole('button', { name: english.pay }).click();
  await page.waitForURL('**/api/dev/pay/**');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

for (const platform of platforms) {
  const prefix = platform === 'dxfeed' ? 'dxfeed/' : '';

  test(`a guest tries a trial on ${platform}`, async ({ page, mailbox }) => {
    await page.goto('/checkout/trial/trial-classic-50k');
    await page.getByRole('radio', { name: platformLabels[platform] }).check();
    await checkOutAsGuest(page, mailbox.address, english);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.locator('main')).toHaveAttribute('data-route', '/checkout/trial/{packageId}/{status}');
    await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();
    await mailbox.read(/Your receipt: Classic 50K trial/);
  });

  test(`a guest buys Thor for ${platform}`, async ({ page, mailbox }) => {
    await page.goto('/check-out/thor/thor-monthly');
    await page.getByRole('radio', { name: platformLabels[platform] }).check();
    await checkOutAsGuest(page, mailbox.address, { ...english, startNow: /Begin at once/ });
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Thor is yours' })).toBeVisible();
    await mailbox.read(/Your receipt: Thor, 3 followers/);
  });

  test(`a trader on ${platform} resets, renews, buys data and a review, sees the receipts and cancels`, async ({
    page,
    mailbox,
  }) => {
    test.setTimeout(180_000);
    const id = await signUpByBuying(page, mailbox, platform, 'classic-50k');
    const steps = [
      [`/checkout-reset/${prefix}${id}/classic-50k`, 'Your account starts anew', /Reset of Classic 50K/],
      [`/checkout-renew/${prefix}${id}/classic-50k`, 'The next period is paid', /Renewal of Classic 50K/],
      [`/${prefix}checkout-market/cme-all-top`, 'Your market data is on', /Top of book/],
      [`/checkout/performance-review/performance-review/${id}`, 'Your review is ordered', /Performance Review/],
    ] as const;
    for (const [path, heading, receipt] of steps) {
      await page.goto(path);
      if (path.includes('market')) await page.getByRole('radio', { name: /I am not a professional/ }).check();
      await payAsMember(page);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await mailbox.read(new RegExp(`Your receipt: .*${receipt.source}`));
    }
    await page.goto('/billing/history');
    await expect(page.getByRole('row')).toHaveCount(6);
    await page
      .getByRole('button', { name: /^I\d{4}-\d{6}$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: /Invoice and receipt I\d{4}-/ })).toBeVisible();
    await page.goto('/billing/pending');
    await page
      .getByRole('row', { name: /Classic 50K/ })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect(page.getByText('This is irreversible')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel for good' }).click();
    await expect(page.getByRole('row', { name: /Classic 50K/ }).getByText(/^ends on /)).toBeVisible();
    await mailbox.read(/You have cancelled Classic 50K/);
  });
}

test('free data asks what the exchanges ask and costs nothing', async ({ page, mailbox }) => {
  await signUpByBuying(page, mailbox, 'dxfeed', 'merit-25k');
  await page.goto('/dxfeed/checkout-market/free/cme-top');
  await page.getByRole('radio', { name: /I am a professional/ }).check();
  await expect(page.getByText('Exchanges charge professionals for this data')).toBeVisible();
  await page.getByRole('radio', { name: /I am not a professional/ }).check();
  await page.getByLabel(english.terms).check();
  await page.getByLabel(/Begin at once/).check();
  await page.getByRole('button', { name: 'Order, nothing to pay' }).click();
  await expect(page.getByRole('heading', { name: 'Your market data is on' })).toBeVisible();
});

test('the same order within minutes asks before it charges twice', async ({ page, mailbox }) => {
  for (const round of ['first', 'second']) {
    await page.goto('/check-out/classic-25k');
    await page.getByLabel(english.email, { exact: true }).fill(mailbox.address);
    await page.getByLabel(english.firstName, { exact: true }).fill('Ada');
    await page.getByLabel(english.lastName, { exact: true }).fill('Marée');
    await page.getByLabel(english.country).selectOption({ label: english.countryName });
    await page.getByLabel(english.terms).check();
    await page.getByLabel(english.startNow).check();
    await page.getByRole('button', { name: english.pay }).click();
    if (round === 'first') await page.waitForURL('**/api/dev/pay/**');
  }
  await expect(page.getByRole('dialog')).toContainText('You ordered this');
  await page.getByRole('link', { name: 'Go on with that order' }).click();
  await page.waitForURL('**/api/dev/pay/**');
});

test('a consumer withdraws from a contract in two steps, without signing in', async ({ page, mailbox }) => {
  await page.goto('/check-out/ascension-25k');
  await page.getByLabel(english.email, { exact: true }).fill(mailbox.address);
  await page.getByLabel(english.firstName, { exact: true }).fill('Ada');
  await page.getByLabel(english.lastName, { exact: true }).fill('Marée');
  await page.getByLabel(english.country).selectOption({ label: english.countryName });
  await page.getByLabel(english.terms).check();
  await page.getByRole('button', { name: english.pay }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/It begins on .* when your right to withdraw/)).toBeVisible();
  const orderId = new URL(page.url()).pathname.split('/')[4] ?? '';

  await page.goto('/');
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Ada Marée');
  await page.getByLabel('Email for the receipt').fill(mailbox.address);
  await page.getByLabel('Order or invoice number').fill(orderId);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'Your statement has arrived' })).toBeVisible();
  await mailbox.read(/Your withdrawal from the contract/);
  await mailbox.read(/Your refund: Ascension 25K/);
});
