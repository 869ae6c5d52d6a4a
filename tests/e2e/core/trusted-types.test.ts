import { expect, test } from '../fixtures.ts';

test('a page refuses text as markup or as a script URL, and its own scripts still run', { tag: '@fast' }, async ({
  page,
}) => {
  const refused: string[] = [];
  await page.exposeFunction('report', (directive: string) => refused.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      (globalThis as unknown as { report(directive: string): void }).report(effectiveDirective),
    );
  });
  await page.goto('/contact');
  const captcha = page.locator('altcha-widget').first();
  await captcha.getByRole('checkbox').click();
  await expect(captcha.getByText('Verified', { exact: true })).toBeVisible();
  await expect(captcha.getByRole('link', { name: /Altcha/i }).first()).toBeAttached();
  expect(refused).toEqual([]);

  const errors = await page.evaluate(() => {
    const attempt = (attack: () => unknown) => {
      try {
        attack();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const element = document.createElement('div');
    const script = document.createElement('script');
    return [
      attempt(() => Object.assign(element, { innerHTML: '<img src=x onerror=alert(1)>' })),
      attempt(() => Object.assign(script, { src: '/_astro/anything.js' })),
      attempt(() => Object.assign(script, { text: 'alert(1)' })),
      attempt(() => globalThis.trustedTypes?.createPolicy('mine', { createHTML: (text: string) => text })),
      attempt(() => globalThis.trustedTypes?.createPolicy('page-scripts', { createScriptURL: (url: string) => url })),
    ];
  });
  expect(errors).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError']);
});
