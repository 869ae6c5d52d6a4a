import { expect, test } from '../fixtures.ts';

/** The built page's policy allows a single provider, and these scripts are stand-ins. */
test.use({ bypassCSP: true });

const providers = [
  ['recaptcha', 'https://www.google.com/recaptcha/api.js', 'grecaptcha'],
  ['hcaptcha', 'https://js.hcaptcha.com/1/api.js', 'hcaptcha'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js', 'turnstile'],
] as const;

/**
 * Stand-in for the provider scripts: calls back on load; `render` draws a box that yields a token when clicked.
 */
const providerScript = (name: string) => `
  globalThis.${name} = {
    render(place, options) {
      globalThis.renderOptions = options;
      const box = document.createElement('button');
      box.type = 'button';
      box.textContent = 'I am a person';
      box.onclick = () => options.callback('token-of-${name}');
      place.append(box);
    },
  };
  globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();
`;

for (const [provider, script, name] of providers) {
  test(`${provider} renders in a light theme at normal size, and its token reaches the server`, async ({ page }) => {
    const config = { response_status: 200, data: { provider, siteKey: 'site-1' } };
    await page.route('**/api/captcha/config', (route) => route.fulfill({ json: config }));
    await page.route(`${script}*`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: providerScript(name) }),
    );
    let sent = '';
    await page.route('**/api/newsletter/subscribe', (route) => {
      sent = route.request().postData() ?? '';
      return route.fulfill({ json: { response_status: 200, validation_errors: {}, data: null } });
    });
    await page.goto('/faq');
    const form = page.getByRole('contentinfo').locator('form');
    await form.scrollIntoViewIfNeeded();
    await expect(page.locator('footer astro-island[ssr]')).toHaveCount(0);
    await page.getByLabel('Email for the newsletter').fill('reader@example.com');
    await page.getByLabel(/I agree that my email address/).check();
    await page.getByRole('button', { name: 'I am a person' }).click();
    const renderOptions = await page.evaluate(
      () => (globalThis as unknown as { renderOptions: Record<string, unknown> }).renderOptions,
    );
    expect(renderOptions).toMatchObject({ sitekey: 'site-1', theme: 'light', size: 'normal', badge: 'bottomright' });
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expect(page.getByText('Your have successfully subscribed!')).toBeVisible();
    expect(sent).toContain(`token-of-${name}`);
  });
}

test('a captcha that fails to load says so below itself and covers no other message', async ({ page }) => {
  await page.goto('/register');
  await expect(page.locator('altcha-widget input[type=checkbox]')).toBeVisible();
  await page.route('**/api/captcha/challenge*', (route) => route.abort());
  await page.locator('button[type=submit]').click();
  const failure = page.locator('.altcha-popover');
  await expect(failure).toHaveText('Verification failed. Try again later.');
  // Measured in one step, because the other fields' messages are still animating in.
  const distance = await failure.evaluate((bubble) => {
    const box = bubble.closest('altcha-widget')?.querySelector('.altcha-main');
    return bubble.getBoundingClientRect().top - (box?.getBoundingClientRect().bottom ?? 0);
  });
  expect(distance).toBeGreaterThanOrEqual(0);
});

for (const [path, email, button] of [
  ['/status', 'Email', 'Subscribe to incidents'],
  ['/faq', 'Email for the newsletter', 'Subscribe'],
] as const) {
  test(`“${button}” pressed before the captcha is solved is busy, and sent once it is`, async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const challenge = page.waitForRequest('**/api/captcha/challenge*');
    await page.route('**/api/captcha/challenge*', (route) => promise.then(() => route.continue()));
    const sent = page.waitForRequest((request) => request.url().endsWith('/subscribe'));
    await page.goto(path);
    await page.getByLabel(email, { exact: true }).scrollIntoViewIfNeeded();
    await expect(
      page.locator('astro-island[ssr]').filter({ has: page.getByLabel(email, { exact: true }) }),
    ).toHaveCount(0);
    await page.getByLabel(email, { exact: true }).fill('early-reader@example.com');
    if (path === '/faq') await page.getByLabel(/I agree that my email address/).check();
    const press = page.getByRole('button', { name: button, exact: true });
    await press.click();
    await challenge;
    await expect(press).toHaveAttribute('aria-busy', 'true');
    resolve();
    expect((await (await sent).response())?.status()).toBe(200);
    await expect(page.locator('form [aria-busy]')).toHaveCount(0);
  });
}
