import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openAs } from '../staff.ts';

/** The terminal's chart is a library of 52 KB, and a contact form's captcha one of 28. */
const portal = [
  '/my-account',
  '/my-account/fills',
  '/my-account/journal',
  '/my-account/thor',
  '/my-account/certificates',
  '/statistics',
  '/profile/edit',
  '/billing/pending',
  '/billing/history',
  '/dashboard/withdrawal',
  '/withdrawal/history',
  '/notifications',
];
const lists = [
  'people',
  'accounts',
  'findings',
  'orders',
  'chargebacks',
  'payouts',
  'batches',
  'identity',
  'tickets',
  'reviews',
  'coupons',
];

/** Bytes of what the scripts of a first visit are compressed to; HTTP/2 adds a few bytes of headers to each. */
async function weighScripts(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'load' });
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  // A closed dialog waits for what it loads when opened.
  const waiting =
    ':is([aria-busy=true], [data-skeleton]):not(dialog:not([open]) *, [data-later] *, [data-later] ~ * *)';
  await expect(page.locator(waiting)).toHaveCount(0);
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
}

/** The paths of those whose scripts weigh more. */
async function findHeavy(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  await page.setViewportSize({ width: 412, height: 823 });
  const heavy: string[] = [];
  for (const path of paths) {
    const bytes = await weighScripts(page, path);
    expect(bytes, path).toBeGreaterThan(100_000);
    if (bytes > 145_000) heavy.push(`${path}: ${bytes}`);
  }
  return heavy;
}

test('a trader’s screen takes at most 145 KB of scripts at first', async ({ browser, request }) => {
  expect(await findHeavy(await openAs(browser, request, 'trader@example.com'), portal)).toEqual([]);
});

test('the first screens of affiliates and staff take at most 145 KB of scripts', async ({ browser, request }) => {
  const affiliate = await openAs(browser, request, 'affiliate@example.com');
  const staff = await openAs(browser, request, 'admin@example.com');
  expect(await findHeavy(affiliate, ['/affiliate-dashboard'])).toEqual([]);
  expect(await findHeavy(staff, ['/admin', '/risk-manager'])).toEqual([]);
});

for (const list of lists) {
  test(`the office’s ${list} and one of them take at most 145 KB of scripts at first`, async ({ browser, request }) => {
    const staff = await openAs(browser, request, 'admin@example.com');
    expect(await findHeavy(staff, [`/admin/${list}`])).toEqual([]);
    const record = await staff.locator(`main a[href^="/admin/${list}/"]`).first().getAttribute('href');
    expect(await findHeavy(staff, [record ?? ''])).toEqual([]);
  });
}
