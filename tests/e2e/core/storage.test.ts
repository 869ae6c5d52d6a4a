import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signInWith } from '../accounts/account-fixtures.ts';
import { checkOutAsGuest, english, expect, linkIn, openMailbox, signOut, test } from '../fixtures.ts';
import { openTrader, signInDemo } from '../staff.ts';

/** What this browser holds right now: keys of both storages, and cookies. */
async function readNames(page: Page): Promise<string[]> {
  const keys = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => `indexedDB ${name}`);
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...databases, ...(await caches.keys())];
  });
  return [...keys, ...(await page.context().cookies()).map(({ name }) => name)];
}

test('a whole journey leaves the keys and cookies in the browser that /cookies lists, and no others', async ({
  page,
  mailbox,
  request,
}) => {
  const found = new Set<string>();
  const collect = async () => {
    for (const name of await readNames(page)) found.add(name);
  };
  await test.step('a visitor chooses a theme, reads and votes', async () => {
    await page.goto('/evaluations/merit-accounts');
    await page.locator('header summary[aria-label=Appearance]').click();
    await page.locator('header').getByRole('button', { name: 'Dark' }).filter({ visible: true }).click();
    for (const path of ['/?ref=unknown', '/feature-request', '/contact', '/status', '/faq']) {
      await page.goto(path);
      await expect(page.locator('main h1, main form').first()).toBeVisible();
      await collect();
    }
  });
  await test.step('buys, chooses a password and works', async () => {
    await page.goto('/check-out/classic-25k');
    await checkOutAsGuest(page, mailbox.address, english);
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your account is open' })).toBeVisible();
    await collect();
    await page.goto(linkIn(await mailbox.read(/ready to trade/), '/password/set/'));
    await page.getByLabel('Password', { exact: true }).fill('quiet harbor at noon');
    await page.getByLabel('Confirm password').fill('quiet harbor at noon');
    await page.getByRole('button', { name: 'Save password and open My Account' }).click();
    await expect(page.getByRole('heading', { name: 'Classic 25K' })).toBeVisible();
    await collect();
    for (const path of [
      '/web-trading',
      '/profile/edit',
      '/notifications',
      '/dashboard/withdrawal',
      '/my-account/fills',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1, main form').first()).toBeVisible();
      await collect();
    }
    await page.goto('/my-account');
    await signOut(page);
    await expect(page).toHaveURL('/');
    expect(await readNames(page)).not.toContain('token');
  });
  await test.step('staff look at a trader’s screens', async () => {
    const { person } = await openTrader(request, openMailbox(request));
    await signInWith(page, { token: await signInDemo(request, 'admin@example.com') });
    await page.goto(`/admin/people?q=${encodeURIComponent(person.email)}`);
    await collect();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('button', { name: 'View as trader' }).click();
    const dialog = page.getByRole('dialog', { name: 'View as trader' });
    await dialog.getByLabel('Reason').fill('Ticket 12: the chart is empty.');
    await dialog.getByRole('button', { name: 'View as trader' }).click();
    await expect(page).toHaveURL(/\/my-account/);
    await collect();
  });
  const text = readFileSync('content/legal/en/cookies.md', 'utf8');
  const listed = [...text.matchAll(/^\| (?:cookie )?`(\w+)` \|/gm)].map(([, name]) => name);
  expect([...found].toSorted()).toEqual(listed.toSorted());
});
