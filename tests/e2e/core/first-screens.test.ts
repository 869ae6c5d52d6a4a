import type { Locator } from '@playwright/test';
import { localizePath } from '#routes.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';
import { pattern, stringsOf } from '../strings.ts';

const phone = { width: 390, height: 844 };
const laptop = { width: 1440, height: 900 };

async function boxOf(part: Locator) {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error('it has no box');
  return box;
}

test('fills and the journal come before what saves them on a phone, and beside it on a laptop', async ({
  page,
  request,
}) => {
  await signInWith(page, { token: await signInDemo(request, 'trader@example.com') });
  for (const [path, first] of [
    ['/my-account/fills', 'main tbody tr'],
    ['/my-account/journal', 'main textarea'],
  ] as const) {
    await page.setViewportSize(phone);
    await page.goto(path);
    const save = page.getByRole('button', { name: 'Save as CSV' });
    expect((await boxOf(page.locator(first).first())).y).toBeLessThan((await boxOf(save)).y);
    // The keyboard reaches them in the order that the eye does.
    const isAfter = await save.evaluate(
      (each, selector) => document.querySelector(selector)?.compareDocumentPosition(each),
      first,
    );
    expect(isAfter).toBe(4 /* DOCUMENT_POSITION_FOLLOWING */);
    await page.setViewportSize(laptop);
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    const beside = await boxOf(save);
    expect(beside.y).toBeLessThan(title.y + title.height);
    expect(beside.x).toBeGreaterThan(laptop.width / 2);
  }
});

test('a payout offers what comes next before what ends it', async ({ page, request }) => {
  await signInWith(page, { token: await signInDemo(request, 'finance@example.com') });
  await page.goto('/admin/payouts?status=approved');
  await page.getByRole('main').locator('a[href^="/admin/payouts/"]').first().click();
  const [next, end] = [
    page.getByRole('button', { name: 'Mark as sent' }),
    page.getByRole('button', { name: 'Reject' }),
  ];
  expect((await boxOf(next)).x).toBeLessThan((await boxOf(end)).x);
});

test('the button that pays is on a laptop’s first screen, also where words are long', async ({ page }) => {
  await page.setViewportSize(laptop);
  for (const locale of ['en', 'fr', 'pt'] as const) {
    await page.goto(localizePath('/check-out/classic-50k', locale));
    const { y, height } = await boxOf(page.getByRole('button', { name: pattern(stringsOf(locale, 'checkout').pay) }));
    expect(y + height, locale).toBeLessThanOrEqual(laptop.height);
  }
});

test('payout statistics begin with their sentence on a phone, and say below it that they are samples', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto('/payouts/statistics');
  const sentence = await boxOf(page.getByText(/^Half of all payouts arrive within/));
  const sample = await boxOf(page.getByText('This is the demo: these figures are made up, and nobody was paid.'));
  expect(sentence.y).toBeLessThan(sample.y);
  expect(sample.y + sample.height).toBeLessThan(phone.height);
});

test('a part of the account that fails to load says so once, in its place, with a way to retry', async ({
  page,
  request,
}) => {
  await signInWith(page, { token: await signInDemo(request, 'trader@example.com') });
  const calls = /\/api\/account\/(personal-stop|alerts)\b/;
  await page.route(calls, (route) => route.abort('connectionrefused'));
  await page.goto('/my-account');
  const alert = page.getByRole('alert');
  for (const tab of ['Your limits', 'Alerts']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab }).getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(alert).toHaveCount(1);
  }
  await page.unroute(calls);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(alert).toHaveCount(0);
});
