import { reloadUntilShown } from '../../support/eventually.ts';
import { buy, register, signInWith } from '../accounts/account-fixtures.ts';
import { classicCoupon } from '../buyer-names.ts';
import { checkOutAsGuest, english, expect, test } from '../fixtures.ts';
import { removePromotion } from '../shop.ts';
import { signInDemo } from '../staff.ts';
import { stringsOf } from '../strings.ts';

test('a tampered status in the URL changes nothing', async ({ page, mailbox }) => {
  await page.goto('/check-out/classic-25k');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible();

  const declined = new URL(page.url());
  await page.goto(declined.pathname.replace(/\/[^/]+\/([^/]+)$/, '/success/$1'));
  await expect(page.getByRole('heading', { name: 'The payment was declined' })).toBeVisible();
});

test('an order is shown only with its session id', async ({ page, mailbox }) => {
  await page.goto('/check-out/classic-25k');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();

  const paid = new URL(page.url());
  await page.goto(paid.pathname.replace(/[^/]+$/, 'someoneelse'));
  await expect(page.getByRole('heading', { name: 'We couldn’t find this order' })).toBeVisible();
});

test('leaving the payment page charges nothing and returns to the checkout', async ({ page, mailbox }) => {
  await page.goto('/check-out/ascension-50k');
  await checkOutAsGuest(page, mailbox.address, english);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'You canceled the payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/check-out/ascension-50k');
});

test('leaving the checkout in a hurry throws nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const waitMs of [0, 20, 60, 120]) {
    await page.goto('/check-out/classic-50k');
    await expect(page.getByRole('button', { name: /^Pay/ }).first()).toBeVisible();
    // The second page replaces the first while both are still fading into each other.
    await page.evaluate((wait) => {
      location.assign('/evaluations');
      setTimeout(() => location.assign('/classic-accounts'), wait);
    }, waitMs);
    await expect(page).toHaveURL(/\/(evaluations|classic-accounts)$/);
  }
  // What the page threw fails every test.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('the price comes from the server, including coupon and add-ons', async ({ page }) => {
  const strings = stringsOf('en', 'checkout');
  await page.route('**/api/orders/quote', (route) => route.abort(), { times: 1 });
  await page.goto('/check-out/classic-50k');
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await expect(page.getByText(strings.pay_failed)).toBeVisible();
  await expect(pay).toHaveCount(0);
  await expect(page.getByText(strings.fact_once), 'nothing is promised before the server says it').toHaveCount(0);
  await page.getByRole('button', { name: strings.quote_retry }).click();
  await removePromotion(page);
  await expect(pay).toHaveText('Pay $149.00');
  await page.getByText('Have a code?').click();
  await page.getByLabel('Coupon').fill(classicCoupon);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText(`${classicCoupon} applied.`)).toBeVisible();
  await expect(pay).toHaveText('Pay $119.20');
  await page.getByLabel(/Market data from all four exchanges/).check();
  await expect(pay).toHaveText('Pay $124.20');
  await page.getByLabel('Coupon').fill('NOPE');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('We don’t recognize the code NOPE.')).toBeVisible();
  await expect(pay).toHaveText('Pay $154.00');
});

test('an incomplete form keeps the input and names what each field lacks', async ({ page }) => {
  await page.goto('/check-out/classic-50k');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test('a package that is not sold links to those that are', async ({ page }) => {
  await page.goto('/check-out/no-such-package');
  await expect(page.getByText('This package isn’t available')).toBeVisible();
  await page.getByRole('link', { name: 'View all evaluations' }).click();
  await expect(page).toHaveURL('/evaluations');
});

test('the billing history shows what was refunded of an order, and its credit note', async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  const payment = await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-50k' });
  await signInWith(page, person);
  await page.goto('/billing/history');
  const order = page.getByRole('row', { name: /Classic 50K/ });
  await expect(order).toContainText('$149.00');
  await expect(order).not.toContainText('refunded');

  await page.goto(payment);
  await page.getByText('Act as the payment provider').click();
  await page.getByLabel('Amount').fill('12.34');
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  await page.goto('/billing/history');
  await reloadUntilShown(page, order.filter({ hasText: '$12.34 refunded' }));
  await order.getByRole('button', { name: /^C\d{4}-/ }).click();
  await expect(page.getByText('−$12.34').first()).toBeVisible();
});

test('billing leads with the next charge, and on a phone each order is two lines', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'trader@example.com') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/billing/pending');
  const facts = page.locator('main dl').first();
  await expect(facts.locator('dt').first()).toHaveText('Next charge');
  await expect(facts.locator('dd').first()).toHaveText(/^\$[\d,]+\.\d\d$/);
  await page.getByRole('link', { name: 'Billing history' }).click();
  const orders = page.locator('main tbody tr');
  await expect(orders.filter({ hasText: 'Thor, 3 followers' })).toBeVisible();
  const heights = await orders.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  // A long name takes a third line.
  expect(Math.max(...heights)).toBeLessThanOrEqual(80);
  expect(Math.min(...heights)).toBeLessThanOrEqual(60);
});
