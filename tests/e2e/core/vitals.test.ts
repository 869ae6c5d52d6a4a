import type { Page } from '@playwright/test';
import { vitalsPath } from '#shared/core/constants.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';

/** A visit that is in the sample, by a browser that says about itself what is given. */
async function visitAsSampled(page: Page, about: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await page.addInitScript(
    (said) => {
      Math.random = () => 0;
      for (const [name, value] of Object.entries(said))
        Object.defineProperty(navigator, name, { get: () => value, configurable: true });
    },
    { webdriver: false, ...about },
  );
  const started = page.waitForResponse('**/api/sessionId/fetch');
  await page.goto('/classic-accounts');
  await started;
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
    dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  });
}

test('a visit in the sample reports once how fast the page was, and nothing about the visitor', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/${vitalsPath}`)) reports.push(request.postData() ?? '');
  });
  const loaded = page.waitForResponse('**/report-vitals.js');
  await visitAsSampled(page);
  await loaded;
  await eventually('the report', async () => {
    await hide(page);
    expect(reports).toHaveLength(1);
  });
  const report = JSON.parse(reports[0] ?? '{}') as Record<string, unknown>;
  expect(Object.keys(report).filter((key) => !['route', 'lcpMs', 'inpMs', 'cls'].includes(key))).toEqual([]);
  expect(report).toMatchObject({ route: '/classic-accounts', cls: expect.any(Number) });
  expect(report.lcpMs).toBeGreaterThan(0);
});

for (const [who, said] of [
  ['an automated browser', { webdriver: true }],
  ['a visitor who sends Global Privacy Control', { globalPrivacyControl: true }],
  ['a visitor who sends Do Not Track', { doNotTrack: '1' }],
] as const) {
  test(`${who} reports nothing`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitAsSampled(page, said);
    await hide(page);
    expect(asked.filter((url) => /report-vitals|\/api\/vitals$/.test(url))).toEqual([]);
  });
}
