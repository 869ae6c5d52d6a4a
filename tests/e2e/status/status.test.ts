import { reloadUntilShown } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';
import { openAs, openTrader } from '../staff.ts';

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

test('staff say who couldn’t trade, a risk manager adds a credit once, and the trader reads what it is for', async ({
  page,
  browser,
  request,
  mailbox,
}) => {
  const { person, account } = await openTrader(request, mailbox);
  const office = await openAs(browser, request, 'admin@example.com');
  const dialog = office.getByRole('dialog');
  await office.goto('/admin/incidents');
  await office.getByRole('button', { name: 'Open an incident' }).click();
  await dialog.getByLabel('Component').selectOption({ label: 'Trading platforms' });
  await dialog.getByLabel('Impact').selectOption({ label: 'Down' });
  await dialog.getByLabel('Title').fill('Orders don’t go through');
  await dialog.getByLabel('Public text').fill('We are looking into it.');
  await dialog.getByRole('button', { name: 'Open an incident' }).click();
  await office.getByRole('row').filter({ hasText: 'Orders don’t go through' }).getByRole('link').first().click();

  await office.getByRole('button', { name: 'Confirm or update' }).click();
  await dialog.getByLabel('Status').selectOption({ label: 'Resolved' });
  await dialog.getByLabel('Public text').fill('Orders go through again.');
  await dialog.getByRole('button', { name: 'Confirm or update' }).click();
  await expect(dialog.getByLabel('Who couldn’t trade')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Who couldn’t trade').selectOption({ label: 'Rithmic' });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Outage began (UTC)').fill(minutesAgo(-5));
  await dialog.getByRole('button', { name: 'Confirm or update' }).click();
  await expect(dialog.getByLabel('Outage began (UTC)')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Outage began (UTC)').fill(minutesAgo(3));
  await dialog.getByRole('button', { name: 'Confirm or update' }).click();
  await expect(dialog).toBeHidden();

  const risk = await openAs(browser, request, 'risk@example.com');
  await risk.goto('/admin/incidents');
  await risk.getByRole('row').filter({ hasText: 'Orders don’t go through' }).getByRole('link').first().click();
  const add = async () => {
    await risk.getByRole('button', { name: 'Add a remedy' }).click();
    const form = risk.getByRole('dialog');
    await form.getByLabel('Account number').fill(account.platformAccountId);
    await form.getByLabel('Credit in dollars').fill('12.50');
    await form.getByLabel('Reason').fill('Two of your orders were late.');
    await form.getByRole('button', { name: 'Add a remedy' }).click();
    return form;
  };
  await expect(await add()).toBeHidden();
  await add();
  await expect(risk.getByText('One of these accounts already has a remedy. It can’t be changed.')).toBeVisible();

  await signInWith(page, person);
  await page.goto('/status');
  await reloadUntilShown(page, page.getByRole('listitem').filter({ hasText: 'Two of your orders were late.' }));
  await expect(
    page.getByText(/Accounts couldn’t be traded from .+ to .+ min while the exchange was open\./).first(),
  ).toBeVisible();
  await page.goto(`/my-account?account=${account.id}`);
  await reloadUntilShown(page, page.getByText('$25,012.50').first());
  for (const each of [office, risk]) await each.context().close();
});
