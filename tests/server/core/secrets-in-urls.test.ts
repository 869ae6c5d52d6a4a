import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { headerLines } from '#build/redirects.ts';
import { createMailContext } from '#server/core/mail/mail-context.ts';
import { templates } from '#server/firm/mails.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const secret = 'Zm9yLW9uZS1wZXJzb24tb25seQ';
const paths = [
  `/forgot/password/email/verification/${secret}/`,
  `/fr/forgot/password/email/verification/${secret}/`,
  `/password/set/ada%40example.org/${secret}/`,
  `/pt/password/set/ada%40example.org/${secret}/`,
  `/email/verification/ada%40example.org`,
  `/check-out/order/classic-50k/order-1/ada%40example.org/success/${secret}`,
];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

/** What the map in nginx.conf makes of an address: the first matching pattern decides. */
function nginxLogOf(uri: string): string {
  const config = readFileSync('deploy/nginx.conf', 'utf8');
  for (const [, pattern = ''] of config.matchAll(/^\t"~(.+)" "\$1(?:\/-)?";$/gm)) {
    const match = new RegExp(pattern).exec(uri);
    if (match) return match[1] ?? '';
  }
  return uri;
}

function caddyLogOf(uri: string): string {
  const [, pattern = ''] = /request>uri regexp "(.+)" "\$1"/.exec(readFileSync('deploy/Caddyfile', 'utf8')) ?? [];
  return uri.replace(new RegExp(pattern), '$1');
}

test.each(paths)('%s sends no referrer, and neither proxy logs its secret parts', async (path) => {
  const answer = await server.app.request(path);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  for (const logged of [nginxLogOf(path), caddyLogOf(path)]) {
    expect(logged).not.toBe('');
    expect(logged).not.toContain(secret);
    expect(logged).not.toContain('ada');
  }
});

test('email links keep their secrets in the fragment, which never reaches a server', async () => {
  const firm = { brand: 'Tidemark', supportEmail: 'help@example.org', origin: 'https://example.org' };
  const context = createMailContext('en', firm);
  const links = [
    templates['reset-password']({ token: secret }, context),
    templates['set-password']({ email: 'ada@example.org', code: secret }, context),
    templates['verify-email']({ email: 'ada@example.org', code: '123456', linkCode: secret }, context),
    templates['payout-access']({ address: 'ada@example.org', code: '123456', linkCode: secret }, context),
    templates['staff-invitation']({ roles: ['support'], by: 'Bea', token: secret }, context),
  ].flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'link' ? [new URL(block.href)] : [])));
  expect(links.map(({ pathname, hash }) => [pathname, hash])).toEqual([
    ['/forgot/password/email/verification/_/', `#token=${secret}`],
    ['/password/set/ada%40example.org/_/', `#code=${secret}`],
    ['/email/verification/ada%40example.org', `#code=${secret}`],
    ['/dashboard/withdrawal', `#code=${secret}&email=ada%40example.org`],
    ['/forgot/password/email/verification/_/', `#token=${secret}`],
  ]);
});

test('a CDN that serves only the site also sends no referrer from these pages', () => {
  const lines = headerLines();
  for (const path of ['/forgot/password/email/verification/:token', '/pt/password/set/:email/:code']) {
    expect(lines[lines.indexOf(path) + 1]).toBe('  Referrer-Policy: no-referrer');
  }
  expect(lines.slice(0, 8).join('\n')).toContain("frame-ancestors 'none'");
});

test('the proxies’ logs drop the query of signed email links and keep other paths readable', () => {
  for (const log of [nginxLogOf, caddyLogOf]) {
    expect(log(`/api/newsletter/confirm?token=${secret}`)).toBe('/api/newsletter/confirm');
    expect(log('/faq/detail/1/22')).toBe('/faq/detail/1/22');
  }
});
