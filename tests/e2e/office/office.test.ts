import type { Locator } from '@playwright/test';
import { eventually, reloadUntilShown } from '../../support/eventually.ts';
import { asPerson, register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, openMailbox, test } from '../fixtures.ts';
import { openAs, openTrader, signInDemo, staffPassword } from '../staff.ts';

type Commission = { id: string; packageId: string; status: string; amountCents: number; revokedCents: number };

test('a refund revokes the affiliate’s commission and ends the account', async ({ page, request, mailbox }) => {
  const asAffiliate = asPerson(request, await signInDemo(request, 'affiliate@example.com'));
  const readCommissions = async () =>
    (await asAffiliate<{ affiliate: { commissions: readonly Commission[] } }>('affiliate/data')).affiliate.commissions;
  const before = new Set((await readCommissions()).map(({ id }) => id));
  const { person, account, ask } = await openTrader(request, mailbox, { coupon: 'ALAIN5' });
  const findCommission = async () => (await readCommissions()).find(({ id }) => !before.has(id));
  await eventually('the commission', async () => expect((await findCommission())?.status).toBe('pending'));

  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto(`/admin/orders?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classic 25K');
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  await expect(dialog.locator('dl div').filter({ hasText: 'Refunded now' })).toContainText(/\$\d+\.\d{2}/);
  await expect(dialog.getByText('To the payment method used for the purchase')).toBeVisible();
  await dialog.getByLabel('Reason for the refund').selectOption({ label: 'Goodwill' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Your password').fill(staffPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await reloadUntilShown(page, page.getByText('Refunded', { exact: true }));
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);

  await eventually('the revocation', async () => expect((await findCommission())?.status).toBe('revoked'));
  const commission = await findCommission();
  expect(commission?.revokedCents).toBe(commission?.amountCents);
  const stageOf = async () =>
    (await ask<{ accounts: readonly { id: string; stage: string }[] }>('account/data')).accounts.find(
      ({ id }) => id === account.id,
    )?.stage;
  await eventually('the canceled account', async () => expect(await stageOf()).toBe('canceled'));
});

test('a person’s record starts with what waits for staff, then their money and accounts', async ({ page, request }) => {
  // Whose timeline then has something about the person.
  await signInDemo(request, 'trader@example.com');
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/people?q=trader%40example.com');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const fact = (label: string) => page.locator('dl > div').filter({ hasText: label }).first();
  await expect(fact('Waiting for us')).toContainText(/\d+ decisions/);
  await expect(fact('Paid to us')).toContainText(/\$\d,\d{3}\.\d{2}/);
  await expect(fact('Disputed by the bank')).toContainText('$229.00');
  const waiting = page.getByRole('table', { name: 'Waiting for us' });
  await expect(waiting.getByRole('row', { name: /Sample: not received/ })).toContainText(/in \d+d/);
  const accounts = page.getByRole('table', { name: 'Accounts' });
  await expect(
    accounts
      .getByRole('row', { name: /Merit 25K/ })
      .locator('path')
      .nth(2),
  ).toHaveAttribute('d', /^M/);
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true');
  const colorOf = (label: string) =>
    fact(label)
      .locator('dd')
      .first()
      .evaluate((value) => getComputedStyle(value).color);
  expect(await colorOf('Disputed by the bank'), 'a loss is rust').not.toBe(await colorOf('Paid to us'));

  await test.step('the timeline is narrowed to one kind of record', async () => {
    const events = page.getByRole('table', { name: 'Timeline' });
    for (const [subject, other] of [
      ['Person', 'Account'],
      ['Account', 'Person'],
    ] as const) {
      await page.getByLabel('Subject').selectOption({ label: subject });
      await expect(events.getByRole('cell', { name: other, exact: true })).toHaveCount(0);
      await expect(events.getByRole('cell', { name: subject, exact: true }).first()).toBeVisible();
    }
    await page.getByLabel('Subject').selectOption({ label: 'Affiliate' });
    await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Clear filters' })).toBeVisible();
  });

  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Identity and access' }).click();
  await expect(page.getByRole('heading', { name: 'Identity checks' })).toBeVisible();

  await test.step('a disputed order says so and offers evidence instead of a refund', async () => {
    await page.goto('/admin/orders/demo-order-premium-50k');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Premium 50K');
    await expect(page.getByText('The bank disputes $229.00')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Send evidence' })).toHaveAttribute(
      'href',
      /chargebacks\?status=open&order=/,
    );
  });

  await test.step('a ticket shows its writer’s accounts and orders beside the newest message', async () => {
    await page.goto('/admin/tickets/demo-ticket-fees');
    await expect(page.getByRole('table', { name: 'Accounts' })).toContainText('DXF-204466');
    await expect(page.getByRole('table', { name: 'Orders' })).toContainText('$345.00');
    await expect(page.getByLabel(/^Reply to /)).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Newest message' })).toBeInViewport();
  });

  await test.step('on a phone they come before the notes and the details', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
    const accounts = await topOf(page.getByRole('heading', { name: 'Accounts' }));
    expect(await topOf(page.getByLabel('Note for colleagues'))).toBeGreaterThan(accounts);
    expect(await topOf(page.getByRole('heading', { name: 'Details' }))).toBeGreaterThan(accounts);
    expect(await topOf(page.getByLabel(/^Reply to /))).toBeLessThan(accounts);
  });
});

test('one add-on is refunded from the order’s dialog, and the order continues without it', async ({
  page,
  request,
  mailbox,
}) => {
  const { person } = await openTrader(request, mailbox, { packageId: 'classic-50k', addOns: ['market-data'] });
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto(`/admin/orders?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refund' });
  const total = dialog.locator('dl div').filter({ hasText: 'Refunded now' });
  await expect(total).toContainText('$154.00');
  const data = dialog.getByRole('checkbox', { name: /^Market data, first month/ });
  await expect(data).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^Classic 50K/ }).uncheck();
  await expect(total).toContainText('$5.00');
  await data.uncheck();
  await dialog.getByLabel('Reason for the refund').selectOption({ label: 'Goodwill' });
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByRole('group', { name: 'What to refund' })).toContainText('required');
  await data.check();
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await page.getByLabel('Your password').fill(staffPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await reloadUntilShown(page, page.getByText('Partial', { exact: true }));
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.locator('dl div').filter({ hasText: 'Refunded before' })).toContainText('$5.00');
  await expect(total).toContainText('$149.00');
  await openMailbox(request, person.email).read(/^Your refund: Market data add-on, first month$/);
});

test('staff open a conduct case, the trader answers, and both see the decision', async ({
  page,
  request,
  mailbox,
  browser,
}) => {
  const { person, account } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto(`/admin/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Open a conduct case' }).click();
  const opening = page.getByRole('dialog', { name: 'Open a conduct case' });
  await opening.getByRole('button', { name: 'Open a conduct case' }).click();
  await expect(opening.getByLabel('Cause')).toHaveAttribute('aria-invalid', 'true');
  await opening.getByLabel('Cause').selectOption({ label: 'Opposite trades' });
  await opening.getByLabel('Evidence').fill('Sold here within a second of buying elsewhere.');
  await opening.getByRole('button', { name: 'Open a conduct case' }).click();
  await expect(opening).toBeHidden();
  await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible();

  const trader = await (await openContext(browser)).newPage();
  await signInWith(trader, person);
  await trader.goto(`/my-account?account=${account.id}`);
  await expect(trader.getByText('Sold here within a second of buying elsewhere.')).toBeVisible();
  await trader.getByLabel('Your answer').fill('The copier ran twice.');
  await trader.getByRole('button', { name: 'Send answer' }).click();
  await expect(trader.getByRole('heading', { name: /^Your answer/ })).toBeVisible();

  await page.goto(`/admin/conduct?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText('The copier ran twice.')).toBeVisible();
  const colleague = await openAs(browser, request, 'admin@example.com');
  await colleague.goto(page.url());
  await colleague.getByRole('button', { name: 'Decide' }).click();
  await colleague.getByRole('dialog').getByLabel('Decision').selectOption({ label: 'Upheld' });
  await colleague.getByRole('dialog').getByLabel('Reason').fill('Sold and bought at once.');
  await page.getByRole('button', { name: 'Decide' }).click();
  const deciding = page.getByRole('dialog', { name: 'Decide' });
  await deciding.getByLabel('Decision').selectOption({ label: 'Lifted' });
  await deciding.getByLabel('Reason').fill('One copier, set up twice.');
  await deciding.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Lifted', { exact: true }).first()).toBeVisible();
  await trader.reload();
  await expect(trader.getByText('One copier, set up twice.')).toBeVisible();

  await test.step('a colleague who decides at the same time keeps their reason, and then sees the decision', async () => {
    const late = colleague.getByRole('dialog');
    await late.getByRole('button', { name: 'Decide' }).click();
    await expect(colleague.getByText('This case has already been decided.').first()).toBeVisible();
    await expect(late.getByLabel('Reason')).toHaveValue('Sold and bought at once.');
    await late.getByRole('button', { name: 'Cancel' }).click();
    await expect(colleague.getByText('Lifted', { exact: true }).first()).toBeVisible();
    await expect(colleague.getByRole('button', { name: 'Decide' })).toHaveCount(0);
  });
});

test('a person without the role is informed that the screens are for staff, and the API refuses access', async ({
  page,
  request,
  mailbox,
}) => {
  const person = await register(request, mailbox);
  await signInWith(page, person);
  for (const path of ['/admin', '/admin/people', '/admin/orders/any', '/risk-manager']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This screen is for staff' }), path).toBeVisible();
  }
  const answer = await request.get('/api/admin/overview', { headers: { Authorization: `Bearer ${person.token}` } });
  expect(answer.status()).toBe(403);
});

test('every screen of the office says once in which zone its times are', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  const lists = ['people', 'invoiceLines', 'figures', 'catalog'].map((name) => `/admin/${name}`);
  for (const path of ['/admin', ...lists, '/risk-manager']) {
    await page.goto(path);
    await expect(page.getByText('Times are UTC.'), path).toHaveCount(1);
    await expect(page.getByText('Times are UTC.'), path).toBeInViewport();
  }
  await page.goto('/admin/payouts');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/payouts\/.+/);
  await expect(page.getByText('Times are UTC.')).toBeInViewport();
});

test('a role opens its own lists and no others', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/admin');
  const lists = page.getByRole('navigation', { name: 'Back office' });
  await lists.getByText('Customers').click();
  await expect(lists.getByRole('link', { name: 'Accounts', exact: true })).toBeVisible();
  await expect(lists.locator('a').filter({ hasText: 'Audit log' })).toHaveCount(0);
  await lists.getByText('Trading and risk').click();
  await expect(lists.getByRole('link', { name: 'Accounts', exact: true })).toBeHidden();
  await expect(lists.getByRole('list').getByRole('link')).toHaveText([
    'Risk desk',
    'Findings',
    'Conduct cases',
    'Document requests',
    'Differences',
    'Not booked',
    'Corrected fills',
    'Platform tasks',
    'Disputes',
    'Halts',
    'Platforms',
  ]);
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: 'This list is for other roles' })).toBeVisible();
});

test('on a phone the lists are behind a button that names the current one', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/halts');
  const lists = page.getByRole('navigation', { name: 'Back office' });
  const menu = page.getByRole('button', { name: 'Back office Halts' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(lists).toHaveCount(0);
  await menu.click();
  await expect(lists.getByRole('link', { name: 'Halts' })).toHaveAttribute('aria-current', 'page');
  await lists.getByText('Sales and marketing').click();
  await lists.getByRole('link', { name: 'Announcements' }).click();
  await expect(page.getByRole('heading', { name: 'Announcements', level: 1 })).toBeVisible();
});

test('on a phone a payout takes two lines, and a touch on its payee opens the payout', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInWith(page, { token: await signInDemo(request, 'finance@example.com') });
  await page.goto('/admin/payouts');
  const row = page.getByRole('row').filter({ hasText: 'Filipa Nogueira' }).first();
  await expect(row).toContainText('$');
  expect((await row.boundingBox())?.height).toBeLessThan(80);
  await row.click({ position: { x: 60, y: 16 } });
  await expect(page).toHaveURL(/\/admin\/payouts\/[^/]+$/);
});

test('an announcement can be for all platforms', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  await expect(page.getByLabel('Platform').locator('option')).toHaveText([
    'Choose',
    'All platforms',
    'Rithmic',
    'dxFeed',
    'Tradovate',
  ]);
});

test('search finds a person by email address, and the record shows accounts, orders and the timeline', {
  tag: '@fast',
}, async ({ request, mailbox, browser }) => {
  const { person, account } = await openTrader(request, mailbox);
  const page = await openAs(browser, request, 'admin@example.com');
  await page.goto('/admin');
  await page.keyboard.press('/');
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  const results = page.getByRole('table', { name: 'Search results' });
  await results.getByRole('row').filter({ hasText: 'Person' }).getByRole('link', { name: person.email }).click();
  await expect(page.getByRole('main').getByText(person.email, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Accounts' })).toContainText(account.platformAccountId);
  const opened = page.getByRole('table', { name: 'Timeline' }).getByRole('row').filter({ hasText: 'Account opened' });
  await expect(opened).toContainText('System');
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Evaluation');
});

test('a list keeps its filters in the URL, pages back and exports the filtered rows', { tag: '@fast' }, async ({
  page,
  request,
}) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/orders');
  await page.getByLabel('Status').selectOption({ label: 'Fulfilled' });
  await expect(page).toHaveURL(/status=fulfilled/);
  await page.reload();
  await expect(page.getByLabel('Status')).toHaveValue('fulfilled');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('orders.csv');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/admin/orders');
});

test('names in any script read in their own direction, and the longest ones fit', async ({
  page,
  request,
  mailbox,
}) => {
  const [given, family] = [`محمد (2) ${'عبد'.repeat(15)}`, 'العلي'.repeat(9)];
  const person = await register(request, mailbox, { names: [given, family] });
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/people?q=${encodeURIComponent(person.email)}`);
    const row = page.getByRole('row').filter({ hasText: given });
    await expect(row.locator('bdi').filter({ hasText: given })).toHaveCSS('direction', 'rtl');
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: given })).toHaveCSS('direction', 'rtl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test('emails by themselves lead to the people whose records have them', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/mailHistory');
  await expect(page.getByRole('heading', { level: 1, name: 'Emails' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'People' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  // Other tests register people, so that the demo's are on a later page.
  await page.goto('/admin/people?q=trader%40example.com');
  await page
    .getByRole('row', { name: /trader@example\.com/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('tab', { name: 'Support' }).click();
  await expect(page.getByRole('table', { name: 'Emails' })).toContainText('Sent');
});

test('figures explain how they are counted and come with a chart, a table and a file', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/figures');
  await expect(page.getByText(/^Orders by the UTC day they were paid/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Sales: chart of the table below' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row').nth(1)).toContainText('$');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('sales.csv');
  await page.getByLabel('Reports').selectOption({ label: 'Liabilities' });
  await expect(page).toHaveURL(/name=liabilities/);
  await expect(page.getByRole('table', { name: 'Liabilities' })).toContainText('Merit');
});

test('staff without two-step sign-in read what to set up instead of an empty list', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  const forbidden = {
    response_status: 403,
    response_message: 'Set up two-step sign-in.',
    error_code: 'second_factor_needed',
  };
  await page.route('**/api/admin/people?**', (route) => route.fulfill({ status: 403, json: forbidden }));
  await page.route('**/api/admin/people', (route) => route.fulfill({ status: 403, json: forbidden }));
  await page.goto('/admin/people');
  await expect(page.getByText('Your role needs two-step sign-in')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up two-step sign-in' })).toHaveAttribute(
    'href',
    '/profile/edit#two',
  );
});

test('an appointment that a second administrator has to confirm says so', async ({ page, request, mailbox }) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Appoint staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appoint staff' });
  await dialog.getByLabel('Email').fill(mailbox.address);
  await dialog.getByLabel('Role').selectOption({ label: 'Finance' });
  await dialog.getByRole('button', { name: 'Appoint staff' }).click();
  await page.getByLabel('Your password').fill(staffPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('It takes effect once another administrator confirms it.')).toBeVisible();
  expect(await mailbox.all()).toEqual([]);
});

test('an administrator appoints a colleague, who chooses a password, and suspends them', async ({
  page,
  request,
  mailbox,
}) => {
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto('/admin/people');
  await page.getByRole('button', { name: 'Appoint staff' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appoint staff' });
  await dialog.getByLabel('Email').fill(mailbox.address);
  await dialog.getByLabel('Role').selectOption({ label: 'Support' });
  await dialog.getByRole('button', { name: 'Appoint staff' }).click();
  await page.getByLabel('Your password').fill(staffPassword);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const invitation = await mailbox.read(/staff access: support/);
  expect(invitation.text).toContain('admin@example.com');

  await page.goto(`/admin/people?q=${encodeURIComponent(mailbox.address)}`);
  await expect(page.getByRole('row').nth(1)).toContainText('Invited');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Suspend' }).click();
  const suspension = page.getByRole('dialog', { name: 'Suspend' });
  await suspension.getByRole('button', { name: 'Suspend' }).click();
  await expect(suspension).toBeHidden();
  await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible();
  await mailbox.read(/Your access is suspended/);
});
