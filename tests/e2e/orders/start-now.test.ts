import { cancellationEndsAt } from '#shared/orders/cancel-contract.ts';
import { eventually } from '../../support/eventually.ts';
import { type Account, asPerson, buy, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { decide, order, type Shopper } from '../shop.ts';
import { openTrader } from '../staff.ts';
import { stringsOf } from '../strings.ts';

const { start_now } = stringsOf('en', 'validation');
/** When the fourteenth day of a European buyer ends. */
const startAfter = (paidAt: number) =>
  cancellationEndsAt(paidAt, { days: 14, hoursFromUtc: [-1, 3], endsOnWorkingDay: true });

/** The UTC date as receipts write it. */
function dayText(at: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

// West of Greenwich the reader's date often differs from the receipt's.
test.use({ timezoneId: 'Pacific/Honolulu' });

test('a guest who left the box unticked starts from the result page by giving consent', async ({ page, mailbox }) => {
  const strings = stringsOf('en', 'checkout');
  const shopper: Shopper = { page, mailbox, platform: 'rithmic', locale: 'en', isGuest: true };
  await page.goto('/check-out/classic-25k');
  await page.getByLabel(strings.email, { exact: true }).fill(mailbox.address);
  await page.getByLabel(strings.first_name, { exact: true }).fill('Ada');
  await page.getByLabel(strings.last_name, { exact: true }).fill('Marée');
  await page.getByLabel(strings.country).selectOption('FR');
  // An order pressed before the box appears would only show it.
  await expect(page.locator('[name=startNow]')).toBeVisible();
  await page.getByLabel(/I accept the terms/).check();
  await order(shopper);
  const paidAt = Date.now();
  await decide(shopper);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(`Payment received. It starts on ${dayText(startAfter(paidAt))}`);

  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(page.getByText(start_now)).toBeVisible();
  await page.getByLabel(/I understand that I lose my right/).check();
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(heading).toHaveText('Your account is open');
  await mailbox.read(/^We’re starting Classic 25K now/);
});

test('a signed-in buyer starts from My Account, and the account appears there', async ({ page, request, mailbox }) => {
  const person = await register(request, mailbox);
  const evaluation = { kind: 'evaluation', packageId: 'classic-25k' };
  await buy(request, person.token, person.email, evaluation, { startNow: 0 });
  const paidAt = Date.now();
  await signInWith(page, person);
  await page.goto('/my-account');
  await expect(page.getByText(`Classic 25K starts on ${dayText(startAfter(paidAt))}`)).toBeVisible();
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(page.getByText(start_now)).toBeVisible();
  await page.getByLabel(/I understand that I lose my right/).check();
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(page.getByText('We’re starting Classic 25K')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Classic 25K');
});

test('a checkout for someone else’s account says so and links to the accounts', async ({ page, request, mailbox }) => {
  const person = await register(request, mailbox);
  await buy(request, person.token, person.email, { kind: 'evaluation', packageId: 'classic-25k' });
  const ask = asPerson(request, person.token);
  const list = async () => (await ask<{ accounts: readonly Account[] }>('account/data')).accounts;
  await eventually('the open accounts', async () => expect(await list()).toHaveLength(1));
  const [account] = await list();
  await signInWith(page, person);
  await page.goto(`/checkout/funded/${account?.id}/classic-25k/someone-else`);
  await expect(page.getByText('We couldn’t find this account')).toBeVisible();
  await expect(page.getByText(/another platform user/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).last().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
  await page.goto('/billing/checkout/no-such-bill/classic-25k');
  await expect(page.getByText('We couldn’t find this bill')).toBeVisible();
});

test('a purchase that an account doesn’t allow shows the reason instead of a form and links to the accounts', async ({
  page,
  request,
  mailbox,
}) => {
  const { person, account, ask } = await openTrader(request, mailbox);
  const { platformUser } = await ask<{ platformUser: string }>(`account/details?accountId=${account.id}`);
  await signInWith(page, person);
  await page.goto(`/checkout/funded/${account.id}/classic-25k/${platformUser}`);
  await expect(page.getByText('This account hasn’t passed yet.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).last().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/my-account');
});
