import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { storageKeys, tokenLifetimeMinutes } from '../../src/contract/constants.ts';
import { defaultLocale, type Locale } from '../../src/i18n/locales.ts';
import { fillPattern, type RouteName, routes } from '../../src/routes.ts';
import { demoPassword } from '../../src/server/seed/people.ts';
import { readPages } from '../site/built-site.ts';
import { test as base, expect } from './fixtures.ts';

const test = base.extend<object, { token: string }>({
  token: [
    async ({ playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const request = await playwright.request.newContext({ baseURL });
      const data = { email: 'trader@example.com', password: demoPassword };
      const answer = await request.post('/api/submit_login', { data });
      await use(((await answer.json()) as { token: string }).token);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

const widths = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
/** Each width and each theme once; the contrast of every pair of colours is held by the tokens' own test. */
const looks = [
  { size: widths.phone, colorScheme: 'light' },
  { size: widths.desk, colorScheme: 'dark' },
] as const;
/** Other languages change the length of words, not colours: one look each, and where they are longest, the phone's. */
const looksOf = (locale: Locale) => (locale === defaultLocale ? looks : looks.slice(0, 1));

const known: Readonly<Record<string, string>> = {
  packageId: 'classic-50k',
  searchQuery: 'drawdown',
  email: 'visitor@example.com',
};

/** One address of each screen of the table, with values that mean something where the screen is filled by an island. */
function samples(locale: Locale): readonly (readonly [RouteName, string])[] {
  const built = new Map(
    readPages().flatMap(({ path, match }) => (match?.locale === locale ? [[match.name, path]] : [])),
  );
  return (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const { pattern, render } = routes[name];
    const path = render === 'shell' ? fillPattern(pattern, known, locale) : built.get(name);
    return path ? [[name, path] as const] : [];
  });
}

async function findViolations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** French has the longest words; Portuguese lies between the two. */
for (const locale of ['en', 'fr'] as const) {
  for (const [name, path] of samples(locale)) {
    test(`${path} can be read and used by everybody`, async ({ page, token }) => {
      const refusals: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/.test(message.text())) refusals.push(message.text());
      });
      if (routes[name].access === 'verified') {
        await page.addInitScript(
          ([[tokenKey, value], [expiryKey, lifeMs]]) => {
            localStorage.setItem(tokenKey, value);
            localStorage.setItem(expiryKey, String(Date.now() + lifeMs));
          },
          [
            [storageKeys.token, token],
            [storageKeys.tokenExpiry, tokenLifetimeMinutes * 60_000],
          ] as const,
        );
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.locator('main')).toHaveAttribute('data-route', routes[name].pattern);
      await expect(async () => {
        // The element itself has no box of its own; what it holds has.
        await page.evaluate(() => document.querySelector('main astro-island[ssr] *')?.scrollIntoView());
        expect(await page.locator('main astro-island[ssr]').count()).toBe(0);
      }).toPass();
      await page.locator('footer, main').last().scrollIntoViewIfNeeded();
      for (const { size, colorScheme } of looksOf(locale)) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        const where = `${size.width} px, ${colorScheme}`;
        expect(await findViolations(page), where).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `pixels beyond the edge at ${where}`).toBeLessThanOrEqual(0);
      }
      expect(refusals).toEqual([]);
    });
  }
}
