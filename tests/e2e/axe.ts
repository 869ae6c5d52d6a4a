import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** What axe finds in a part of the page, as `rule: element` for each element. */
export async function findViolations(
  page: Page,
  selector: string,
  options: Pick<RunOptions, 'runOnly' | 'rules'> = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    // Nobody would read a copy of the markup of each passing element.
    await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.configure({ noHtml: true }));
  }
  // A colour in transition has no meaningful contrast.
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
      });
      return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }));
    },
    [selector, options] as const,
  );
  return violations.flatMap(({ id, targets }) => targets.map((target) => `${id}: ${target}`));
}
