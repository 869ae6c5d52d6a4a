import { type Browser, launch, Puppeteer } from 'puppeteer-core';
import { waitLimitMs } from '../support/eventually.ts';
import { startBrowser } from './start-browser.ts';
import type { Engine } from './visitor.ts';

/**
 * The first element on screen that a selector finds; with a text before it, the first that has this text. For
 * Puppeteer's own search by accessible name, Firefox describes the whole page after each change, which on a busy machine
 * takes longer than a test may.
 */
Puppeteer.registerCustomQueryHandler('shown', {
  queryOne: (root, wanted) => {
    const [, text, selector = ''] = /^(?:\[(.*)\] )?(.*)$/s.exec(wanted) ?? [];
    const isWanted = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      (text === undefined || element.textContent?.trim() === text);
    return [...(root as Element).querySelectorAll(selector)].find(isWanted) ?? null;
  },
});

export function openFirefox(executablePath: string): Promise<Browser> {
  return startBrowser(() => launch({ browser: 'firefox', executablePath, headless: true, timeout: waitLimitMs }));
}

/** A fresh profile of Firefox, driven over WebDriver BiDi. @returns what closes it and throws the page's errors */
export async function openFirefoxPage(
  browser: Browser,
  headers: Record<string, string>,
): Promise<{ engine: Engine; close(): Promise<void> }> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(waitLimitMs);
  await page.setViewport({ width: 1280, height: 800 });
  await page.setExtraHTTPHeaders(headers);
  const errors: string[] = [];
  // Firefox reports the favicon that it requests by itself if a page's policy allows no images.
  page.on('pageerror', (error) => /favicon\.ico/.test(String(error)) || errors.push(String(error)));
  const engine: Engine = {
    async goto(url) {
      await page.goto(url);
    },
    evaluate: (inPage, argument) => page.evaluate(inPage as never, argument) as never,
    click: (selector, text) => page.locator(`::-p-shown(${text ? `[${text}] ` : ''}${selector})`).click(),
    fill: (selector, value) => page.locator(selector).fill(value),
  };
  return {
    engine,
    async close() {
      await context.close();
      if (errors.length > 0) throw new Error(`errors thrown in the page: ${errors.join('; ')}`);
    },
  };
}
