import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';

test('a subscription is canceled on one page: button from the start, summary as it is typed, a statement to keep', {
  tag: '@fast',
}, async ({ page, mailbox }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Cancel your subscription' }).click();
  const send = page.getByRole('button', { name: 'Cancel now' });
  await expect(send).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Ordinary/ })).toBeChecked();
  await page.getByLabel('Your name').fill('Ada Marée');
  await page.getByLabel('Email for confirmation').fill(mailbox.address);
  await page.getByLabel('Order or invoice number').fill('2345-678F');
  await expect(
    page.getByText('I, Ada Marée, cancel the subscription of order 2345-678F as soon as possible.'),
  ).toBeVisible();
  await page.getByText('For good cause').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The feed was down');
  await page.getByLabel('End date (optional)').fill('2027-01-31');
  const statement = page.getByText('for good cause. It should end on January 31, 2027.');
  await expect(statement).toContainText('Reason: The feed was down');
  await send.click();
  await expect(page.getByText(/^We received it on .* under the reference K\d{4}-\d{6}/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save this acknowledgment' }).click();
  const kept = await readFile(await (await download).path(), 'utf8');
  expect(kept).toContain('Reason: The feed was down');
  expect(kept).toMatch(/under the reference K\d{4}-\d{6}/);
  await mailbox.read(/^Your cancellation K/);
});

test('an email address with a mistake is named beside its field', async ({ page }) => {
  await page.goto('/fr/cancel-subscription');
  await page.getByLabel('Votre nom').fill('Ada');
  await page.getByLabel('E-mail pour la confirmation').fill('ada@example');
  await page.getByLabel('Numéro de commande ou de facture').fill('2345-678F');
  await page.getByRole('button', { name: 'Résilier maintenant' }).click();
  await expect(page.getByLabel('E-mail pour la confirmation')).toHaveAttribute('aria-invalid', 'true');
});
