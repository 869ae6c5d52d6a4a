import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { register, signInWith } from '../accounts/account-fixtures.ts';
import { expect, openContext, test } from '../fixtures.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the header works by keyboard, and the search tolerates typos', { tag: '@fast' }, async ({ page }) => {
  await page.goto('/classic-accounts');
  // The header's script comes after the first paint.
  await expect(page.locator('[data-theme-choice][aria-pressed=true]')).toBeAttached();
  const accounts = page.locator('header summary', { hasText: 'Accounts' });
  const ascension = page.locator('header').getByRole('link', { name: /^Ascension/ });
  await accounts.focus();
  await page.keyboard.press('Enter');
  await expect(ascension).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('header').getByRole('link', { name: /^Classic/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ascension).toBeHidden();
  await expect(accounts).toBeFocused();

  await page.locator('header .drop.search summary').click();
  expect((await page.locator('#bar-search').boundingBox())?.width).toBeGreaterThan(200);
  await page.keyboard.type('trailling drawdwn');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/faq/category/trailling%20drawdwn');
  await expect(page.getByRole('link', { name: 'What is the trailing drawdown?' })).toBeVisible();
  const box = page.locator('main input[type=search], main input[name=q]').first();
  await box.fill('xylophone');
  await expect(page.getByRole('status')).toContainText('xylophone');
  await expect(page.getByRole('link', { name: 'What is the trailing drawdown?' })).toBeHidden();
  await expect(page).toHaveURL(/\/faq\/category\/xylophone$/);

  await page.goto('/fr/faq');
  const countries = page.getByRole('link', { name: 'Quels pays acceptez-vous ?' });
  const typed = page.getByRole('main').getByRole('searchbox');
  await typed.fill('regularite');
  await expect(page.getByRole('link', { name: /^Qu’est-ce que la règle de régularité/ })).toBeVisible();
  await expect(countries).toBeHidden();
  await typed.fill('');
  await expect(countries).toBeVisible();
});

for (const [title, about, told] of [
  ['a search without an answer, and one left without a click, are reported once and without the visitor', {}, true],
  ['no search is reported of a visitor who sends Global Privacy Control', { globalPrivacyControl: true }, false],
] as const) {
  test(title, async ({ page }) => {
    await page.addInitScript(
      (said) => {
        for (const [name, value] of Object.entries(said))
          Object.defineProperty(navigator, name, { get: () => value, configurable: true });
      },
      { webdriver: false, ...about },
    );
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/search/count')) return;
      sent.push(request.postDataJSON());
      expect(request.headers()).not.toHaveProperty('cookie');
    });
    // A browser no longer says what a page sends that it really leaves.
    const leave = () =>
      page.evaluate(() => {
        dispatchEvent(new Event('pagehide'));
        dispatchEvent(new Event('pagehide'));
      });
    const box = page.getByRole('main').getByRole('searchbox');
    const answer = page.locator('[data-results] a').first();
    await page.goto('/faq');
    await box.fill('inactivity');
    await answer.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
    await answer.click();
    await leave();
    for (const term of ['trailing drawdown', 'Xylophone  zzqy', 'ada@example.org']) {
      await box.fill(term);
      await expect(page.locator('[data-index] [role=status]')).toContainText(term.split(' ').at(-1) ?? '');
      await leave();
    }
    const expected = [
      { text: 'trailing drawdown', language: 'en', kind: 'unclicked' },
      { text: 'xylophone zzqy', language: 'en', kind: 'none' },
    ];
    await eventually('the reports', () => expect(sent).toEqual(told ? expected : []));
  });
}

test('the menu works by touch, the language switch keeps the page, and a narrow phone fits all labels', {
  tag: '@fast',
}, async ({ browser }) => {
  const context = await openContext(browser, { viewport: { width: 320, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto('/evaluations?size=100K#compare');
  await page.locator('header .drop.search summary').tap();
  const box = await page.locator('#bar-search').boundingBox();
  expect(box?.width).toBeGreaterThan(150);
  expect(box?.x).toBeGreaterThan(0);
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  await open.tap();
  await page.getByRole('button', { name: 'Dark' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const kept = (await context.cookies()).find((cookie) => cookie.name === 'theme');
  // 365 days, give or take the seconds since.
  expect(Math.round(((kept?.expires ?? 0) - Date.now() / 1_000) / 86_400)).toBe(365);
  await page.getByRole('button', { name: 'Close menu' }).tap();
  await expect(page.locator('#menu')).toBeHidden();
  await open.tap();
  const french = page.locator('[data-language][lang=fr]').filter({ visible: true }).first();
  await expect(french).toHaveAttribute('href', '/fr/evaluations?size=100K#compare');
  await french.tap();
  await page.waitForURL('**/fr/evaluations?size=100K#compare');
  for (const path of ['/fr', '/fr/evaluations', '/fr/edge', '/pt/thor']) {
    await page.goto(path);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beyond, `pixels beyond the edge of ${path}`).toBeLessThanOrEqual(0);
  }
  await page.goto('/fr/edge');
  const deadline = page.locator('[data-payout-days] time');
  await expect(deadline).toBeVisible();
  expect(Date.parse((await deadline.getAttribute('datetime')) ?? '')).toBeGreaterThan(Date.now());
  await context.close();
});

test('the header fits phones before the font has loaded, in every language', async ({ browser, request, mailbox }) => {
  const { token } = await register(request, mailbox);
  for (const width of [320, 360, 375, 390]) {
    const context = await openContext(browser, { viewport: { width, height: 844 }, hasTouch: true, isMobile: true });
    await context.route(/\.woff2$/, (route) => route.abort());
    const page = await context.newPage();
    await signInWith(page, { token });
    for (const path of ['/my-account', '/fr/my-account', '/pt/my-account']) {
      await page.goto(path);
      const items = page.locator('.bottom-bar').locator('a, button');
      await expect(items).toHaveCount(5);
      const overflowing = await items.evaluateAll((all) =>
        all.filter((item) => item.scrollWidth > item.clientWidth).map((item) => item.textContent),
      );
      expect(overflowing, `labels of the bottom bar of ${path} at ${width} px`).toEqual([]);
    }
    for (const path of ['/', '/fr', '/pt']) {
      await page.goto(path);
      await expect(page.locator('header .account-link[data-for=in]')).toBeVisible();
      const burger = await page.locator('header .burger').last().boundingBox();
      const end = (burger?.x ?? 0) + (burger?.width ?? 0);
      expect(end, `the end of the header of ${path} at ${width} px`).toBeLessThanOrEqual(width);
      const logo = await page.locator('header .brand > span').boundingBox();
      const name = await page.locator('header .brand').getByText('Tidemark').boundingBox();
      if (!logo || !name) throw new Error('The header has no logo');
      const isCutOff = name.y < logo.y + logo.height && name.x + name.width > logo.x + logo.width + 1;
      expect(isCutOff, `part of the firm’s name is missing on ${path} at ${width} px`).toBe(false);
    }
    await context.close();
  }
});

test('a page whose end comes late starts what stands there', async ({ page, baseURL }) => {
  const { promise: painted, resolve: goOn } = Promise.withResolvers<void>();
  const slow = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(`${baseURL}${url}`);
    const body = Buffer.from(await answer.arrayBuffer());
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    const islandAt = type.includes('html') ? body.indexOf('<astro-island') : -1;
    if (islandAt !== -1) {
      response.write(body.subarray(0, islandAt));
      await painted;
    }
    response.end(body.subarray(Math.max(islandAt, 0)));
  });
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/trailing-drawdown`, {
    waitUntil: 'commit',
  });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  goOn();
  const part = page.getByRole('region', { name: 'Would your trading pass?' });
  await part.scrollIntoViewIfNeeded();
  await expect(part.locator('astro-island')).not.toHaveAttribute('ssr');
  slow.closeAllConnections();
  slow.close();
});

test('scripts lost on the way are no errors, and are asked for again', async ({ page }) => {
  const asked = new Map<string, number>();
  await page.route(/\/_astro\/(?:header|search)[^/]*\.js$/, (route) => {
    const [, name = ''] = /\/(header|search)[^/]*$/.exec(route.request().url()) ?? [];
    asked.set(name, (asked.get(name) ?? 0) + 1);
    return asked.get(name) === 1 ? route.abort() : route.continue();
  });
  await page.goto('/faq');
  const box = page.getByRole('main').getByRole('searchbox');
  await eventually('a second request for the search', async () => {
    await box.blur();
    await box.focus();
    expect(asked.get('search')).toBeGreaterThan(1);
  });
  await box.fill('xylophone');
  await expect(page.getByRole('status')).toContainText('xylophone');
  await eventually('a second request for the header', () => expect(asked.get('header')).toBeGreaterThan(1));
});

test('a browser in Brazilian Portuguese is offered the first page of a visit in Portuguese, and only that one', async ({
  browser,
  baseURL,
}) => {
  const context = await openContext(browser, { locale: 'pt-BR', baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/classic-accounts');
  const offer = page.getByRole('link', { name: 'Ver em português' });
  await expect(offer).toHaveAttribute('lang', 'pt');
  await page.locator('footer a[href="/payout-policy"]').first().click();
  await expect(page).toHaveURL(/payout-policy/);
  await expect(page.locator('[data-theme-choice][aria-pressed=true]')).toBeAttached();
  await expect(offer).toBeHidden();
  await page.goto('/classic-accounts');
  await offer.click();
  await expect(page).toHaveURL(/\/pt\/classic-accounts$/);
  await expect(page.getByRole('link', { name: 'View in English' })).toBeHidden();
  await context.close();
});
