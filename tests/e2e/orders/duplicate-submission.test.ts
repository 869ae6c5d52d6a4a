import type { Page } from '@playwright/test';
import { chooseAccount } from '../accounts/choose-account.ts';
import { emailOf } from '../buyer-names.ts';
import { expect, openMailbox, test } from '../fixtures.ts';
import { decide, expectScreen, fillIn, order, type Shopper, signInAs } from '../shop.ts';
import { stringsOf } from '../strings.ts';

const checkout = stringsOf('en', 'checkout');
const orders = stringsOf('en', 'orders');
const accounts = stringsOf('en', 'accounts');
const errors = stringsOf('en', 'errors');

type Order = { readonly kind: string; readonly status: string };

async function listOrders(page: Page, token: string, kind: string): Promise<readonly string[]> {
  const answer = await page.request.get('/api/my-orders', { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { orders: readonly Order[] } };
  return data.orders.filter((each) => each.kind === kind).map(({ status }) => status);
}

async function openReset(page: Page): Promise<void> {
  await page.goto('/my-account');
  await chooseAccount(page, /Classic 25K/);
  await page.getByRole('main').getByRole('link', { name: accounts.action_reset, exact: true }).first().click();
  await expectScreen(page, 'checkoutReset');
  await page.getByText(checkout.coupon_fold).click();
  await page.getByLabel(checkout.coupon, { exact: true }).fill('ANEW10');
  await page.getByRole('button', { name: checkout.coupon_apply }).click();
  await expect(page.getByRole('button', { name: 'Pay $53.10' })).toBeVisible();
}

test('two tabs, a double click, lost responses, late webhooks and the back button create one order each', async ({
  page,
  context,
  request,
}) => {
  const email = emailOf({ name: 'hasty', platform: 'rithmic' });
  const token = await signInAs(page, email);
  const other = await context.newPage();
  const mailbox = openMailbox(request, email);
  const here: Shopper = { page, mailbox, platform: 'rithmic', locale: 'en', isGuest: false };
  const there: Shopper = { ...here, page: other };

  await test.step('a buyer who returns before the webhook sees the status from the provider', async () => {
    await other.goto('/check-out/thor/thor-plus');
    await fillIn(there);
    await order(there);
    await decide(there, 'pay', 'late');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(orders.done_thor_title);
    await other.reload();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(orders.done_thor_title);
    // Who is signed in isn't asked to sign in.
    await expect(other.getByText('Choose a leader and followers. There is nothing to install.')).toBeVisible();
    await expect(other.getByText('Sign in with the email address of this order')).toHaveCount(0);
  });

  const third = await context.newPage();
  const inThird: Shopper = { ...here, page: third };

  await test.step('an account that was reset on one page can’t be reset again on another', async () => {
    await Promise.all([openReset(page), openReset(third)]);
    await fillIn(inThird);
    await third.getByRole('button', { name: 'Pay $53.10' }).dblclick();
    await decide(inThird, 'pay', 'before');
    await expect(third.getByRole('heading', { level: 1 })).toHaveText(orders['done_reset_title']);
    await third.reload();
    await expect(third.getByRole('heading', { level: 1 })).toHaveText(orders['done_reset_title']);
    expect(await listOrders(page, token, 'reset')).toEqual(['fulfilled']);

    await fillIn(here);
    await order(here);
    await expect(page.getByText(errors.reset_untouched).first()).toBeVisible();
    expect(await listOrders(page, token, 'reset')).toEqual(['fulfilled']);
  });

  await test.step('a lost response is retried and creates only one order', async () => {
    await page.goto('/check-out/ascension-100k');
    await fillIn(here);
    const lost: { orderId: string; sessionId: string }[] = [];
    await page.route('**/api/orders/create', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: (typeof lost)[number] };
      lost.push(answer.data);
      await route.abort();
    });
    await order(here);
    await expect(page.getByText(checkout.problem_unreachable)).toBeVisible();
    await page.unroute('**/api/orders/create');
    await order(here);
    await page.waitForURL('**/api/dev/pay/**');
    await other.goto(`/check-out/order/ascension-100k/${lost[0]?.orderId}/_/success/${lost[0]?.sessionId}`);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(orders.awaiting_title);
    expect(
      (await listOrders(page, token, 'evaluation')).filter((status) => status === 'awaiting-payment'),
    ).toHaveLength(1);
  });

  await test.step('going back from the payment page asks about the duplicate, and the account page continues it', async () => {
    await page.goBack();
    await expectScreen(page, 'checkout');
    await fillIn(here);
    await order(here);
    await expect(page.getByRole('dialog')).toContainText(checkout.duplicate_text);
    await third.goto('/my-account');
    await expect(third.getByText('Ascension 100K isn’t paid yet')).toBeVisible();
    await third.getByRole('link', { name: accounts.unpaid_order_action }).click();
    await decide(inThird, 'decline');
    await expect(third.getByRole('heading', { level: 1 })).toHaveText(orders.failed_title);
    await page.getByRole('link', { name: checkout.duplicate_resume }).click();
    await decide(here);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(orders.fulfilled_title);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(orders.fulfilled_title);
    expect((await listOrders(page, token, 'evaluation')).filter((status) => status !== 'fulfilled')).toEqual([]);
  });
});
