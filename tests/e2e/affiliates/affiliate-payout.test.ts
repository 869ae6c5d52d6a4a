import type { APIRequestContext } from '@playwright/test';
import { eventually, reloadUntilShown } from '../../support/eventually.ts';
import { asPerson } from '../accounts/account-fixtures.ts';
import { emailOf } from '../buyer-names.ts';
import { checkOutAsGuest, english, expect, openContext, openMailbox, test } from '../fixtures.ts';
import { signInAs } from '../shop.ts';
import { signInDemo, staffPassword } from '../staff.ts';

/** Calls the API as an office user who has just reauthenticated. */
async function openOffice(request: APIRequestContext, email: string) {
  const ask = asPerson(request, await signInDemo(request, email));
  await ask('identity/confirm', { password: staffPassword });
  return ask;
}

type Orders = { readonly rows: readonly { readonly id: string; readonly status: string }[] };

test('an affiliate’s commissions are paid out after a refund revoked one, and each names its payout', async ({
  page,
  request,
}) => {
  await signInAs(page, emailOf({ name: 'referrer', platform: 'rithmic' }));
  await page.goto('/affiliate-dashboard');
  const balance = (name: string) => page.locator('dl div').filter({ hasText: name }).first();
  // Four commissions of 15 % of $149.00.
  await expect(balance('Available')).toContainText('$89.40');

  const showAll = () => page.getByRole('button', { name: /^Show \d+ more$/ }).click();

  const finance = await openOffice(request, 'finance@example.com');
  await test.step('a buyer is refunded, and the commission is revoked', async () => {
    const buyer = 'referrer-rithmic-buyer-3@example.com';
    const { rows } = await finance<Orders>(`admin/orders?kind=evaluation&q=${buyer}`);
    await finance('admin/orders/refund', {
      orderId: rows[0]?.id,
      items: ['package'],
      refundCents: 14_900,
      reason: 'goodwill',
    });
    const statusOf = async () => (await finance<Orders>(`admin/orders?kind=evaluation&q=${buyer}`)).rows[0]?.status;
    await eventually('the refund', async () => expect(await statusOf()).toBe('refunded'));
    await page.reload();
    await expect(balance('Available')).toContainText('$67.05');
    await showAll();
    await expect(page.getByText('$22.35 reversed')).toBeVisible();
  });

  await page.getByLabel('Amount in dollars').fill('60');
  await expect(page.getByText(/^You receive \$60\.00/)).toBeVisible();
  await page.getByRole('button', { name: 'Request payout' }).click();
  const open = page.getByText(/^Request P\d{4}-\d+ is open: \$60\.00\./);
  await expect(open).toBeVisible();
  const number = /P\d{4}-\d+/.exec(await open.innerText())?.[0] ?? '';
  // $60.00 is two whole commissions and $15.30 of the third.
  await expect(page.getByText(`$22.35 requested in ${number}`)).toHaveCount(2);
  await expect(page.getByText(`$15.30 requested in ${number}`)).toBeVisible();

  await test.step('the firm pays', async () => {
    const { rows } = await finance<Orders>(`admin/payouts?q=${number}`);
    const payoutId = rows[0]?.id;
    for (const step of ['review', 'approve']) await finance(`admin/payouts/${step}`, { payoutId });
    await finance('admin/payouts/send', { payoutId, reference: 'WIRE-9' });
    await finance('admin/payouts/settle', { payoutId });
  });
  await page.reload();
  await expect(balance('Paid')).toContainText('$60.00');
  await showAll();
  await expect(page.getByText(`$22.35 paid out in ${number}`)).toHaveCount(2);
  await expect(page.getByText(`$15.30 paid out in ${number}`)).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`^${number}`) })).toContainText('Paid');
});

test('a coupon changed by its owner applies at the checkout', async ({ page, browser, request }) => {
  await signInAs(page, emailOf({ name: 'referrer', platform: 'dxfeed' }));
  await page.goto('/affiliate-dashboard');
  await expect(page.getByText('GRACED', { exact: true })).toBeVisible();
  const coupon = 'HOPPER';
  await page.getByLabel('New coupon').fill(coupon.toLowerCase());
  await page.getByRole('button', { name: 'Save coupon' }).click();
  await expect(page.getByText(coupon, { exact: true })).toBeVisible();
  await expect(page.getByText(/^You can change it from/)).toBeVisible();

  const shop = await (await openContext(browser)).newPage();
  await shop.goto('/check-out/classic-50k');
  await shop.getByText('Have a code?').click();
  await shop.getByLabel('Coupon', { exact: true }).fill(coupon);
  await shop.getByRole('button', { name: 'Apply', exact: true }).click();
  // 5 % off $149.00.
  await expect(shop.getByRole('button', { name: /^Pay \$141\.55/ })).toBeVisible();
  await checkOutAsGuest(shop, openMailbox(request).address, english);
  await shop.getByRole('button', { name: 'Pay', exact: true }).click();
  await shop.waitForURL('**/check-out/order/**');
  await shop.context().close();
  // 15 % of $141.55 without the French tax of 20 %: $117.96.
  await reloadUntilShown(page, page.getByRole('row', { name: /Evaluation.*coupon/ }).filter({ hasText: '$17.69' }));
});
