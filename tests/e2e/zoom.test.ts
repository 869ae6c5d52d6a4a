import { type RouteName, routes } from '../../src/routes.ts';
import { demoPassword } from '../../src/server/demo-people.ts';
import { readPages } from '../site/built-site.ts';
import { signInWith } from './account-fixtures.ts';
import { expect, test } from './fixtures.ts';
import { samplePath } from './sample-paths.ts';

test.use({ viewport: { width: 320, height: 256 } });

/** Screens whose content depends on roles that a trader lacks are visited by somebody who has them. */
const readers = {
  'signed out': { email: null, visits: (name: RouteName) => routes[name].access !== 'verified' },
  'a trader': {
    email: 'trader@example.com',
    visits: (name: RouteName) => routes[name].access === 'verified' && !isStaff(name),
  },
  'an administrator': { email: 'admin@example.com', visits: (name: RouteName) => isStaff(name) },
} as const;

function isStaff(name: RouteName): boolean {
  return 'roles' in routes[name];
}

/** One page per route: the built URL, or a filled-in pattern if an island fills one file for all. */
function pathsOf(visits: (name: RouteName) => boolean): readonly (readonly [RouteName, string])[] {
  const built = new Map(
    readPages().flatMap(({ match, path }) => (match?.locale === 'en' ? [[match.name, path] as const] : [])),
  );
  return (Object.keys(routes) as RouteName[])
    .filter((name) => built.has(name) && visits(name))
    .map((name) => [name, routes[name].render === 'shell' ? samplePath(name) : (built.get(name) ?? '/')]);
}

for (const [who, { email, visits }] of Object.entries(readers)) {
  test(`no screen scrolls sideways at 400 % zoom for ${who === 'signed out' ? 'somebody signed out' : who}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    if (email !== null) {
      const answer = await page.request.post('/api/submit_login', { data: { email, password: demoPassword } });
      await signInWith(page, (await answer.json()) as { token: string });
    }
    for (const [name, path] of pathsOf(visits)) {
      await page.goto(path);
      await expect(page.locator('main'), path).toHaveAttribute('data-route', routes[name].pattern);
      // Islands further down wait until they are visible.
      await expect(page.locator('[data-skeleton]'), path).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: path })
        .toBeLessThanOrEqual(320);
    }
  });
}
