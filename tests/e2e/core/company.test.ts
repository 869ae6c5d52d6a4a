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

  await test.step('under Billing it sees what another name and country change, before they are saved', async () => {
    const billing = stringsOf('en', 'billing');
    await page.goto('/billing/pending');
    await page.getByRole('button', { name: billing.billed_change }).click();
    const dialog = page.getByRole('dialog');
    const [company, number] = [dialog.getByLabel(billing.company_name), dialog.getByLabel(billing.vat_number)];
    const check = dialog.getByRole('button', { name: billing.billed_check });
    await expect(company).toHaveValue('Maré Alta Lda');
    await company.fill('');
    await number.fill('');
    await check.click();
    // A private buyer in Portugal pays 23 % of VAT within the $99: 99 × 23 / 123.
    await expect(dialog).toContainText('Reverse charge');
    await expect(dialog).toContainText('$18.51');
    await dialog.getByRole('button', { name: billing.billed_edit }).click();
    await company.fill('Marée Haute SARL');
    await number.fill('PT501964843');
    await dialog.getByLabel(billing.country).selectOption('FR');
    await check.click();
    await expect(dialog.getByText(stringsOf('en', 'validation').vat_number_country)).toBeVisible();
    await number.fill('FR40303265045');
    await check.click();
    await expect(dialog).not.toContainText('$18.51');
    await dialog.getByRole('button', { name: billing.billed_save }).click();
    await expect(page.getByText('Billed to Marée Haute SARL, Ada Lovelace, France, FR40303265045')).toBeVisible();
  });
});
