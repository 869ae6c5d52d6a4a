import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openMailbox, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

const email = 'payee@example.com';
const password = 'Tidemark-demo-1';

/** Opens the certificate of a paid payout from the history. @returns the payout's amount as shown in the history */
async function openCertificate(page: Page, accountPrefix: string): Promise<string> {
  const paid = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^P\d{4}-\d{6}$/ }) })
    .filter({ hasText: accountPrefix })
    .filter({ has: page.locator('summary', { hasText: 'Paid' }) })
    .first();
  await paid.locator('summary').click();
  const received = await paid.locator('dl div').filter({ hasText: 'You receive' }).locator('dd').innerText();
  await paid.getByRole('link', { name: 'Certificate' }).click();
  return received.trim();
}

/** Downloads the first certificate and verifies it with the published program, which has only the published keys. */
async function verifyPdf(page: Page, testInfo: TestInfo, amount: string): Promise<void> {
  await expect(page.locator('main')).toHaveAttribute('data-route', /\/withdrawal\/history\/certificate\//);
  const item = page.getByRole('listitem').filter({ hasText: amount }).first();
  const downloading = page.waitForEvent('download');
  await item.getByRole('button', { name: /^Download PDF/ }).click();
  const pdfPath = testInfo.outputPath('payout.pdf');
  await (await downloading).saveAs(pdfPath);
  const keysPath = testInfo.outputPath('jwks.json');
  writeFileSync(keysPath, await (await page.request.get('/.well-known/jwks.json')).body());
  const output = execFileSync(process.execPath, ['public/verify-certificate.mjs', pdfPath, keysPath], {
    encoding: 'utf8',
  });
  expect(output).toContain('Genuine: signed by Tidemark');
  expect(output).toContain('Filipa Nogueira');
}

// A mailed code replaces an earlier one for the same address.
test.describe.configure({ mode: 'serial' });

for (const [platform, prefix] of [
  ['Rithmic', 'RTH-'],
  ['dxFeed', 'DXF-'],
] as const) {
  test(`a trader opens a payout’s verified certificate from the history on ${platform}`, async ({
    page,
    request,
  }, testInfo) => {
    await signInWith(page, { token: await signInDemo(request, email) });
    await page.goto('/withdrawal/history');
    await verifyPdf(page, testInfo, await openCertificate(page, prefix));
  });

  test(`an emailed code shows a paid payout on ${platform}, and its certificate requires signing in`, async ({
    page,
    request,
  }, testInfo) => {
    await page.goto('/withdrawal-req');
    await page.getByLabel('Email', { exact: true }).fill(email);
    const mailbox = openMailbox(request, email);
    // Newest first. Other emails may arrive meanwhile, with the number of a payout, like P2026-000017.
    const listCodes = async () => (await mailbox.all()).flatMap(({ subject }) => /(?<!-)\b\d{6}\b/.exec(subject) ?? []);
    const sentBefore = (await listCodes()).length;
    await page.getByRole('button', { name: 'Send code' }).click();
    await eventually('the code', async () => expect((await listCodes()).length).toBeGreaterThan(sentBefore));
    await page.getByLabel('Code from the email').fill((await listCodes())[0] ?? '');
    await page.getByRole('button', { name: 'Open payouts' }).click();
    await page.getByRole('navigation', { name: 'Payout screens' }).getByRole('link', { name: 'History' }).click();
    const received = await openCertificate(page, prefix);
    await expect(page.locator('main')).toHaveAttribute('data-route', '/sign-in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await verifyPdf(page, testInfo, received);
  });
}
