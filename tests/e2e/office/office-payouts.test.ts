import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eventually, reloadUntilShown } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { openAs, signInDemo, staffPassword } from '../staff.ts';

/** Runs an action of a record, and reauthenticates if the server requires it. */
async function act(page: Page, name: string | RegExp, fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.getByRole('button', { name, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name });
  await fill?.(dialog);
  await dialog.getByRole('button', { name, exact: true }).click();
  const password = page.getByLabel('Your password');
  await eventually('the password field or the end of the dialog', async () =>
    expect((await password.isVisible()) || (await dialog.isHidden())).toBe(true),
  );
  if (await password.isVisible()) {
    await password.fill(staffPassword);
    await page.getByRole('button', { name: 'Confirm' }).click();
  }
  await expect(dialog).toBeHidden();
}

test('two people approve a payout above the limit; it is batched, exported and imported, and the trader sees it paid', {
  tag: '@fast',
}, async ({ page, browser, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'finance@example.com') });
  await page.goto('/admin/payouts?status=requested');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'payee@example.com' })
    .filter({ hasText: /\$[23],\d{3}/ })
    .first();
  await row.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^\$[23],\d{3}\.\d\d to \S/ })).toBeVisible();
  const number = await page
    .getByText(/^P\d{4}-\d{6}$/)
    .first()
    .innerText();
  const path = new URL(page.url()).pathname;
  await act(page, 'Start the review');
  await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ready to approve: 9 of 9' })).toBeVisible();
  await act(page, /^Approve \$/);
  await expect(page.getByText('1 (minimum 2)')).toBeVisible();
  await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();

  const second = await openAs(browser, request, 'admin@example.com');
  await second.goto(path);
  await act(second, /^Approve \$/);
  await expect(second.getByText('Approved', { exact: true }).first()).toBeVisible();

  await page.goto('/admin/batches');
  await act(page, 'New batch: Bank file (pain.001)');
  await expect(page.getByText('No approved payouts are waiting for a batch')).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'Draft' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^\$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText(/^Someone else has to export this batch/)).toBeVisible();

  await second.goto(new URL(page.url()).pathname);
  await second.getByRole('button', { name: 'Export' }).click();
  const download = second.waitForEvent('download');
  await second.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }).click();
  const xml = readFileSync((await (await download).path()) ?? '', 'utf8');
  expect(xml).toContain(`<EndToEndId>${number}</EndToEndId>`);
  await expect(second.getByText('Exported', { exact: true }).first()).toBeVisible();
  const amount = new RegExp(`<EndToEndId>${number}</EndToEndId>.*?Ccy="USD">([\\d.]+)<`).exec(xml)?.[1] ?? '';

  await page.goto('/admin/imports');
  const money = `<Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>`;
  const details = `<NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>${money}</TxDtls></NtryDtls>`;
  const file = `<Document><BkToCstmrStmt><Stmt><Ntry>${money}<Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>BK-77</AcctSvcrRef>${details}</Ntry></Stmt></BkToCstmrStmt></Document>`;
  await page
    .getByLabel('Import a bank file')
    .setInputFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(file) });
  await expect(page.getByText('1 entry: 1 to apply, 0 to review')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('1 entry: 1 to follow')).toHaveCount(0);

  const trader = await openAs(browser, request, 'payee@example.com');
  await trader.goto('/withdrawal/history');
  const paid = trader.getByRole('listitem').filter({ has: trader.getByRole('heading', { name: number }) });
  await reloadUntilShown(trader, paid.locator('summary').getByText('Paid', { exact: true }));
  await paid.locator('summary').click();
  await paid.getByRole('link', { name: 'Certificate' }).click();
  await expect(trader.getByText(`$${Number(amount).toLocaleString('en-US')}.00`).first()).toBeVisible();
});
