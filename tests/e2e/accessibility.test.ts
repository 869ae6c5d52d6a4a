import type { Page } from '@playwright/test';
import { storageKeys, tokenLifetimeMinutes } from '../../src/contract/constants.ts';
import { defaultLocale, type Locale, locales } from '../../src/i18n/locales.ts';
import { fillPattern, type RouteName, routes } from '../../src/routes.ts';
import { demoPassword } from '../../src/server/demo-people.ts';
import { type BuiltPage, findOne, readPages } from '../site/built-site.ts';
import { findViolations } from './axe.ts';
import { test as base, expect } from './fixtures.ts';
import { sampleParams } from './sample-paths.ts';

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

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

type Look = { readonly size: typeof phone; readonly colorScheme: 'light' | 'dark' };

const looks: readonly Look[] = [
  { size: phone, colorScheme: 'light' },
  { size: desktop, colorScheme: 'dark' },
  { size: phone, colorScheme: 'dark' },
  { size: desktop, colorScheme: 'light' },
];

/**
 * The default language gets every width and theme; the others only change word lengths, so they share the combinations.
 */
function looksOf(locale: Locale): readonly Look[] {
  if (locale === defaultLocale) return looks;
  const isOdd = locales.filter((other) => other !== defaultLocale).indexOf(locale) % 2;
  return isOdd ? looks.slice(2) : looks.slice(0, 2);
}

/** Rules whose result depends on theme or width. The others are checked once per page. */
const rulesOfLook: string[] = [
  'color-contrast',
  'target-size',
  'scrollable-region-focusable',
  'link-in-text-block',
  'label',
];
const allTags: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The island that fills an app shell; several screens can share one. */
function islandOf({ html }: BuiltPage): string | undefined {
  return findOne(html, / component-export="(\w+)"/);
}

/**
 * One address per screen, with parameters that exist where an island needs them.
 * Screens that share an island differ only in their address: English checks all of them, other languages one per island.
 */
function samples(locale: Locale): readonly (readonly [RouteName, string])[] {
  const built = new Map(
    readPages().flatMap((page) => (page.match?.locale === locale ? [[page.match.name, page] as const] : [])),
  );
  const seen = new Set<string>();
  return (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const page = built.get(name);
    if (!page) return [];
    const { pattern, render } = routes[name];
    if (render !== 'shell') return [[name, page.path] as const];
    const island = islandOf(page) ?? name;
    const isRepeated = locale !== defaultLocale && seen.has(island);
    seen.add(island);
    return isRepeated ? [] : [[name, fillPattern(pattern, sampleParams, locale)] as const];
  });
}

/**
 * Waits until every visible island is hydrated, its data is loaded and nothing moves.
 * Endless animations fail the test, because reduced motion is on.
 */
async function settle(page: Page): Promise<void> {
  await expect(async () => {
    // astro-island has no box of its own; its children do.
    await page.evaluate(() => document.querySelector('astro-island[ssr] *')?.scrollIntoView());
    expect(await page.locator('astro-island[ssr]').count()).toBe(0);
  }).toPass();
  await expect(page.locator('[aria-busy=true], [data-skeleton]')).toHaveCount(0);
  await rest(page);
}

/** Waits until the transition after a theme or width change is over. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}

for (const locale of locales) {
  for (const [name, path] of samples(locale)) {
    test(`${path} passes axe in every width and theme`, async ({ page, token }) => {
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
      await settle(page);
      for (const [index, { size, colorScheme }] of looksOf(locale).entries()) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await rest(page);
        const where = `${size.width} px, ${colorScheme}`;
        const runOnly =
          index === 0 ? { type: 'tag' as const, values: allTags } : { type: 'rule' as const, values: rulesOfLook };
        expect(await findViolations(page, 'html', { runOnly }), where).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `pixels beyond the edge at ${where}`).toBeLessThanOrEqual(0);
      }
      expect(refusals).toEqual([]);
    });
  }
}
