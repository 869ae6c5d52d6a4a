import { type CheckoutRoute, checkouts } from '#routes/checkouts.ts';
import { eventually } from '../../support/eventually.ts';
import { classicCoupon, emailOf } from '../buyer-names.ts';
import { english, expect, openMailbox, test } from '../fixtures.ts';
import { countReceipts, fillIn, order, type Shopper, signInAs, visit } from '../shop.ts';
import { pattern, stringsOf } from '../strings.ts';
import { buyerFlows, completeCheckout, otherScreens, visitorFlows } from './checkout-flows.ts';

/** Each platform uses a language of its own, so that all three are covered. */
const people = [
  { platform: 'rithmic', guestsSpeak: 'en', buyersSpeak: 'fr' },
  { platform: 'dxfeed', guestsSpeak: 'fr', buyersSpeak: 'pt' },
] as const;

const namesOf = (flows: object) => Object.keys(flows) as CheckoutRoute[];

for (const { platform, guestsSpeak, buyersSpeak } of people) {
  test(`a visitor on ${platform} buys everything open to visitors, and the trial only once`, async ({
    page,
    mailbox,
  }) => {
    const shopper: Shopper = { page, mailbox, platform, locale: guestsSpeak, isGuest: true };
    for (const name of namesOf(visitorFlows)) {
      await test.step(name, () => completeCheckout(shopper, name));
      if (name === 'checkout') await otherScreens.orderStatus(shopper);
    }
    await otherScreens.thankyouThor(shopper);
    await eventually('the receipts', async () =>
      expect(await countReceipts(shopper)).toBe(namesOf(visitorFlows).length),
    );

    await otherScreens.checkoutStart(shopper);
    await visit(shopper, '/checkout/trial/trial-classic-50k');
    await fillIn(shopper);
    await order(shopper);
    await expect(page.getByText(stringsOf(shopper.locale, 'errors').trial_used).first()).toBeVisible();
  });

  test(`a buyer on ${platform} completes every checkout from its link to the receipt`, {
    tag: platform === 'rithmic' ? '@fast' : [],
  }, async ({ page, request }) => {
    const email = emailOf({ name: 'walker', platform });
    await signInAs(page, email);
    const mailbox = openMailbox(request, email);
    const shopper: Shopper = { page, mailbox, platform, locale: buyersSpeak, isGuest: false };

    // Free data is contained in what this buyer pays for.
    const mine = namesOf(buyerFlows).filter(
      (name) => name !== 'checkoutMarketFree' && [platform, null].includes(checkouts[name].platform),
    );
    const before = await countReceipts(shopper);
    for (const name of mine) await test.step(name, () => completeCheckout(shopper, name));
    await eventually('the receipts', async () => expect(await countReceipts(shopper)).toBe(before + mine.length));

    const strings = stringsOf(buyersSpeak, 'billing');
    await otherScreens.billingHistory(shopper);
    const documents = page.getByRole('button', { name: /^I\d{4}-\d{6}$/ });
    await expect(documents).toHaveCount(4 + mine.length);
    await documents.first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pattern(strings.document_invoice));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    await otherScreens.billingPending(shopper);
    await expect(page.getByText(strings.due_now_none)).toBeVisible();
    const row = page.getByRole('row', { name: /Classic 25K/ });
    await row.getByRole('button', { name: strings.cancel }).click();
    await expect(page.getByRole('dialog').getByText(pattern(strings.cancel_resume))).toBeVisible();
    await page.getByRole('button', { name: strings.cancel_confirm }).click();
    await expect(row.getByText(pattern(strings.ends))).toBeVisible();
    await expect(page.getByRole('heading', { name: strings.subscriptions_title, exact: true })).toBeFocused();
    await mailbox.read(/^You canceled Classic 25K/);
  });
}

test('a buyer without market data starts the free package', async ({ page, request }) => {
  const email = emailOf({ name: 'earner', platform: 'dxfeed' });
  await signInAs(page, email);
  const mailbox = openMailbox(request, email);
  await completeCheckout({ page, mailbox, platform: 'dxfeed', locale: 'en', isGuest: false }, 'checkoutMarketFree');
});

test('returning from the payment page restores the form, and the same order asks before charging twice', async ({
  page,
  mailbox,
}) => {
  const strings = stringsOf('en', 'checkout');
  const shopper: Shopper = { page, mailbox, platform: 'dxfeed', locale: 'en', isGuest: true };
  await page.goto('/check-out/classic-25k');
  await page.getByRole('radio', { name: strings.platform_dxfeed }).check();
  await page.getByText(strings.coupon_fold).click();
  await page.getByLabel(strings.coupon, { exact: true }).fill(classicCoupon);
  await page.getByRole('button', { name: strings.coupon_apply }).click();
  await fillIn(shopper);
  await page.getByRole('button', { name: 'Pay $79.20' }).click();
  await page.waitForURL('**/api/dev/pay/**');
  await page.goBack();
  await expect(page.getByLabel(strings.email, { exact: true })).toHaveValue(mailbox.address);
  await expect(page.getByLabel(strings.country)).toHaveValue('FR');
  await expect(page.getByRole('radio', { name: strings.platform_dxfeed })).toBeChecked();
  await page.getByRole('button', { name: 'Pay $79.20' }).click();
  await expect(page.getByRole('dialog')).toContainText(/You (?:just|already) ordered this/);
  await page.getByRole('link', { name: strings.duplicate_resume }).click();
  await page.waitForURL('**/api/dev/pay/**');
});

test('a consumer cancels a contract in two steps without signing in', async ({ page, mailbox }) => {
  await page.goto('/check-out/ascension-25k');
  await page.getByLabel(english.email, { exact: true }).fill(mailbox.address);
  await page.getByLabel(english.firstName, { exact: true }).fill('Ada');
  await page.getByLabel(english.lastName, { exact: true }).fill('Marée');
  await page.getByLabel(english.country).selectOption({ label: english.countryName });
  // An order pressed before the box appears would only show it.
  await expect(page.getByLabel(english.startNow)).toBeVisible();
  await page.getByLabel(english.terms).check();
  await page.getByRole('button', { name: english.pay }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText(/It starts on .* when your right to withdraw/)).toBeVisible();
  const orderId = new URL(page.url()).pathname.split('/')[4] ?? '';

  await page.goto('/');
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Ada Marée');
  await page.getByLabel('Email for confirmation').fill(mailbox.address);
  await page.getByLabel('Order or invoice number').fill(orderId);
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We’ve received your statement' })).toBeVisible();
  const { text } = await mailbox.read(/Your withdrawal from the contract/);
  await page.goto(/https?:\/\/\S+withdraw-confirm\S+/.exec(text)?.[0] ?? '');
  await page.getByRole('button').first().click();
  await mailbox.read(/Your refund: Ascension 25K/);
});
