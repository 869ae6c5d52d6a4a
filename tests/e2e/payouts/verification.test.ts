import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signInWith } from '../accounts/account-fixtures.ts';
import { buyerPassword, emailOf } from '../buyer-names.ts';
import { expect, openContext, openMailbox, test } from '../fixtures.ts';
import { openAs } from '../staff.ts';

const photograph = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#07546b' } })
    .jpeg()
    .toBuffer();

const step = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Refuses documents that aren't pictures, stores pictures, and submits both required ones. */
async function submitDocuments(page: Page): Promise<void> {
  const identity = step(page, 'Your identity');
  await identity.getByRole('button', { name: 'Start identity check' }).click();
  const front = identity.getByLabel(/^Front, or the passport page/);
  await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
  await expect(identity.getByText('Choose a JPEG, PNG or WebP image, or a PDF.')).toBeVisible();
  await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await photograph() });
  await expect(identity.getByText(/^Added on/)).toHaveCount(1);
  await expect(identity.getByText('Add the front and a selfie first.')).toBeVisible();
  const selfie = identity.getByLabel(/^A selfie with the document/);
  await selfie.setInputFiles({ name: 'selfie.jpg', mimeType: 'image/jpeg', buffer: await photograph() });
  await identity.getByRole('button', { name: 'Submit for review' }).click();
  await expect(
    identity.getByText(/^We have had everything since \w+ \d+, 20\d\d and are reviewing it\./),
  ).toBeVisible();
}

/** A reviewer looks at the documents and approves the check with the name on them. */
async function approve(office: Page, email: string): Promise<void> {
  await office.goto('/admin');
  await office.getByRole('link', { name: 'Identity checks to decide' }).click();
  await expect(office).toHaveURL(/\/admin\/identity\?status=review/);
  await office.goto(`/admin/identity?q=${encodeURIComponent(email)}`);
  await office.getByRole('row').nth(1).getByRole('link').first().click();
  await office.getByRole('button', { name: 'View: Front, or passport page' }).click();
  await expect(office.getByRole('img', { name: 'Front, or passport page' })).toBeVisible();
  await office.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Approve' });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByLabel('First names on the document')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('First names on the document').fill('Grace');
  await dialog.getByLabel('Last names on the document').fill('Hopper');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(office.getByText('Approved', { exact: true }).first()).toBeVisible();
  await expect(office.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
}

async function signForms(page: Page): Promise<void> {
  const tax = step(page, 'Tax form');
  await tax.getByRole('button', { name: 'Sign the form' }).click();
  await expect(tax.getByText('Confirm the certification to sign.')).toBeVisible();
  await tax.getByLabel('Street and number').fill('Rua da Prata 80');
  await tax.getByLabel('Postal code').fill('1100-420');
  await tax.getByLabel('City').fill('Lisboa');
  await tax.getByLabel('Date of birth').fill('1990-05-31');
  await tax.getByLabel('My country doesn’t issue tax IDs').check();
  await tax.getByLabel(/^Under penalties of perjury/).check();
  await tax.getByLabel('Your signature: type your full name').fill('Grace Hopper');
  await tax.getByRole('button', { name: 'Sign the form' }).click();
  await expect(tax.getByText(/^W-8BEN signed by Grace Hopper/)).toBeVisible();

  const agreement = step(page, 'Agreement');
  await agreement.getByText('Read the agreement', { exact: true }).click();
  await expect(agreement.getByRole('heading', { name: 'Funded-account agreement' })).toBeVisible();
  await agreement.getByLabel('I have read the agreement and accept it.').check();
  await agreement.getByLabel('Your signature: type your full name').fill('Grace Hopper');
  await agreement.getByRole('button', { name: 'Sign the agreement' }).click();
  await expect(agreement.getByText(/signed by Grace Hopper/)).toBeVisible();
}

/** A second destination, which has to wait. */
async function addWise(page: Page, email: string): Promise<void> {
  const destinations = step(page, 'Where we pay you');
  await expect(destinations.getByText('Usable', { exact: true })).toBeVisible();
  await destinations.getByRole('button', { name: 'Add a payout destination' }).click();
  await destinations.getByRole('radio', { name: /^Wise/ }).check({ force: true });
  await destinations.getByLabel('Email address or @Wisetag', { exact: true }).fill('nobody');
  await destinations.getByRole('button', { name: 'Add destination' }).click();
  // What was typed wrong is named before the password is asked.
  const recipient = destinations.getByLabel('Email address or @Wisetag', { exact: true });
  await expect(recipient).toHaveAttribute('aria-invalid', 'true');
  await recipient.fill(email);
  await destinations.getByRole('button', { name: 'Add destination' }).click();
  await page.getByLabel('Your password').fill(buyerPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(destinations.getByText(/usable from/)).toBeVisible();
  await expect(destinations.getByText('Waiting period')).toBeVisible();
}

async function openRequest(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Request payout|Try an amount/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Request a payout' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount in dollars' }).fill('250');
}

/** The new destination is refused with its date; the one that has waited is paid to. */
async function request(page: Page): Promise<void> {
  const to = page.getByLabel('Pay to');
  await to.selectOption({ label: await to.getByText(/^Wise/).innerText() });
  await expect(page.getByText(/^You can use this destination from/)).toBeVisible();
  await to.selectOption({ label: await to.getByText(/^Bank /).innerText() });
  await expect(page.getByText(/^You can use this destination from/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Request payout' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Request P\d{4}-\d+/ })).toBeVisible();
  // The rule may have had it paid by now.
  await expect(page.getByText(/^We’ll decide by|^SANDBOX-P/).first()).toBeVisible();
}

for (const platform of ['rithmic', 'dxfeed'] as const) {
  test(`a new trader on ${platform} goes from registration to a first payout request`, async ({
    page,
    request: api,
    browser,
  }) => {
    const email = emailOf({ name: 'earner', platform });
    const answer = await api.post('/api/submit_login', { data: { email, password: buyerPassword } });
    await signInWith(page, (await answer.json()) as { token: string });
    await page.goto('/dashboard/withdrawal');
    await openRequest(page);
    const missing = page
      .getByRole('listitem')
      .filter({ hasText: /^(Verify your identity|Fill in your tax form|Sign the)/ });
    await expect(missing).toHaveCount(3);

    await page.goto('/dashboard/withdrawal/verification');
    await submitDocuments(page);
    await approve(await openAs(browser, api, 'admin@example.com'), email);
    await page.reload();
    await expect(page.getByText('Identity verified: Grace Hopper.')).toBeVisible();
    await signForms(page);
    await expect(page.getByText('Nothing is missing.')).toBeVisible();
    await addWise(page, email);

    if (platform === 'rithmic') {
      await page.goto('/dashboard/withdrawal');
      await openRequest(page);
      await request(page);
      return;
    }
    // The same, signed out: the mailed code opens only payouts.
    const visitor = await (await openContext(browser)).newPage();
    await visitor.goto('/withdrawal-req');
    await visitor.getByLabel('Email', { exact: true }).fill(email);
    await visitor.getByRole('button', { name: 'Send code' }).click();
    const mail = await openMailbox(api, email).read(/^\d{6}\b|\b\d{6}\b/);
    await visitor.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(mail.subject)?.[0] ?? '');
    await visitor.getByRole('button', { name: 'Open payouts' }).click();
    await openRequest(visitor);
    await request(visitor);
  });
}

test('signed out, the screen says why it needs a sign-in and returns to itself afterward', async ({ page }) => {
  await page.goto('/fr/dashboard/withdrawal/verification');
  await page.locator('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/fr\/sign-in\?next=%2Ffr%2Fdashboard%2Fwithdrawal%2Fverification/);
});

test('a reviewer reads the evidence of a sanctions match and decides it with a reason', async ({
  browser,
  request: api,
}) => {
  const office = await openAs(browser, api, 'admin@example.com');
  await office.goto('/admin/screenings?q=applicant%40example.com');
  await office.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(office.getByText(/Alan Girardo \(sample\) · 88 % · SAMPLE-9/)).toBeVisible();
  const decide = office.getByRole('button', { name: 'Decide' });
  // A second run finds it decided.
  if ((await decide.count()) === 0) return;
  await decide.click();
  const dialog = office.getByRole('dialog', { name: 'Decide' });
  await dialog.getByLabel('Decision').selectOption({ label: 'Cleared' });
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Reason').fill('Another date of birth.');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(office.getByText('Cleared', { exact: true }).first()).toBeVisible();
  await expect(office.getByText('Another date of birth.')).toBeVisible();
});
