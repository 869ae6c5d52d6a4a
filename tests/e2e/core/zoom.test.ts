import { type RouteName, routes } from '#routes.ts';
import { demoPassword } from '#server/core/demo-people.ts';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { needsRoles, samplePath } from '../sample-paths.ts';
import { signInDemo } from '../staff.ts';

test.use({ viewport: { width: 320, height: 256 } });

// All other screens are checked where they are open anyway: in accessibility.test.ts.
for (const name of (Object.keys(routes) as RouteName[]).filter(needsRoles)) {
  test(`${name} doesn’t scroll sideways at 400 % zoom for an administrator`, async ({ page }) => {
    const data = { email: 'admin@example.com', password: demoPassword };
    const answer = await page.request.post('/api/submit_login', { data });
    await signInWith(page, (await answer.json()) as { token: string });
    const path = samplePath(name);
    await page.goto(path);
    await expect(page.locator('main'), path).toHaveAttribute('data-route', routes[name].pattern);
    // Islands further down wait until they are visible.
    await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
    await eventually(`${path} without a sideways scroll`, async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320),
    );
  });
}

/** Numbers of the page whose digits stand on two lines. */
function findBrokenNumbers(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  // Said to screen readers alone, in a box of one pixel.
  const isDrawn = (element: HTMLElement | null): boolean =>
    element === null || (element.offsetWidth !== 1 && isDrawn(element.parentElement));
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    if (!isDrawn(node.parentElement) || !node.parentElement?.checkVisibility()) continue;
    for (const { 0: number, index } of (node.nodeValue ?? '').matchAll(/\d[\d.,\u202f\u00a0]*\d/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + number.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(`${number} in ${node.parentElement?.outerHTML.slice(0, 120)}`);
    }
  }
  return broken;
}

for (const [email, paths] of [
  ['trader@example.com', ['/my-account', '/statistics', '/my-account/fills', '/billing/pending', '/web-trading']],
  ['payee@example.com', ['/my-account', '/dashboard/withdrawal', '/withdrawal/history']],
] as const) {
  test(`no amount of ${email} breaks inside its number at 400 % zoom`, async ({ page, request }) => {
    await signInWith(page, { token: await signInDemo(request, email) });
    for (const path of paths.flatMap((each) => [each, `/fr${each}`])) {
      await page.goto(path);
      await expect(page.locator('[data-skeleton]:not([data-later] *, [data-later] ~ * *)'), path).toHaveCount(0);
      await expect(page.getByRole('main').getByText(/\d{3}/).first(), path).toBeAttached();
      expect(await page.evaluate(findBrokenNumbers), path).toEqual([]);
    }
  });
}

test('the facts of a payment batch wrap beside each other on a phone in each language', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInWith(page, { token: await signInDemo(request, 'finance@example.com') });
  for (const path of ['', '/fr', '/pt'].map((prefix) => `${prefix}/admin/batches/demo-batch-sent`)) {
    await page.goto(path);
    const values = page.getByRole('main').locator('dl').first().locator('dd');
    await expect(values.filter({ hasText: 'pain.001' }), path).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    const overflowing = await values.evaluateAll((all) => all.filter((value) => value.scrollWidth > value.clientWidth));
    expect(overflowing, path).toEqual([]);
  }
});
