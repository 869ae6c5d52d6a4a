import { hourMs } from '#lib/durations.ts';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, openMailbox, test } from '../fixtures.ts';
import { openAs, openRiskDrawer, openTrader, signInDemo } from '../staff.ts';

const pdf = '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';

test('the risk desk requests documents, the trader uploads one, and the desk opens it and closes the request', async ({
  page,
  request,
  mailbox,
  browser,
}) => {
  const { person, account } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  const drawer = await openRiskDrawer(page, account.platformAccountId);
  await drawer.getByRole('button', { name: 'Request documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request documents' });
  await dialog.getByLabel('What is needed').fill('The statement of your other broker for May.');
  await dialog.getByRole('button', { name: 'Request documents' }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText('Sent', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Request documents' })).toHaveCount(0);

  const trader = await (await openContext(browser)).newPage();
  await signInWith(trader, person);
  await trader.goto(`/my-account?account=${account.id}`);
  await expect(trader.getByText('The statement of your other broker for May.')).toBeVisible();
  const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) };
  await trader.getByLabel('Choose a document').setInputFiles(file);
  await expect(trader.getByText(/^Document 1: received on/)).toBeVisible();
  await expect(trader.getByLabel('Add another document')).toBeVisible();

  await page.goto(`/admin/requests?q=${account.platformAccountId}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByText('Received', { exact: true }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'View: Document 1' }).click();
  expect((await download).suggestedFilename()).toBe('document.pdf');
  await page.getByRole('button', { name: 'Close the request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the request' }).click();
  await expect(page.getByText('Closed', { exact: true }).first()).toBeVisible();
  await trader.reload();
  await expect(trader.getByText('Profit target').first()).toBeVisible();
  await expect(trader.getByText('We need documents from you')).toHaveCount(0);
});

test('staff see a trader’s own screens, can change nothing there, and leave an audit trail', { tag: '@fast' }, async ({
  page,
  request,
  mailbox,
}) => {
  const { person, account } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
  await page.goto(`/admin/people?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('button', { name: 'View as trader' }).click();
  const dialog = page.getByRole('dialog', { name: 'View as trader' });
  await dialog.getByLabel('Reason').fill('Ticket 12: the chart is empty.');
  await dialog.getByRole('button', { name: 'View as trader' }).click();
  await expect(page).toHaveURL(/\/my-account/);
  const banner = page.getByRole('complementary', { name: 'Read-only view' });
  await expect(banner).toContainText('read-only, until');
  await expect(page.getByText(account.platformAccountId).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);

  await test.step('they can open the trader’s other screens but change nothing', async () => {
    await page.goto('/profile/edit');
    await expect(banner).toBeVisible();
    await expect(page.getByRole('main').getByText(person.email).filter({ visible: true }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.getByText('You can’t change or download anything here.').first()).toBeVisible();
  });

  await test.step('the back office is unavailable until the view ends', async () => {
    await page.goto('/admin/people');
    await expect(page.getByRole('heading', { name: 'This screen is for staff' })).toBeVisible();
  });

  await banner.getByRole('button', { name: 'End view' }).click();
  await expect(page.getByRole('main').getByText(person.email, { exact: true }).first()).toBeVisible();
  const timeline = page.getByRole('table', { name: 'Timeline' });
  await expect(timeline).toContainText('View as trader opened');
  await expect(timeline).toContainText('View as trader closed');
});

test('chosen accounts are suspended after a preview, and the filter becomes a saved view', async ({
  page,
  request,
  mailbox,
}) => {
  const { account, ask } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto(`/admin/accounts?q=${account.platformAccountId}`);
  await page.getByRole('checkbox', { name: `Select ${account.platformAccountId}` }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Suspend', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend' });
  await expect(dialog.getByText(/^1 account will be suspended/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Suspend (1)' })).toBeDisabled();
  await dialog.getByLabel('Cause').fill('Part of a group that copies.');
  await dialog.getByRole('button', { name: 'Suspend (1)' }).click();
  await expect(dialog.getByText('Done: 1 changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  type Details = { readonly riskActions: readonly { readonly cause: string }[] };
  const details = await ask<Details>(`account/details?accountId=${account.id}`);
  expect(details.riskActions.map(({ cause }) => cause)).toEqual(['Part of a group that copies.']);

  await page.getByRole('button', { name: 'Save this filter' }).click();
  const saving = page.getByRole('dialog', { name: 'Save this filter' });
  await saving.getByLabel('Name').fill('Copiers of May');
  await saving.getByRole('button', { name: 'Save this filter' }).click();
  await expect(saving).toBeHidden();
  await page.goto('/admin/accounts');
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('link', { name: 'Copiers of May' }).click();
  await expect(page).toHaveURL(new RegExp(`q=${account.platformAccountId}`));
  await expect(page.getByRole('row')).toHaveCount(2);
  await views.getByRole('button', { name: 'Delete view' }).click();
  await expect(views.getByRole('link', { name: 'Copiers of May' })).toHaveCount(0);
});

test('an announcement goes only to the chosen person, after a preview', async ({ page, request, mailbox, browser }) => {
  const { person } = await openTrader(request, mailbox);
  const { person: other } = await openTrader(request, openMailbox(request));
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto(`/admin/people?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('checkbox', { name: `Select ${person.email}` }).check();
  await page.getByRole('button', { name: 'Send announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send announcement' });
  await expect(dialog.getByText(/^1 person will read it above their accounts/)).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Send to 1' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Title in English').fill('Your fills of today');
  await dialog.getByLabel('Title in French').fill('Vos exécutions du jour');
  await dialog.getByLabel('Title in Portuguese').fill('As suas execuções de hoje');
  await dialog.getByLabel('Text in English').fill('They came late and all count.');
  await dialog.getByLabel('Text in French').fill('Elles sont arrivées en retard et comptent toutes.');
  await dialog.getByLabel('Text in Portuguese').fill('Chegaram tarde e contam todas.');
  const until = dialog.getByLabel('Until (UTC)');
  await until.fill('2026-01-02T10:00');
  await send.click();
  await expect(until).toHaveAttribute('aria-invalid', 'true');
  await until.fill(new Date(Date.now() + hourMs).toISOString().slice(0, 16));
  await send.click();
  await expect(dialog.getByText('Sent to 1 person.')).toBeVisible();

  const trader = await (await openContext(browser)).newPage();
  await signInWith(trader, person);
  await trader.goto('/fr/my-account');
  await expect(trader.getByText('Elles sont arrivées en retard et comptent toutes.')).toBeVisible();
  await signInWith(trader, other);
  const read = trader.waitForResponse('**/api/announcements');
  await trader.goto('/my-account');
  type Answer = {
    readonly response_status: number;
    readonly data: { readonly announcements: readonly { readonly title: string }[] };
  };
  const { response_status, data } = (await (await read).json()) as Answer;
  expect(response_status).toBe(200);
  expect(data.announcements.map(({ title }) => title)).not.toContain('Your fills of today');
});

test('prices, rules and texts are shown with the files in which they are edited', async ({ request, browser }) => {
  const page = await openAs(browser, request, 'finance@example.com');
  await page.goto('/admin/catalog');
  const prices = page.getByRole('table', { name: 'Prices' });
  await expect(prices.getByRole('row', { name: /^classic-50k / })).toContainText('$149.00');
  await expect(prices).toContainText('content/catalog/packages.yaml');
  await expect(page.getByRole('table', { name: 'Rules v4, on sale' })).toContainText('content/catalog/rules/v4.yaml');
  const texts = page.getByRole('table', { name: 'Texts' });
  await expect(texts).toContainText('content/legal/en/terms.md');
  await expect(texts).toContainText('Contact Tidemark');
  await expect(texts).not.toContainText('{{');
});

test('on a phone a list has one row of controls and rows of two lines, and its sheet filters and sorts', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInWith(page, { token: await signInDemo(request, 'finance@example.com') });
  await page.goto('/admin/payouts');
  const rows = page.getByRole('main').locator('tbody tr');
  await expect(rows.first()).toBeVisible();
  const [find, button] = [page.getByLabel('Find'), page.getByRole('button', { name: 'Filters', exact: true })];
  const [findBox, buttonBox] = [await find.boundingBox(), await button.boundingBox()];
  expect(Math.abs((findBox?.y ?? 0) - (buttonBox?.y ?? 0))).toBeLessThan(20);
  for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeLessThan(60);

  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Sort by').selectOption({ label: 'Amount, ascending' });
  await sheet.getByLabel('Status').selectOption({ label: 'Paid' });
  await sheet.getByRole('button', { name: 'Show the list' }).last().click();
  await expect(page).toHaveURL(/sort=amountCents/);
  await expect(page.getByRole('button', { name: 'Filters, 1' })).toBeVisible();
  const amounts = async () =>
    (await rows.allTextContents()).map((text) => Number(/\$([\d,]+\.\d\d)$/.exec(text)?.[1]?.replace(/,/g, '')));
  await eventually('the smallest amount first', async () => {
    const shown = await amounts();
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual(shown.toSorted((left, right) => left - right));
  });
});

test('on a phone the risk desk’s rows say who, how much is left and where, and the drawer closes', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/risk-manager');
  const rows = page.getByRole('main').locator('tbody tr:has([data-account])');
  await expect(rows.first()).toBeVisible();
  const box = await rows.first().boundingBox();
  expect([box?.height, (box?.x ?? 0) + (box?.width ?? 0) <= 390]).toEqual([54, true]);
  await expect(rows.first()).toContainText('%');
  await expect(rows.first()).toContainText('$');

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Sort by').selectOption({ label: 'Room left, descending' });
  await sheet.getByRole('button', { name: 'Show the list' }).last().click();
  await expect(page).toHaveURL(/sort=-remaining/);
  await rows.first().getByRole('button').click();
  const drawer = page.getByRole('complementary');
  await expect(drawer.getByText('Room left')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toHaveCount(0);
});
