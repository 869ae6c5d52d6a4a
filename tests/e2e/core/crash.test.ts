import { startServer } from '../../support/server.ts';
import { checkOutAsGuest, english, expect, openContext, test } from '../fixtures.ts';
import { copyPrepared } from '../prepared-folder.ts';

test('a server killed after the payment opens the account once it is back', async ({ browser }) => {
  // Two servers start in sequence.
  const first = await startServer({ dataDir: copyPrepared('demo'), env: { TRUST_PROXY: '1' } });
  const context = await openContext(browser, { baseURL: first.origin });
  const page = await context.newPage();
  const address = `crash-${Date.now()}@example.com`;
  await page.goto('/check-out/classic-25k');
  await checkOutAsGuest(page, address, english);

  const result = page.waitForRequest((request) => request.url().includes('/api/orders/result'));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await result;
  await first.kill();

  const port = Number(new URL(first.origin).port);
  const second = await startServer({ dataDir: first.dataDir, port, env: { TRUST_PROXY: '1' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();
  const mails = await (await context.request.get(`/api/dev/mailbox?to=${address}`)).json();
  expect((mails as { subject: string }[]).filter(({ subject }) => /receipt/i.test(subject))).toHaveLength(1);
  await context.close();
  await second.stop();
});
