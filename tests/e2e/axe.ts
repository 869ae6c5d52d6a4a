import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified, which takes a third less time to send and parse. Nobody reads the markup of the elements that pass. */
const source = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};axe.configure({ noHtml: true });`;

/** Loads axe with each document of a context, so that it isn't sent to the browser again for each. */
export async function loadAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript(source);
}

/** What axe finds in a part of the page, as `rule: element` for each element. */
export async function findViolations(
  page: Page,
  selector: string,
  options: Pick<axe.RunOptions, 'runOnly' | 'rules'> = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  // A color in transition has no meaningful contrast.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ).then(() => undefined),
  );
  const violations = await page.evaluate(
    async ([context, only]) => {
      const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        ...only,
        resultTypes: ['violations'],
        // Style sheets and media that axe would fetch again break the page's policy; no page plays a sound.
        preload: false,
      });
      return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
    },
    [selector, options] as const,
  );
  return violations.flatMap(({ id, targets }) => targets.map((target) => `${id}: ${target}`));
}
