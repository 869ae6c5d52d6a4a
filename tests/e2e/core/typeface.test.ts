import type { Page } from '@playwright/test';
import { eventually } from '../../support/eventually.ts';
import { expect, openContext, test } from '../fixtures.ts';

/** The fonts that the browser says it drew an element's text with. */
async function readFonts(page: Page, selector: string): Promise<readonly string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const { root } = await client.send('DOM.getDocument');
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId });
  await client.detach();
  return fonts.map(({ postScriptName, familyName }) => `${familyName} ${postScriptName}`);
}

/** Opens a page with an empty cache and holds its typeface back. @returns what lets it through */
async function openWithoutTypeface(page: Page, path: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      for (const { value } of shifts) (window as unknown as { moved: number }).moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return release;
}

const typeface = /Instrument ?Sans/;

/** Texts whose words run together: their spaces are narrower than a tenth of the letters' height. */
function findClosedSpaces(): (string | null)[] {
  const texts = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, p, li)')];
  return texts
    .filter((text) => {
      const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode();
      const at = node?.textContent?.search(/(?<=\w) (?=\w)/) ?? -1;
      if (node == null || at < 0 || !text.checkVisibility()) return false;
      const space = new Range();
      space.setStart(node, at);
      space.setEnd(node, at + 1);
      const { width } = space.getBoundingClientRect();
      return width > 0 && width < Number.parseFloat(getComputedStyle(text).fontSize) / 10;
    })
    .map((text) => text.textContent);
}

test('a first visit draws bold headings at once and the typeface as soon as it is there', { tag: '@fast' }, async ({
  browser,
}) => {
  const context = await openContext(browser, { viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const release = await openWithoutTypeface(page, '/classic-accounts');
  const [heading, text] = [await readFonts(page, 'h1'), await readFonts(page, 'main p')];
  expect(heading.join()).not.toMatch(typeface);
  expect(heading.join()).toMatch(/bold/i);
  expect(text.join()).not.toMatch(/bold/i);
  release();
  await eventually('our typeface', async () =>
    expect(await readFonts(page, 'h1')).toEqual([expect.stringMatching(typeface)]),
  );
  expect(await readFonts(page, 'main p')).toEqual([expect.stringMatching(typeface)]);
  await context.close();
});

for (const width of [390, 1440]) {
  test(`the typeface takes its place on a first visit without moving the page, at ${width} pixels`, async ({
    browser,
  }) => {
    // Of each kind of page, in the language whose words are longest where lines are short.
    for (const path of [
      ...['/', '/fr', '/pt', '/classic-accounts', '/fr/classic-accounts', '/blog/details/rollover/111'],
      ...['/evaluations', '/fr/evaluations', '/pt/evaluations', '/pt/check-out', '/payouts/statistics'],
    ]) {
      const context = await openContext(browser, { viewport: { width, height: 844 } });
      const page = await context.newPage();
      const release = await openWithoutTypeface(page, path);
      release();
      await eventually('our typeface', async () =>
        expect(await readFonts(page, 'h1')).toEqual([expect.stringMatching(typeface)]),
      );
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
      expect(moved, path).toBeLessThanOrEqual(0.01);
      expect(await page.evaluate(findClosedSpaces), path).toEqual([]);
      await context.close();
    }
  });
}
