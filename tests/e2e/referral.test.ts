import { expect, test } from './fixtures.ts';

test('an affiliate’s link attributes the visit by the browser’s name alone', async ({ page, context }) => {
  const counting = page.waitForResponse((response) => response.url().endsWith('/api/affiliate/link/count'));
  await page.goto('/pt/classic-accounts?ref=alain');
  const answer = await counting;
  expect(answer.status()).toBe(200);
  const name = await page.evaluate(() => localStorage.getItem('sessionId'));
  expect(answer.request().postDataJSON()).toEqual({
    code: 'alain',
    page: '/pt/classic-accounts',
    browserSessionId: name,
  });
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['sessionId']);
  expect(await context.cookies()).toEqual([]);
});
