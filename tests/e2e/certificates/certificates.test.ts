import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';

async function signInAsTrader(page: Page): Promise<string> {
  const credentials = { email: 'trader@example.com', password: 'Tidemark-demo-1' };
  const answer = await page.request.post('/api/submit_login', { data: credentials });
  const { token } = (await answer.json()) as { token: string };
  await signInWith(page, { token });
  return token;
}

test('a trader chooses what a certificate shows and downloads the PDF, and anyone can verify it', async ({
  page,
  browser,
}, testInfo) => {
  await signInAsTrader(page);
  await page.goto('/my-account/certificates');
  const item = page.getByRole('listitem').filter({ hasText: 'Classic 100K: evaluation passed' });
  await expect(item.getByRole('img', { name: 'Certificate, Classic 100K: evaluation passed' })).toBeVisible();

  // Toggled back and forth, so that a second run of the test finds the same certificate.
  for (const [choice, name] of [
    ['T. M.', 'T. M.'],
    ['Tessa Marques', 'Tessa Marques'],
  ] as const) {
    await item.getByRole('button', { name: /^Change what it shows/ }).click();
    await page.getByRole('radio', { name: choice }).check();
    await page.getByRole('button', { name: 'Replace certificate' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(item.getByText(name, { exact: true })).toBeVisible();
  }

  const downloading = page.waitForEvent('download');
  await item.getByRole('button', { name: /^Download PDF/ }).click();
  const pdfPath = testInfo.outputPath('certificate.pdf');
  await (await downloading).saveAs(pdfPath);
  const keysPath = testInfo.outputPath('jwks.json');
  writeFileSync(keysPath, await (await page.request.get('/.well-known/jwks.json')).body());
  const output = execFileSync(process.execPath, ['public/verify-certificate.mjs', pdfPath, keysPath], {
    encoding: 'utf8',
  });
  expect(output).toContain('Genuine: signed by Tidemark');

  const visitor = await openContext(browser);
  const publicPage = await visitor.newPage();
  await publicPage.goto('/certificates/verify');
  const uploads: string[] = [];
  publicPage.on('request', (request) => request.method() !== 'GET' && uploads.push(request.url()));
  await publicPage.getByLabel('Drop the PDF here').setInputFiles(pdfPath);
  const result = publicPage.getByRole('status');
  await expect(result.getByRole('heading', { name: 'Genuine', exact: true })).toBeVisible();
  await expect(result).toContainText('it hasn’t been revoked');
  await expect(result).toContainText('Tessa Marques');
  await expect(result).toContainText('Classic 100K');

  const changed = Buffer.from(readFileSync(pdfPath));
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  await publicPage
    .getByLabel('Drop the PDF here')
    .setInputFiles({ name: 'changed.pdf', mimeType: 'application/pdf', buffer: changed });
  await expect(result.getByRole('heading', { name: 'Not genuine' })).toBeVisible();
  await expect(result.getByRole('heading', { name: 'Genuine', exact: true })).toBeHidden();
  expect(uploads).toEqual([]);
  await visitor.close();
});

test('a certificate verifies by its link and its number, and a replaced one is shown as revoked', async ({ page }) => {
  const token = await signInAsTrader(page);
  await page.goto('/my-account/certificates');
  const item = page.getByRole('listitem').filter({ hasText: 'Ascension 25K: evaluation passed' });
  const idOf = async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await page.request.get('/api/certificates', { headers });
    const { data } = (await answer.json()) as { data: { certificates: { id: string; program: string }[] } };
    return data.certificates.find(({ program }) => program === 'ascension')?.id ?? '';
  };
  const before = await idOf();
  await item.getByRole('button', { name: /^Change what it shows/ }).click();
  const amount = page.getByRole('checkbox', { name: 'Show the amount' });
  await amount.setChecked(!(await amount.isChecked()));
  await page.getByRole('button', { name: 'Replace certificate' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const after = await idOf();
  expect(after).not.toBe(before);

  await page.goto(`/fr/certificates/verify?id=${after}`);
  await expect(page.getByRole('heading', { name: 'Authentique', exact: true })).toBeVisible();
  await page.goto('/certificates/verify');
  await page.getByLabel('Certificate number or link').fill(before);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('heading', { name: 'Revoked' })).toBeVisible();
  await expect(page.getByRole('status')).toContainText('Its owner replaced it');
  await expect(page.getByRole('status')).not.toContainText('Tessa');
});

test('a visitor with a wrong number sees an error, and a payout’s certificates belong to one account', async ({
  page,
}) => {
  await page.goto('/certificates/verify?id=AAAAAAAAAAAAAAAAAAAAAA');
  await expect(page.getByText('There’s no certificate with this number')).toBeVisible();
  await signInAsTrader(page);
  await page.goto('/withdrawal/history/certificate/unknown');
  await expect(page.getByRole('heading', { name: 'Account not found' })).toBeVisible();
});
