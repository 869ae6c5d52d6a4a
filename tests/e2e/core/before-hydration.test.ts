import { readdirSync, readFileSync } from 'node:fs';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';

/** One English page for each island whose fields stand in the page before its scripts have loaded. */
function listPages(): [island: string, path: string][] {
  const pages = new Map<string, string>();
  const names = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.html') && !/^(?:fr|pt)[./]|^404/.test(name),
  );
  for (const name of names.sort()) {
    const islands = readFileSync(`dist/${name}`, 'utf8').matchAll(
      /<astro-island[^>]*component-export="([^"]+)".*?<\/astro-island>/gs,
    );
    for (const [html, island = ''] of islands)
      if (/<(?:input(?![^>]*type="file")|select|textarea)\b/.test(html) && !pages.has(island))
        pages.set(island, `/${name.replace(/\.html$/, '').replace(/^index$/, '')}`);
  }
  return [...pages];
}

for (const [island, path] of listPages()) {
  test(`what is entered on ${path} before hydration stays (${island})`, async ({ page }) => {
    const { promise: scripts, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/_astro/*.js', async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const part = page.locator(`astro-island[component-export="${island}"]`).first();
    await expect(part).toBeAttached();
    const entered = await part.evaluate((element) => {
      const fields = element.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
        'input:not([type=file]), select, textarea',
      );
      return [...fields].map((field) => {
        if (field instanceof HTMLSelectElement) field.selectedIndex = field.options.length - 1;
        else if (field.type === 'checkbox') field.checked = !field.checked;
        else if (field.type === 'range' || field.inputMode === 'numeric' || field.type === 'number')
          field.value = field.max || '7';
        else field.value = field.type === 'email' ? 'early@example.com' : 'Early words';
        return [field.name, field.value, (field as HTMLInputElement).checked];
      });
    });
    expect(entered.length).toBeGreaterThan(0);
    letCome();
    await part.locator('input, select, textarea').first().scrollIntoViewIfNeeded();
    await expect(part).not.toHaveAttribute('ssr');
    await eventually('the fields hold what was entered', async () => {
      const held = await part.evaluate((element) =>
        [
          ...element.querySelectorAll<HTMLInputElement>(
            'input:not([type=file], altcha-widget input), select, textarea',
          ),
        ].map((field) => [field.name, field.value, field.checked]),
      );
      expect(held).toEqual(entered);
    });
  });
}
