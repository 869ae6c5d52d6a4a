import type { Page } from '@playwright/test';
import { defaultLocale, locales } from '#i18n/locales.ts';
import { type Access, fillPattern, localizePath, type RouteName, routes } from '#routes.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, signOut, test } from '../fixtures.ts';
import { signInDemo } from '../staff.ts';

const states = ['logged-out', 'unverified', 'verified'] as const;
type State = (typeof states)[number];

const params = { email: 'somebody@example.com', orderEmail: 'somebody@example.com', token: 'x'.repeat(65) };
const ways: ReadonlySet<RouteName> = new Set(['login', 'emailVerification']);

const shells = (Object.keys(routes) as RouteName[])
  .filter((name) => routes[name].render === 'shell')
  .map((name) => ({ name, pattern: routes[name].pattern, access: routes[name].access as Access }));

/** Where a person in this state ends up according to sections 4 and 6 of the specification, not to our own guard. */
function targetOf(state: State, { name, access }: { name: RouteName; access: Access }, email: string): string | null {
  if (state === 'logged-out') return access === 'verified' ? '/sign-in' : null;
  if (state === 'unverified')
    return access === 'any' && name !== 'login' ? null : `/email/verification/${encodeURIComponent(email)}`;
  return access === 'logged-out' || ways.has(name) ? '/my-account' : null;
}

/** Records each path at which a screen was drawn, however briefly. */
async function watchScreens(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record = () => {
      if (!document.querySelector('main h1, main form')) return;
      const drawn = new Set<string>(JSON.parse(sessionStorage.getItem('drawn') ?? '[]'));
      sessionStorage.setItem('drawn', JSON.stringify([...drawn.add(location.pathname)]));
    };
    new MutationObserver(record).observe(document, { childList: true, subtree: true });
  });
}

const drawnAt = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem('drawn') ?? '[]') as string[]);

/**
 * One screen per kind of guard decision. Decisions don't depend on the language: `tests/site` checks that a screen has
 * the same island in each.
 */
const oneOfEachKind: ReadonlySet<RouteName> = new Set([
  'signIn',
  'login',
  'emailVerification',
  'checkout',
  'myAccount',
]);

for (const state of states) {
  for (const locale of locales) {
    const isWhole = locale === defaultLocale;
    const checkedRoutes = isWhole ? shells : shells.filter(({ name }) => oneOfEachKind.has(name));
    test(`${isWhole ? 'every screen' : 'each kind of screen'} in ${locale} admits or redirects a person who is ${state}`, {
      tag: isWhole ? [] : '@fast',
    }, async ({ page, mailbox }) => {
      if (state !== 'logged-out') {
        await signInWith(page, await register(page.request, mailbox, { verified: state === 'verified' }));
      }
      await watchScreens(page);
      for (const route of checkedRoutes) {
        const path = fillPattern(route.pattern, { ...params }, locale);
        const target = targetOf(state, route, mailbox.address);
        await page.goto(path, { waitUntil: 'commit' });
        if (target === null) {
          await expect(page.locator('main h1, main form').first(), path).toBeVisible();
          expect(new URL(page.url()).pathname).toBe(path);
          continue;
        }
        // Redirect targets are checked by their own case instead of being drawn again for each source.
        await page.waitForURL(({ pathname }) => pathname === localizePath(target, locale), { waitUntil: 'commit' });
        const { searchParams } = new URL(page.url());
        if (state === 'logged-out') expect(searchParams.get('next')).toBe(path);
        expect(await drawnAt(page), `${path} must not flash`).not.toContain(path);
        await page.evaluate(() => sessionStorage.removeItem('drawn'));
      }
    });
  }
}

test('a page restored from the back-forward cache hides its content after a sign-out in between', {
  tag: '@fast',
}, async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await expect(page.getByLabel('First name')).toBeVisible();
  // The page must not leave before its next frame has been looked at.
  const looked = Promise.withResolvers<void>();
  await page.route('**/sign-in?*', async (route) => {
    await looked.promise;
    await route.continue();
  });
  const isVisible = await page.evaluate(() => {
    localStorage.removeItem('token');
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return new Promise<boolean>((resolve) =>
      requestAnimationFrame(() => resolve(document.querySelector('main input') !== null)),
    );
  });
  looked.resolve();
  expect(isVisible).toBe(false);
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fprofile%2Fedit/);
});

test('signing in in one tab signs in the others', { tag: '@fast' }, async ({ page, context, mailbox }) => {
  const person = await register(page.request, mailbox);
  const other = await context.newPage();
  await other.goto('/sign-in');
  await expect(other.getByLabel('Email')).toBeVisible();
  await signInWith(page, person);
  await expect(other).toHaveURL('/my-account');
});

test('an expired session is dropped on start without a message or a request', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.evaluate(() => localStorage.setItem('token_expiry', String(Date.now() - 1)));
  // Ignores requests that the previous screen may still send.
  await page.goto('about:blank');
  const requests: string[] = [];
  page.on('request', (request) => request.headers().authorization && requests.push(request.url()));
  await page.goto('/my-account');
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('token_expiry')])).toEqual([
    null,
    null,
  ]);
  expect(requests).toEqual([]);
});

test('the header offers to sign in once the session has ended on a screen that stays open', async ({
  page,
  mailbox,
}) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/dashboard/withdrawal');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
  await signOut(page);
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible();
  // Nothing of the person stays for who uses the browser next.
  await expect(page.locator('[data-email]')).toBeEmpty();
  await expect(page.locator('html')).toHaveAttribute('data-roles', '');
  await expect(header.getByRole('link', { name: 'Account', exact: true })).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/withdrawal$/);
});

test('signing out ends the session locally even if the server does not respond', async ({ page, mailbox }) => {
  await signInWith(page, await register(page.request, mailbox));
  await page.goto('/profile/edit');
  await page.route('**/api/logout', (route) => route.abort('connectionrefused'));
  await signOut(page);
  await expect(page).toHaveURL('/');
  const keys = ['token', 'token_expiry', 'activityTime'];
  expect(await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys)).toEqual([
    null,
    null,
    null,
  ]);
});

test('staff start at their work after signing in, and where they were going if they were', async ({ page }) => {
  const signIn = async (name: string, query = '') => {
    await page.goto(`/sign-in${query}`);
    await page.getByLabel('Email', { exact: true }).fill(`${name}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('Tidemark-demo-1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn('risk');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/risk-manager');
  await signOut(page);
  await signIn('admin');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/admin');
  await signOut(page);
  await signIn('admin', '?next=/billing/history');
  await expect(page.locator('main')).toHaveAttribute('data-route', '/billing/history');
});

test('a device whose clock is a day off says so where deadlines are shown, and one that is right isn’t', async ({
  page,
}) => {
  const token = await signInDemo(page.request, 'trader@example.com');
  await signInWith(page, { token });
  await page.goto('/billing/pending');
  const alert = page.getByText(/^Your device’s clock says/);
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await expect(alert).toBeHidden();
  await page.clock.setFixedTime(Date.now() - 86_400_000);
  await page.reload();
  await expect(alert).toContainText('Correct it: until then, countdowns and deadlines here are wrong.');
});
