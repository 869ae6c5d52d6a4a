import type { Browser, Page } from '@playwright/test';
import { defaultLocale, type Locale, locales } from '#i18n/locales.ts';
import { fillPattern, type RouteName, routes } from '#routes.ts';
import { storageKeys, tokenLifetimeMinutes } from '#shared/core/constants.ts';
import { type BuiltPage, findOne, readPages } from '../../site/built-site.ts';
import { eventually } from '../../support/eventually.ts';
import { findViolations, loadAxe } from '../axe.ts';
import { test as base, expect } from '../fixtures.ts';
import { needsRoles, sampleParams } from '../sample-paths.ts';
import { signInDemo } from '../staff.ts';

type Documents = { readonly visitor: Page; readonly trader: Page; readonly staff: Page };

/**
 * A page for visitors and one for a trader, each in its own context, shared by all tests of a worker: with a context per
 * screen, each would start a renderer, load the fonts and scripts, and compile axe again.
 */
const test = base.extend<{ as: keyof Documents }, { documents: Documents }>({
  documents: [
    async ({ browser, playwright }, use, { project }) => {
      const { baseURL = '' } = project.use;
      const request = await playwright.request.newContext({ baseURL });
      const openAs = async (email: string) => openFresh(browser, await signInDemo(request, email));
      const visitor = await openFresh(browser);
      const [trader, staff] = [await openAs('trader@example.com'), await openAs('admin@example.com')];
      await request.dispose();
      await use({ visitor, trader, staff });
      for (const page of [visitor, trader, staff]) await page.context().close();
    },
    { scope: 'worker' },
  ],
  as: ['visitor', { option: true }],
  page: async ({ documents, as }, use) => {
    const page = documents[as];
    await page.context().clearCookies();
    await use(page);
    page.removeAllListeners('console');
    page.removeAllListeners('pageerror');
  },
});

/** A page whose every document starts with empty storage, or with only this session. */
async function openFresh(browser: Browser, token?: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await loadAxe(context);
  await context.addInitScript(
    ([session, tokenKey, expiryKey, lifeMs]) => {
      localStorage.clear();
      sessionStorage.clear();
      if (!session) return;
      localStorage.setItem(tokenKey, session);
      localStorage.setItem(expiryKey, String(Date.now() + lifeMs));
    },
    [token, storageKeys.token, storageKeys.tokenExpiry, tokenLifetimeMinutes * 60_000] as const,
  );
  return context.newPage();
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
/** What a window of 1280 × 1024 pixels shows at 400 %. */
const zoomed = { width: 320, height: 256 };

type Look = { readonly size: typeof phone; readonly colorScheme: 'light' | 'dark' };

/** Ordered so that each look differs from the previous one in a single property, which means less repainting. */
const looks: readonly Look[] = [
  { size: phone, colorScheme: 'light' },
  { size: phone, colorScheme: 'dark' },
  { size: desktop, colorScheme: 'dark' },
  { size: desktop, colorScheme: 'light' },
];

/**
 * The default language gets every width and theme; the others only change word lengths, so they share combinations.
 */
function looksOf(locale: Locale): readonly Look[] {
  if (locale === defaultLocale) return looks;
  const parity = locales.filter((other) => other !== defaultLocale).indexOf(locale) % 2;
  return looks.filter((_, index) => index % 2 === parity);
}

/** Rules whose result depends on the theme, and those that depend on the width. The others are checked once per page. */
const themeRules: string[] = ['color-contrast', 'link-in-text-block'];
const widthRules: string[] = ['target-size', 'scrollable-region-focusable', 'label'];
/** Colors are the same in every language, so only the default language checks them. */
const colorRulesOff = Object.fromEntries(themeRules.map((rule) => [rule, { enabled: false }]));
/** One page of each kind has its header and footer checked in every look; they are the same on all other pages. */
const wholePages: ReadonlySet<RouteName> = new Set(['home', 'myAccount']);
/** One page or screen of each kind, which npm test checks in the default language. */
const oneOfEachKind: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(['home', 'classicAccounts', 'faqDetail', 'contact', 'signIn', 'checkout'] as const),
  ...(['myAccount', 'payoutHistory', 'profileEdit', 'webTrading'] as const),
]);
const allTags: string[] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The island that fills an app shell; several screens can share one. */
function islandOf({ html }: BuiltPage): string | undefined {
  return findOne(html, / component-export="(\w+)"/);
}

/**
 * One address per screen, with existing parameters where an island needs them. Screens that share an island differ
 * only in their address: English checks all of them, other languages check one per island.
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
  await eventually('the hydration of every island', async () => {
    // astro-island has no box of its own, but its children do. What is folded hydrates when it is opened.
    const waiting = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('astro-island[ssr] > *')].filter((part) => part.checkVisibility());
      parts[0]?.scrollIntoView();
      return parts.length;
    });
    expect(waiting).toBe(0);
  });
  await eventually('all data', async () => {
    // Cards further down a phone's account load once they are seen, and appear after the account itself has loaded.
    await page.evaluate(() => document.querySelector('[data-later]')?.scrollIntoView());
    expect(await page.locator('[aria-busy=true], [data-skeleton]').count()).toBe(0);
  });
  // The scroll position depends on what had loaded before, and a sticky bar may then cover half a button.
  await page.evaluate(() => scrollTo(0, 0));
  await rest(page);
}

/**
 * Puts the bar at the bottom of a phone's screen back into the page. What it covers depends on the height of the content
 * above, and half a button is too small a target.
 */
async function unfixBottomBar(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!['fixed', 'sticky'].includes(getComputedStyle(element).position)) continue;
      const { bottom, height } = element.getBoundingClientRect();
      if (height === 0 || height >= innerHeight / 2 || bottom < innerHeight - 1) continue;
      element.style.position = 'static';
      // The page's own bar stands where it is seen: at the end.
      if (element.matches('.bottom-bar')) document.body.append(element);
    }
  });
}

/** Waits until the transition after a theme or width change is over. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}

async function check(page: Page, name: RouteName, path: string, locale: Locale): Promise<void> {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  let last: Look | undefined;
  for (const { size, colorScheme } of looksOf(locale)) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    if (!last) await open(page, name, path);
    await unfixBottomBar(page);
    await rest(page);
    const where = `${size.width} px, ${colorScheme}`;
    const rulesOfLook = [...(locale === defaultLocale ? themeRules : []), ...(last?.size === size ? [] : widthRules)];
    const runOnly = last ? { type: 'rule' as const, values: rulesOfLook } : { type: 'tag' as const, values: allTags };
    const rules = last || locale === defaultLocale ? {} : colorRulesOff;
    const part = !last || wholePages.has(name) ? 'html' : 'main';
    expect(await findViolations(page, part, { runOnly, rules }), where).toEqual([]);
    await expectNoOverflow(page, where);
    last = { size, colorScheme };
  }
  if (locale === defaultLocale && !needsRoles(name)) {
    await page.setViewportSize(zoomed);
    await rest(page);
    await expectNoOverflow(page, '400 % zoom');
  }
  expect(violations).toEqual([]);
}

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `pixels beyond the edge at ${where}`).toBeLessThanOrEqual(0);
}

async function open(page: Page, name: RouteName, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('main')).toHaveAttribute('data-route', routes[name].pattern);
  await settle(page);
}

const screens = locales.flatMap((locale) =>
  samples(locale).map(([name, path]) => ({ name, path, locale, access: routes[name].access })),
);

for (const isSignedIn of [false, true]) {
  test.describe(isSignedIn ? 'signed in' : 'signed out', () => {
    test.use({ as: isSignedIn ? 'trader' : 'visitor' });
    for (const { name, path, locale } of screens.filter(({ access }) => (access === 'verified') === isSignedIn)) {
      const tag = locale === defaultLocale && oneOfEachKind.has(name) ? '@fast' : [];
      test(`${path} passes axe in every width and theme, and doesn’t scroll sideways`, { tag }, async ({ page }) => {
        await check(page, name, path, locale);
      });
    }
  });
}

test.describe('staff', () => {
  test.use({ as: 'staff' });
  for (const [name, list] of [
    ['officeList', 'payouts'],
    ['officeRecord', 'people'],
  ] as const) {
    const path = fillPattern(routes[name].pattern, { list, id: 'demo-trader' }, defaultLocale);
    test(`${path} with rows passes axe in every width and theme`, async ({ page }) => {
      await check(page, name, path, defaultLocale);
      await expect(page.getByRole('main').locator('tbody tr').first()).toBeVisible();
    });
  }
});
