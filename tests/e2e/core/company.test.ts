import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { decide, fillIn, order, type Shopper } from '../shop.ts';
import { stringsOf } from '../strings.ts';

test('a company enters its name and VAT number before ordering, and both appear on the invoice', async ({
  page,
  request,
  mailbox,
}) => {
  const strings = stringsOf('en', 'checkout');
  await signInWith(page, await register(request, mailbox));
  const shopper: Shopper = { page, mailbox, platform: 'rithmic', locale: 'en', isGuest: false };
  await page.goto('/check-out/classic-25k');
  await fillIn(shopper);
  const company = page.getByLabel(strings.company_name);
  const number = page.getByLabel(strings.vat_number);
  await expect(company).toBeHidden();
  await page.getByText(strings.company).click();

  await test.step('the fields stay while one of them is emptied', async () => {
    await company.fill('Maré Alta Lda');
    await company.fill('');
    await expect(company).toBeVisible();
  });

  await test.step('a number with a wrong check digit is reported at its field and kept', async () => {
    await company.fill('Maré Alta Lda');
    await number.fill('PT501964842');
    await order(shopper);
    await expect(page.getByText(stringsOf('en', 'validation').vat_number).first()).toBeVisible();
    await expect(number).toBeFocused();
    await expect(number).toHaveValue('PT501964842');
    await expect(company).toHaveValue('Maré Alta Lda');
  });

  await number.fill('pt 501 964 843');
  await order(shopper);
  await decide(shopper);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is open');
  await page.goto('/billing/history');
  await page.getByRole('button', { name: /^I\d{4}-\d{6}$/ }).click();
  await expect(page.getByText(/Maré Alta Lda/)).toBeVisible();
  await expect(page.getByText('PT501964843')).toBeVisible();
  const receipt = await mailbox.read(/^Your receipt/);
  expect(receipt.text).toContain('Maré Alta Lda');
  expect(receipt.text).toContain('PT501964843');
});
