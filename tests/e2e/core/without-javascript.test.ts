import { expect, test } from '../fixtures.ts';

test.use({ javaScriptEnabled: false });

const pages = [
  ['/', 'Pass once.'],
  ['/classic-accounts', 'Profit target'],
  ['/evaluations', 'Ascension'],
  ['/faq', 'drawdown'],
  ['/faq/detail/1/22', 'floor'],
  ['/fr/faq/detail/1/22', 'plancher'],
  ['/rtraderpro-connection-guide', 'Rithmic'],
  ['/terms', 'Fees are not refundable'],
  ['/pt/classic-accounts', 'Objetivo'],
] as const;

for (const [path, text] of pages) {
  test(`${path} is readable in full without JavaScript`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the menus open and navigate without JavaScript', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByText('Accounts', { exact: true }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Classic', exact: false }).first().click();
  await expect(page.locator('main')).toHaveAttribute('data-route', '/classic-accounts');
});

test('a package page shows the catalog price without JavaScript', async ({ page }) => {
  await page.goto('/classic-accounts');
  await expect(page.getByRole('main').getByText('$149').first()).toBeVisible();
});

test('the contract cancellation works as a plain form without JavaScript and without signing in', {
  tag: '@fast',
}, async ({ page, mailbox }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await page.getByLabel('Your name').fill('Ada Marée');
  await page.getByLabel('Email for confirmation').fill(mailbox.address);
  await page.getByLabel('Order or invoice number').fill('see www.example.com');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Leave out links and line breaks/);
  await page.getByLabel('Order or invoice number').fill('2345-678F');
  await page.getByRole('button', { name: 'Withdraw from contract here' }).click();
  await expect(page.getByText('I, Ada Marée, withdraw from the contract for order 2345-678F.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
  await expect(page.getByRole('heading', { name: 'We’ve received your statement' })).toBeVisible();
  const receipt = await mailbox.read(/We’ve received a statement: W/);
  expect(receipt.text).not.toContain('2345-678F');
});

test('a subscription is canceled from one page, with its final button there from the start and a check on request', {
  tag: '@fast',
}, async ({ page, mailbox }) => {
  await page.goto('/cancel-subscription');
  const send = page.getByRole('button', { name: 'Cancel now' });
  await expect(send).toBeVisible();
  await page.getByLabel('Your name').fill('Ada Marée');
  await page.getByLabel('Email for confirmation').fill(mailbox.address);
  await page.getByLabel('Order or invoice number').fill('2345-678F');
  await page.getByLabel('Kind of cancellation').selectOption('For good cause');
  await page.getByLabel('Reason').fill('The feed was down');
  await page.getByRole('button', { name: 'Check first' }).click();
  await expect(page.getByText('order 2345-678F for good cause, with immediate effect.')).toBeVisible();
  await expect(page.getByText('Reason: The feed was down')).toBeVisible();
  await send.click();
  await expect(page.getByRole('heading', { name: 'We’ve received your statement' })).toBeVisible();
  await mailbox.read(/^Your cancellation K/);
});

for (const [path, need] of [
  ['/sign-in', 'This screen needs JavaScript.'],
  ['/contact', 'This form needs JavaScript.'],
  ['/check-out', 'Ordering needs JavaScript.'],
  ['/check-out/classic-50k', 'This screen needs JavaScript.'],
] as const) {
  test(`${path} says what is needed without JavaScript`, async ({ page }) => {
    await page.goto(path);
    // Text locators skip the content of a noscript element.
    expect(await page.locator('main noscript').first().innerText()).toContain(need);
    await expect(page.getByText('Checking your session')).toBeHidden();
  });
}
