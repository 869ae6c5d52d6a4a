import type { Page } from '@playwright/test';
import { eventually, reloadUntilShown } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';
import { openAs, openRiskDrawer, openTrader, signInDemo } from '../staff.ts';

/** Takes an action in the drawer with its reason. */
async function act(page: Page, label: string, cause: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await dialog.getByLabel('Cause').fill(cause);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a risk manager locks an account, the trader reads why, and a second person restores it', {
  tag: '@fast',
}, async ({ page, request, mailbox, browser }) => {
  const { person, account } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  const drawer = await openRiskDrawer(page, account.platformAccountId);
  await act(page, 'Lock for the day', 'Three times the usual size within a minute.');
  const entry = drawer.getByRole('listitem').filter({ hasText: 'Three times the usual size' });
  await expect(entry.getByText('Lock for the day')).toBeVisible();
  await expect(entry.getByText('Acknowledged')).toBeVisible();

  const trader = await (await openContext(browser)).newPage();
  await signInWith(trader, person);
  await trader.goto(`/my-account?account=${account.id}`);
  await expect(trader.getByText(/stopped trading on this account until .+ Three times the usual size/)).toBeVisible();

  await test.step('the person who requested the restore can’t approve it', async () => {
    await act(page, 'Restore', 'The trader explained it by phone.');
    await expect(drawer.getByText('Waiting for someone else’s approval')).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  });

  const second = await openAs(browser, request, 'admin@example.com');
  const theirs = await openRiskDrawer(second, account.platformAccountId);
  await theirs.getByRole('button', { name: 'Approve' }).click();
  const restored = theirs.getByRole('listitem').filter({ hasText: 'The trader explained it by phone.' });
  await expect(restored.getByText('Acknowledged')).toBeVisible();
  await trader.reload();
  await expect(trader.getByText('Our risk desk stopped trading')).toHaveCount(0);
});

test('the desk filters by search text and by instrument, and the keyboard opens and closes an account', async ({
  page,
  request,
  mailbox,
}) => {
  const { account } = await openTrader(request, mailbox);
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/risk-manager');
  const table = page.getByRole('table', { name: /active accounts?$/ });
  await expect(table).toBeVisible();
  const all = Number(await table.getAttribute('aria-rowcount'));
  expect(all).toBeGreaterThan(2);

  await test.step('a bar is as long as its share, and never longer than its track', async () => {
    const bars = await table.locator('td:has(b)').evaluateAll((cells) =>
      cells.map((cell) => {
        const [track, fill] = [...cell.querySelectorAll<HTMLElement>('[aria-hidden], [aria-hidden] > span')];
        return [
          Number.parseFloat(cell.textContent ?? ''),
          (fill?.offsetWidth ?? 0) / (track?.clientWidth ?? 1),
        ] as const;
      }),
    );
    expect(bars.length).toBeGreaterThan(2);
    for (const [percent, length] of bars) expect(length).toBeCloseTo(Math.min(percent, 100) / 100, 1);
  });

  const queues = page.getByRole('navigation', { name: 'Waiting for a decision' });
  await expect(queues.getByRole('listitem').filter({ hasText: 'Differences from the platform' })).toHaveText(/\d$/);
  await queues.getByText(/empty queues?$/).click();
  await expect(queues.getByRole('link', { name: 'Silent platform feeds' })).toHaveAttribute('href', /feed=silent/);
  await page.getByLabel('Find').fill(account.platformAccountId);
  await expect(table).toHaveAttribute('aria-rowcount', '2');
  await expect(page).toHaveURL(new RegExp(`q=${account.platformAccountId}`));
  await page.getByRole('button', { name: account.platformAccountId }).press('Enter');
  const drawer = page.getByRole('complementary', { name: account.platformAccountId });
  await expect(drawer.getByRole('heading', { level: 2 }).first()).toBeFocused();
  for (const group of ['Watch', 'Restrict', 'End'])
    await expect(drawer.getByRole('region', { name: group }).getByRole('button').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole('button', { name: account.platformAccountId })).toBeFocused();

  await test.step('a note stays with the account', async () => {
    await page.getByRole('button', { name: account.platformAccountId }).click();
    await drawer.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Called at noon.');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).click();
    await expect(drawer.getByText('Called at noon.')).toBeVisible();
  });
});

test('headers sort the desk, j and k move through it, and the inspector follows beside the list', async ({
  page,
  request,
  mailbox,
}) => {
  await openTrader(request, mailbox);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/risk-manager');
  const table = page.getByRole('table', { name: /active accounts?$/ });
  await expect(table.getByRole('columnheader', { name: 'Room, % of limit' })).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('button', { name: 'Room left' }).click();
  await table.getByRole('button', { name: 'Room left' }).click();
  await expect(table.getByRole('columnheader', { name: 'Room left' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-remaining/);

  const openers = table.locator('button[data-account]');
  await page.keyboard.press('j');
  await expect(openers.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(openers.nth(0)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('j');
  await expect(openers.nth(1)).toHaveAttribute('aria-expanded', 'true');
  const drawer = page.getByRole('complementary');
  await expect(drawer).toBeVisible();
  const [list, inspector] = [await table.boundingBox(), await drawer.boundingBox()];
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(inspector?.x ?? 0);
  await page.keyboard.press('Escape');
  await expect(openers.nth(1)).toBeFocused();
});

test('a halt waits for a second person, stops the trader with an announcement, and ends the same way', async ({
  page,
  request,
  mailbox,
  browser,
}) => {
  const { person } = await openTrader(request, mailbox, { packageId: 'premium-50k' });
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/admin/halts');
  await page.getByRole('button', { name: 'Request a halt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a halt' });
  await dialog.getByLabel('What to halt').selectOption({ label: 'Program: Premium' });
  for (const language of ['English', 'French', 'Portuguese']) {
    await dialog.getByLabel(`Text in ${language}`).fill('The feed is late.');
  }
  await dialog.getByRole('button', { name: 'Request a halt' }).click();
  await expect(dialog).toBeHidden();
  const openNewest = async (staff: Page) => {
    await staff.goto('/admin/halts?scope=program');
    await staff.getByRole('row').nth(1).getByRole('link').first().click();
  };
  await openNewest(page);
  await expect(page.getByText('Waiting for someone else’s approval')).toBeVisible();

  const second = await openAs(browser, request, 'admin@example.com');
  const approve = async (staff: Page) => {
    await openNewest(staff);
    await staff.getByRole('button', { name: 'Approve' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await expect(staff.getByRole('dialog')).toBeHidden();
  };
  await approve(second);
  const trader = await (await openContext(browser)).newPage();
  await signInWith(trader, person);
  await trader.goto('/my-account');
  await reloadUntilShown(trader, trader.getByText(/Trading is halted for a group of accounts/));
  await expect(trader.getByText('Trading is halted: Premium')).toBeVisible();
  await expect(trader.getByText('The feed is late.')).toBeVisible();

  await openNewest(page);
  await page.getByRole('button', { name: 'Request to end this halt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Request to end this halt' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await approve(second);
  await eventually('the end of the halt', async () => {
    const read = trader.waitForResponse(/\/api\/account\/data/);
    await trader.reload();
    expect(await (await read).text()).not.toContain('The feed is late.');
  });
  await expect(trader.getByText('Trading is halted: Premium')).toHaveCount(0);
});

test('a finding shows its fills and is dismissed with a reason', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'risk@example.com') });
  await page.goto('/admin/findings?status=open&kind=opposite-sides');
  // Other accounts that trade at the same time may cause findings of their own.
  const row = page.getByRole('row').filter({ has: page.locator('a[href$="demo-finding-opposite"]') });
  await expect(row).toContainText('Both sides of ES for 2 min');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Fills behind this finding' }).getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss' });
  await dialog.getByLabel('Reason').fill('A hedge of one order.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Dismissed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('A hedge of one order.')).toBeVisible();
});
