import { eventually } from '../../support/eventually.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { classicCoupon } from '../buyer-names.ts';
import { checkOutAsGuest, english, expect, linkIn, openContext, openMailbox, test } from '../fixtures.ts';
import { decide, expectScreen, fillIn, removePromotion, type Shopper } from '../shop.ts';
import { pattern, stringsOf } from '../strings.ts';

const checkout = stringsOf('en', 'checkout');
const orders = stringsOf('en', 'orders');
const payment = stringsOf('en', 'payment');

const guest = (shopper: Pick<Shopper, 'page' | 'mailbox'>): Shopper => ({
  ...shopper,
  platform: 'rithmic',
  locale: 'en',
  isGuest: true,
});

test('correcting a mistyped address charges the corrected order and closes the old payment', { tag: '@fast' }, async ({
  page,
  mailbox,
  request,
}) => {
  const wrong = openMailbox(request);
  await page.goto('/check-out/ascension-25k');
  await checkOutAsGuest(page, wrong.address, english);
  const oldPayment = page.url();
  await page.goBack();
  await expectScreen(page, 'checkout');
  await page.getByLabel('Email', { exact: true }).fill(mailbox.address);
  await page.getByRole('button', { name: english.pay }).dblclick();
  await page.waitForURL(({ href }) => href.includes('/api/dev/pay/') && href !== oldPayment);
  const newPayment = page.url();

  await eventually('the expiry of the old payment', async () => {
    await page.goto(oldPayment);
    expect(await page.getByText(payment.status_expired).count()).toBe(1);
  });
  await page.getByRole('link', { name: payment.back }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.replaced_title);
  await page.getByRole('link', { name: orders.replaced_action }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.awaiting_title);

  await page.goto(newPayment);
  await decide({ page, locale: 'en' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.fulfilled_title);
  await mailbox.read(/Your receipt/);
  expect(await wrong.all()).toEqual([]);
});

test('a mistyped email provider gets a suggestion that never blocks', async ({ page }) => {
  await page.goto('/check-out/ascension-25k');
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('ada@gmial.com');
  await email.blur();
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  await expect(email).toHaveValue('ada@gmail.com');
  await expect(page.getByText('Did you mean')).toHaveCount(0);
});

test('a coupon that was typed but not applied is used when paying', async ({ page, mailbox }) => {
  await page.goto('/check-out/classic-50k');
  await removePromotion(page);
  await page.getByText(checkout.coupon_fold).click();
  await page.getByLabel(checkout.coupon, { exact: true }).fill(classicCoupon.toLowerCase());
  await fillIn(guest({ page, mailbox }));
  await page.getByRole('button', { name: 'Pay $149.00' }).click();
  await page.waitForURL('**/api/dev/pay/**');
  await expect(page.getByText('$119.20')).toBeVisible();
});

test('a rejected coupon says what it is valid for, blocks only once and keeps the total', async ({ page, mailbox }) => {
  await page.goto('/check-out/merit-50k');
  await fillIn(guest({ page, mailbox }));
  await page.getByText(checkout.coupon_fold).click();
  const coupon = page.getByLabel(checkout.coupon, { exact: true });
  await coupon.fill(classicCoupon);
  const pay = page.getByRole('button', { name: pattern(checkout.pay) });
  await pay.click();
  await expect(page.getByText(`The code ${classicCoupon} is valid for Classic evaluations.`)).toBeVisible();
  await expect(coupon).toBeFocused();
  await expect(pay).toHaveText('Pay $549.00');

  await page.route('**/api/orders/quote', (route) => route.abort());
  await coupon.fill('OTHER');
  await page.getByRole('button', { name: checkout.coupon_apply }).click();
  await expect(page.getByText(checkout.coupon_unchecked)).toBeVisible();
  await expect(pay).toHaveText('Pay $549.00');
  await page.unroute('**/api/orders/quote');

  await coupon.fill(classicCoupon);
  await page.getByRole('button', { name: checkout.coupon_remove }).click();
  await expect(coupon).toHaveValue('');
  await pay.click();
  await page.waitForURL('**/api/dev/pay/**');
});

test('canceling the payment and switching the language keep the whole form', async ({ page, mailbox }) => {
  await page.goto('/check-out/classic-50k');
  await page.getByText(checkout.coupon_fold).click();
  await page.getByLabel(checkout.coupon, { exact: true }).fill(classicCoupon);
  await page.getByLabel(/Market data from all four exchanges/).check();
  await page.getByText(checkout.company).click();
  await page.getByLabel(checkout.company_name, { exact: true }).fill('Maré Lda');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: orders.try_again }).click();
  await expectScreen(page, 'checkout');
  await expect(page).toHaveURL('/check-out/classic-50k');

  const french = stringsOf('fr', 'checkout');
  for (const strings of [checkout, french]) {
    await expect(page.getByLabel(strings.email, { exact: true })).toHaveValue(mailbox.address);
    await expect(page.getByLabel(strings.first_name, { exact: true })).toHaveValue('Ada');
    await expect(page.getByLabel(strings.country)).toHaveValue('FR');
    await expect(page.getByLabel(strings.company_name, { exact: true })).toHaveValue('Maré Lda');
    await expect(page.getByLabel(strings.coupon, { exact: true })).toHaveValue(classicCoupon);
    await expect(page.locator('[name=market-data]')).toBeChecked();
    await expect(page.getByRole('main').locator('[name=termsUse]')).toBeChecked();
    if (strings === checkout) await page.locator('a[hreflang=fr]').first().dispatchEvent('click');
  }
  await expect(page).toHaveURL('/fr/check-out/classic-50k');
  await page.goBack();
  await expect(page.getByLabel(checkout.first_name, { exact: true })).toHaveValue('Ada');
});

test('a link from a stranger fills in nothing', async ({ page, mailbox, browser }) => {
  await page.goto('/check-out/classic-50k');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const retry = await page.getByRole('link', { name: orders.try_again }).getAttribute('href');
  const stranger = await (await openContext(browser)).newPage();
  await stranger.goto(new URL(retry ?? '', page.url()).href);
  await expect(stranger.getByRole('button', { name: english.pay })).toBeVisible();
  await expect(stranger.getByLabel('Email', { exact: true })).toHaveValue('');
  await stranger.context().close();
});

test('a session revoked at the checkout continues as a guest with a message', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/check-out/ascension-50k');
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveValue(mailbox.address);
  // An order pressed before the box appears would only show it.
  await expect(page.getByLabel(english.startNow)).toBeVisible();
  await page.getByLabel(english.terms).check();
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)));
  await page.getByRole('button', { name: english.pay }).click();
  await expect(page.getByText(checkout.signed_out_title)).toBeVisible();
  await expectScreen(page, 'checkout');
  await expect(email).toBeEditable();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('button', { name: english.pay }).click();
  await page.waitForURL('**/api/dev/pay/**');
});

test('a slow server is announced after five seconds, and giving up loses no input', async ({ page, mailbox }) => {
  await page.clock.install();
  await page.goto('/check-out/ascension-25k');
  await fillIn(guest({ page, mailbox }));
  await page.route('**/api/orders/create', () => new Promise(() => {}), { times: 1 });
  await page.getByRole('button', { name: english.pay }).click();
  await expect(page.getByRole('button', { name: english.pay })).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(5_000);
  await expect(page.getByText('Still working…')).toBeVisible();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByText(checkout.problem_unreachable)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(mailbox.address);
  await page.getByRole('button', { name: english.pay }).click();
  await page.waitForURL('**/api/dev/pay/**');
});

test('a guest who mistyped the address corrects it after paying and gets in with one email', async ({
  page,
  mailbox,
  request,
}) => {
  const wrong = openMailbox(request);
  await page.goto('/check-out/ascension-25k');
  await checkOutAsGuest(page, wrong.address, english);
  await decide({ page, locale: 'en' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.fulfilled_title);
  await expect(page.getByText(wrong.address)).toBeVisible();
  await page.getByRole('button', { name: orders.correct }).click();
  await page.getByLabel(orders.correct_label).fill(mailbox.address);
  await page.getByRole('button', { name: orders.correct_submit }).dblclick();
  await expect(page.getByRole('status').getByText(`Sent again to ${mailbox.address}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(mailbox.address)).toBeVisible();

  await page.goto(linkIn(await mailbox.read(/ready to trade/), '/password/set/'));
  await page.getByLabel('Password', { exact: true }).fill('quiet harbor at noon');
  await page.getByLabel('Confirm password').fill('quiet harbor at noon');
  await page.getByRole('button', { name: 'Save password and open My Account' }).click();
  await expectScreen(page, 'myAccount');
  await expect(page.getByRole('heading', { name: 'Ascension 25K' })).toBeVisible();
});

test('a payment that the bank must confirm is confirmed, and a failed one can be retried', { tag: '@fast' }, async ({
  page,
  mailbox,
}) => {
  await page.goto('/check-out/ascension-25k');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: payment.authenticate }).click();
  await page.getByRole('button', { name: payment.authenticateFail }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.failed_title);
  await page.getByRole('link', { name: orders.try_again }).click();
  await page.getByRole('button', { name: payment.authenticate }).click();
  await expect(page.getByText(payment.authenticateHint)).toBeVisible();
  await page.getByRole('button', { name: payment.authenticateConfirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.fulfilled_title);
});

test('a form with several errors shows one toast that names its fields', async ({ page }) => {
  await page.goto('/check-out/classic-50k');
  await page.getByRole('button', { name: english.pay }).click();
  const toast = page.locator('.Toastify__toast');
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText('Email, First name, Country of residence: This field is required.');
  await expect(toast).toContainText('Please accept the terms of use.');
});
