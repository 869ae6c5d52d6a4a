import { emailOf } from '../buyer-names.ts';
import { expect, linkIn, openMailbox, test } from '../fixtures.ts';
import { decide, expectScreen, type Shopper, signInAs, visit } from '../shop.ts';
import { pattern, stringsOf } from '../strings.ts';

test('an abandoned order reopens from its email while it is valid, and says when it has expired', async ({
  page,
  request,
}) => {
  const mailbox = openMailbox(request, emailOf({ name: 'forgetful', platform: 'rithmic' }));
  const strings = stringsOf('en', 'orders');
  const heading = page.getByRole('heading', { level: 1 });
  const part = '/check-out/order/';

  await page.goto(linkIn(await mailbox.read(/^Your order is waiting: Ascension 50K/), part));
  await expect(heading).toHaveText(strings.awaiting_title);
  await page.getByRole('link', { name: strings.awaiting_action }).click();
  await decide({ page, locale: 'en' });
  await expect(heading).toHaveText(strings.fulfilled_title);

  await page.goto(linkIn(await mailbox.read(/^Your order is waiting: Ascension 25K/), part));
  await expect(heading).toHaveText(strings.expired_title);
  await page.getByRole('link', { name: strings.try_again }).click();
  await expectScreen(page, 'checkout');
  await expect(page).toHaveURL('/check-out/ascension-25k');
});

test('another card pays a failed account’s renewal at once, and the account restarts without a charge', async ({
  page,
  request,
}) => {
  const email = emailOf({ name: 'behind', platform: 'dxfeed' });
  await signInAs(page, email);
  const mailbox = openMailbox(request, email);
  const shopper: Shopper = { page, mailbox, platform: 'dxfeed', locale: 'fr', isGuest: false };
  const accounts = stringsOf('fr', 'accounts');
  const billing = stringsOf('fr', 'billing');
  const payment = stringsOf('fr', 'payment');

  await visit(shopper, '/my-account');
  await expect(page.getByText(accounts.breach_title)).toBeVisible();
  await page.locator('details', { hasText: accounts.blocked_suspended }).locator('summary').click();
  const blocked = page.locator('dl div', { hasText: accounts.blocked_suspended });
  await expect(blocked.filter({ hasText: accounts.action_reset }).first()).toBeVisible();

  await visit(shopper, '/billing/pending');
  const row = page.getByRole('row', { name: /Classic 25K dxFeed/ });
  await expect(row.getByText(billing.past_due)).toBeVisible();
  await row.getByRole('button', { name: pattern(billing.change_card_pay) }).click();
  await page.waitForURL('**/api/dev/card/**');
  await page.getByRole('button', { name: payment.cardGood }).click();
  await expectScreen(page, 'billingPending');
  await expect(page.getByText(billing.due_now_none)).toBeVisible();
  await expect(row.getByText(pattern(billing.renews_monthly))).toBeVisible();

  await mailbox.read(/^Classic 25K: reset/);
  await visit(shopper, '/my-account');
  await expect(page.getByRole('heading', { level: 1, name: 'Classic 25K' })).toBeVisible();
  await expect(page.getByText(accounts.breach_title), 'it starts over').toHaveCount(0);
  await expect(page.getByText(accounts.breach_title)).toHaveCount(0);
});
