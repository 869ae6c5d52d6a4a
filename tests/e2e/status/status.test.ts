import { reloadUntilShown } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';

test('an outage appears on the status page and is closed again', async ({ page, browser, request }) => {
  const answer = await request.post('/api/submit_login', {
    data: { email: 'admin@example.com', password: 'Tidemark-demo-1' },
  });
  const office = await (await openContext(browser)).newPage();
  await signInWith(office, (await answer.json()) as { token: string });
  await office.goto('/admin/incidents');
  await office.getByRole('button', { name: 'Open an incident' }).click();
  const dialog = office.getByRole('dialog');
  await dialog.getByLabel('Component').selectOption({ label: 'Checkout' });
  await dialog.getByLabel('Impact').selectOption({ label: 'Down' });
  await dialog.getByLabel('Title').fill('Card payments fail');
  await dialog.getByLabel('Public text').fill('We are looking into it.');
  await dialog.getByRole('button', { name: 'Open an incident' }).click();
  await office.getByRole('row').filter({ hasText: 'Card payments fail' }).getByRole('link').first().click();
  await expect(office.getByRole('heading', { name: 'Card payments fail' })).toBeVisible();

  // The page may show what it read up to fifteen seconds ago.
  await page.route('**/api/status/fetch', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'cache-control': 'no-cache' } }),
  );
  await page.goto('/status');
  await expect(page.getByRole('heading', { name: 'Some systems are affected' })).toBeVisible();
  await expect(page.locator('[data-part=component-checkout]')).toHaveText('Down');
  await expect(page.getByRole('heading', { name: 'Card payments fail' })).toBeVisible();

  await office.getByRole('button', { name: 'Confirm or update' }).click();
  await dialog.getByLabel('Status').selectOption({ label: 'Resolved' });
  await dialog.getByLabel('Public text').fill('It works again.');
  await dialog.getByRole('button', { name: 'Confirm or update' }).click();
  await expect(office.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await reloadUntilShown(page, page.locator('[data-part=component-checkout]').filter({ hasText: /^Operational$/ }));
  await expect(page.getByText('It works again.')).toBeVisible();
  await office.context().close();
});

test('the status page says so when it can’t reach the server', async ({ page }) => {
  await page.route('**/api/status/fetch', (route) => route.abort());
  await page.goto('/status');
  await expect(page.getByRole('heading', { name: 'This page can’t reach our server' })).toBeVisible();
  await expect(page.getByText(/^Either your connection or our server is down/)).toBeVisible();
  await expect(page.locator('[data-part=component-site]')).toHaveText('Unknown');
});
