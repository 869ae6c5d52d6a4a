import { type Browser, launch, type Page, Puppeteer } from 'puppeteer-core';
import { waitLimitMs } from '../support/eventually.ts';
import type { Person } from './account-fixtures.ts';
import { withoutBrowser } from './fixtures.ts';

/** A page in Firefox: fields are found by name and buttons by their text. */
export type FirefoxPage = {
  readonly page: Page;
  visit(path: string): Promise<void>;
  /** Types into a field, or selects a list's value. */
  fill(name: string, value: string): Promise<void>;
  tick(name: string): Promise<void>;
  press(name: string): Promise<void>;
  /** Waits until this text is on screen. */
  see(text: string): Promise<void>;
  /** Waits until this text is nowhere on the page. */
  missText(text: string): Promise<void>;
  /** Waits until the page is this screen. */
  arriveAt(pattern: string): Promise<void>;
  signIn(person: Pick<Person, 'token'>): Promise<void>;
};

/**
 * The button on screen with this text. For Puppeteer's own search by accessible name, Firefox describes the whole page
 * after each change, which on a busy machine takes longer than a test may.
 */
Puppeteer.registerCustomQueryHandler('button', {
  queryOne: (root, name) =>
    [...(root as Element).querySelectorAll('button')].find(
      (button) => button.textContent?.trim() === name && button.checkVisibility({ visibilityProperty: true }),
    ) ?? null,
});

function openPage(page: Page, origin: string): FirefoxPage {
  const click = (selector: string) => page.locator(selector).click();
  return {
    page,
    async visit(path) {
      await page.goto(new URL(path, origin).href);
    },
    fill: (name, value) => page.locator(`main :is(input, select)[name="${name}"]`).fill(value),
    tick: (name) => click(`main input[name="${name}"]`),
    press: (name) => click(`::-p-button(${name})`),
    async see(text) {
      await page.waitForFunction((wanted) => document.body?.innerText.includes(wanted), {}, text);
    },
    async missText(text) {
      await page.waitForFunction(
        (wanted) => document.body !== null && !document.body.innerText.includes(wanted),
        {},
        text,
      );
    },
    async arriveAt(pattern) {
      await page.locator(`main[data-route="${pattern}"]`).wait();
    },
    async signIn({ token }) {
      await page.goto(new URL('/robots.txt', origin).href);
      await page.evaluate((value) => {
        localStorage.setItem('token', value);
        localStorage.setItem('token_expiry', String(Date.now() + 700 * 60_000));
        localStorage.setItem('activityTime', String(Date.now()));
      }, token);
    },
  };
}

type Fixtures = { readonly firefox: FirefoxPage };
type WorkerFixtures = { readonly firefoxBrowser: Browser };

/** Tests in Firefox over WebDriver BiDi. They are skipped on a machine without Firefox, and `npm test` says so. */
export const test = withoutBrowser.extend<Fixtures, WorkerFixtures>({
  firefoxBrowser: [
    async ({ browserName: _ }, use) => {
      const executablePath = process.env.FIREFOX_PATH;
      if (!executablePath) throw new Error('FIREFOX_PATH is not set');
      const browser = await launch({ browser: 'firefox', executablePath, headless: true, timeout: waitLimitMs });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: waitLimitMs * 2 },
  ],
  firefox: async ({ firefoxBrowser, baseURL, personHeaders }, use) => {
    const context = await firefoxBrowser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(waitLimitMs);
    await page.setViewport({ width: 1280, height: 800 });
    await page.setExtraHTTPHeaders(personHeaders);
    const errors: string[] = [];
    // Firefox reports the favicon that it requests by itself if a page's policy allows no images.
    page.on('pageerror', (error) => /favicon\.ico/.test(String(error)) || errors.push(String(error)));
    await use(openPage(page, baseURL ?? ''));
    await context.close();
    if (errors.length > 0) throw new Error(`errors thrown in the page: ${errors.join('; ')}`);
  },
});
