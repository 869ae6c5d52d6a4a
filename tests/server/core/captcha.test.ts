import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRemoteCaptcha } from '#server/people/ports/captcha/remote.ts';
import { registry } from '#shared/firm/registry.ts';
import { subscribeNewsletter } from '#shared/messages/contract-newsletter.ts';
import { captchaConfig } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { shapeOf } from '../support/hostile-text.ts';
import { easyCaptcha, goodPassword } from '../support/identity.ts';

/** A captcha provider that accepts each token once and can be down. */
type Provider = { readonly server: Server; readonly url: string; readonly requests: string[]; down: boolean };

let provider: Provider;
let server: TestApp | undefined;

beforeEach(async () => {
  const used = new Set<string>();
  const requests: string[] = [];
  const listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push(body);
      const form = new URLSearchParams(body);
      const token = form.get('response') ?? '';
      const isGood = form.get('secret') === 'secret-1' && token === 'token-1' && !used.has(token);
      used.add(token);
      response.statusCode = provider.down ? 502 : 200;
      response.end(provider.down ? 'Bad gateway' : JSON.stringify({ success: isGood }));
    });
  });
  await new Promise<void>((ready) => listener.listen(0, '127.0.0.1', ready));
  const address = listener.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  provider = { server: listener, url: `http://127.0.0.1:${address.port}/siteverify`, requests, down: false };
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await new Promise((closed) => provider.server.close(closed));
});

const names = ['recaptcha', 'hcaptcha', 'turnstile'] as const;

async function start(name: (typeof names)[number]) {
  const settings = { provider: name, siteKey: 'site-1', secret: 'secret-1' };
  const captcha = createRemoteCaptcha({ ...settings, post: (_, init) => fetch(provider.url, init) });
  server = await startTestApp({
    replace: { captcha },
    environment: { CAPTCHA_PROVIDER: name, CAPTCHA_SITE_KEY: 'site-1', CAPTCHA_SECRET: 'secret-1' },
  });
  return client(server);
}

const form = (captcha: string, email = 'reader@example.org') => ({ email, termsUse: 1, captcha });

test('without a configured provider, the browser uses the built-in captcha', async () => {
  server = await startTestApp();
  const answer = await client(server)(captchaConfig);
  expect(answer.data).toEqual({ provider: 'altcha', siteKey: null });
});

test('an attempt at a challenge costs 5,000 rounds, or as many as the operator sets', async () => {
  server = await startTestApp();
  const readChallenge = async ({ app }: TestApp) => (await app.request('/api/captcha/challenge')).json();
  expect(await readChallenge(server)).toMatchObject({ parameters: { cost: 5_000 } });
  await server.close();
  server = await startTestApp({ environment: { CAPTCHA_COST: '7' } });
  expect(await readChallenge(server)).toMatchObject({ parameters: { cost: 7 } });
});

test.each(names)(
  'with %s, the browser receives the site key but never the secret, and a token works once',
  async (name) => {
    const ask = await start(name);
    const config = await ask(captchaConfig);
    expect(config.data).toEqual({ provider: name, siteKey: 'site-1' });
    expect(JSON.stringify(config)).not.toContain('secret-1');
    expect((await server?.app.request('/api/captcha/challenge'))?.status).toBe(404);

    expect((await ask(subscribeNewsletter, { body: form('token-1') })).response_status).toBe(200);
    const again = await ask(subscribeNewsletter, { body: form('token-1', 'other@example.org') });
    expect(again.validation_errors).toEqual({ captcha: ['Please complete the CAPTCHA.'] });
    expect(Object.fromEntries(new URLSearchParams(provider.requests[0]))).toEqual({
      secret: 'secret-1',
      response: 'token-1',
      remoteip: '127.0.0.1',
      sitekey: 'site-1',
    });
  },
);

test('an unavailable provider is reported as unavailable, not as a wrong captcha', async () => {
  const ask = await start('hcaptcha');
  provider.down = true;
  const answer = await ask(subscribeNewsletter, { body: form('token-1') });
  expect(answer).toMatchObject({ response_status: 503, validation_errors: {} });
  expect(answer.response_message).toMatch(/isn’t responding/);
});

const guarded = registry.filter(({ body }) => body !== null && shapeOf(body).required?.includes('captcha'));

test.each(guarded.map((call) => [call.name, call] as const))(
  '%s does nothing without a solved captcha',
  async (_, call) => {
    server = await startTestApp({ replace: { captcha: easyCaptcha } });
    const filled = fill(shapeOf(call.body), goodPassword, 'reader@example.org') as object;
    const response = await server.app.request(`/api/${call.path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...filled, country: 'PT', captcha: 'unsolved' }),
    });
    const { validation_errors: errors } = (await response.json()) as { validation_errors: object };
    expect([response.status, Object.keys(errors)]).toEqual([422, ['captcha']]);
  },
);
