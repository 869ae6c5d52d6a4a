import { type RouteName, routes } from '#routes.ts';
import { demoPassword } from '#server/core/demo-people.ts';
import { eventually } from '../../support/eventually.ts';
import { signInWith } from '../accounts/account-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { needsRoles, samplePath } from '../sample-paths.ts';

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
