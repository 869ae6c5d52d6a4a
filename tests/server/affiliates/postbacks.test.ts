import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { createHttpsPostbacks } from '#server/affiliates/ports/postback/https-postbacks.ts';
import { isPublicAddress } from '#server/affiliates/ports/postback/public-address.ts';
import { sendDuePostbacks } from '#server/affiliates/postbacks/send.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import { joinAffiliates, sellThrough } from '../support/affiliates.ts';
import { type Shop, startShop } from '../support/shop.ts';

type Received = { readonly headers: Record<string, string>; readonly body: string };

let shop: Shop;
let received: Received[] = [];
/** What the affiliate's server answers next; 200 once the list is empty. */
let answers: number[] = [];
/** Where names resolve to; the receiver is called partner.example. */
let addresses: Record<string, string> = {};
let port: number;
let folder: string;
let receiver: ReturnType<typeof createServer>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postbacks-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=partner.example', '-addext', 'subjectAltName=DNS:partner.example', '-keyout', key, '-out', cert],
  ]);
  receiver = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      received.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      const status = answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { Location: 'https://127.0.0.1/inside' } : {});
      response.end('{}');
    });
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  ({ port } = receiver.address() as AddressInfo);
  addresses = { 'partner.example': '127.0.0.1' };
  const postbacks = createHttpsPostbacks({
    resolve: async (hostname) => {
      const address = addresses[hostname];
      if (address === undefined) throw new Error('not found');
      return [{ address, family: 4 }];
    },
    // The receiver runs on this machine; every other address is checked as in production.
    isAllowed: (address) => address === '127.0.0.1' || isPublicAddress(address),
    ca: readFileSync(cert, 'utf8'),
    port,
  });
  shop = await startShop({ postbacks });
});

afterAll(async () => {
  receiver.close();
  rmSync(folder, { recursive: true });
  await shop.close();
});

const partnerUrl = () => 'https://partner.example/hook';

async function connectAffiliate(url = partnerUrl()) {
  const affiliate = await joinAffiliates(shop);
  const { token } = affiliate;
  const { data } = await shop.ask(calls.savePostbackUrl, { body: { url }, token });
  received = [];
  answers = [];
  return {
    ...affiliate,
    secret: data.secret ?? '',
    list: async () => (await shop.ask(calls.fetchPostbacks, { token })).data,
    test: () => shop.ask(calls.testPostback, { token }),
  };
}

/**
 * Verifies as a receiver does: HMAC-SHA256 of `id.timestamp.body` with the decoded secret, one of several signatures.
 */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected);
}

const receivedTypes = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe('postbacks', () => {
  test('report a commission that is earned, released and revoked, signed and with the affiliate’s sub ids', async () => {
    const affiliate = await connectAffiliate();
    const opened = await sellThrough(shop, affiliate.code);
    await shop.server.clock.advance(30 * dayMs);
    await releaseCommissions(shop.server.deps);
    await shop.server.drain();
    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    expect(receivedTypes()).toEqual(['commission.created', 'commission.released', 'commission.revoked']);
    expect(received.every((message) => isSignedWith(affiliate.secret, message))).toBe(true);
    const [created] = received;
    expect(JSON.parse(created?.body ?? '')).toMatchObject({
      type: 'commission.created',
      data: { amount_cents: 2_235, price_before_tax_cents: 14_900, share_bps: 1_500, sub1: 'video', click_id: 'c-1' },
    });
    expect(created?.body).not.toContain('buyer');
    expect(await affiliate.list()).toMatchObject({
      deliveries: [
        { status: 'delivered' },
        { status: 'delivered' },
        { status: 'delivered', attempts: 1, statusCode: 200 },
      ],
    });
  });

  test('are tried eight times within a day under one id, then given up', async () => {
    const affiliate = await connectAffiliate();
    answers = [500, 302, 404, 500, 500, 500, 500, 500];
    const startedAt = shop.server.clock.now().getTime();
    await affiliate.test();
    await shop.server.drain();
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'waiting', attempts: 1, statusCode: 500 }]);
    for (let attempts = 2; attempts <= 8; attempts += 1) {
      const [waiting] = (await affiliate.list()).deliveries;
      await shop.server.clock.advance((waiting?.nextAttemptAt ?? 0) - shop.server.clock.now().getTime());
      await sendDuePostbacks(shop.server.deps);
      await shop.server.drain();
      expect(received).toHaveLength(attempts);
    }
    expect(shop.server.clock.now().getTime() - startedAt).toBeLessThan(dayMs);
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await shop.server.clock.advance(dayMs);
    await sendDuePostbacks(shop.server.deps);
    await shop.server.drain();
    expect(received).toHaveLength(8);
  });

  test('are not repeated after a success', async () => {
    const affiliate = await connectAffiliate();
    answers = [503];
    await affiliate.test();
    await shop.server.drain();
    await shop.server.clock.advance(minuteMs);
    await Promise.all([sendDuePostbacks(shop.server.deps), sendDuePostbacks(shop.server.deps)]);
    await shop.server.drain();
    expect(received).toHaveLength(2);
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('have a secret that is shown once and stored encrypted; after a rotation, both secrets sign for a day', async () => {
    const affiliate = await connectAffiliate();
    const { token, personId, secret } = affiliate;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await affiliate.list())).not.toContain(secret);
    const stored = await shop.server.deps.db
      .selectFrom('affiliate_endpoint')
      .selectAll()
      .where('affiliate_id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(secret);
    const { data } = await shop.ask(calls.rotatePostbackSecret, { token });
    await affiliate.test();
    await shop.server.drain();
    const [both] = received;
    expect(both && [isSignedWith(secret, both), isSignedWith(data.secret, both)]).toEqual([true, true]);
    await shop.server.clock.advance(dayMs);
    await affiliate.test();
    await shop.server.drain();
    const after = received.at(-1);
    expect(after && [isSignedWith(secret, after), isSignedWith(data.secret, after)]).toEqual([false, true]);
    const again = await shop.ask(calls.savePostbackUrl, { body: { url: partnerUrl() }, token });
    expect(again.data.secret).toBeNull();
    await shop.ask(calls.removePostbackUrl, { token });
    expect(await affiliate.list()).toEqual({ endpoint: null, deliveries: [] });
    expect((await affiliate.test()).response_status).toBe(404);
  });

  test.each([
    'http://partner.example/hook',
    'https://user:word@partner.example/',
    'https://localhost/',
    'https://10.0.0.8/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.8]/',
    'https://2130706434/',
    'https://inside.example/',
    'https://unknown.example/',
    'https://partner.example:8443/hook',
    'https://partner.example:80/hook',
    'http://partner.example/hook',
  ])('to %s are rejected when the address is saved', async (url) => {
    addresses['inside.example'] = '192.168.1.10';
    const { token } = await joinAffiliates(shop);
    const answer = await shop.ask(calls.savePostbackUrl, { body: { url }, token });
    expect(answer).toMatchObject({ response_status: 422, validation_errors: { url: [expect.any(String)] } });
  });

  test('to a name that later resolves to a private address (DNS rebinding) are blocked', async () => {
    addresses['rebinding.example'] = '127.0.0.1';
    const affiliate = await connectAffiliate('https://rebinding.example/');
    addresses['rebinding.example'] = '169.254.169.254';
    await affiliate.test();
    await shop.server.drain();
    expect(received).toEqual([]);
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'waiting', failure: 'blocked' }]);
  });

  test('are available only to approved affiliates', async () => {
    const { token } = await shop.signIn();
    const answers = [
      await shop.ask(calls.fetchPostbacks, { token }),
      await shop.ask(calls.savePostbackUrl, { body: { url: partnerUrl() }, token }),
      await shop.ask(calls.rotatePostbackSecret, { token }),
      await shop.ask(calls.removePostbackUrl, { token }),
      await shop.ask(calls.testPostback, { token }),
    ];
    expect(answers.map(({ response_status }) => response_status)).toEqual([404, 404, 404, 404, 404]);
  });
});

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['198.18.0.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['partner.example', false],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
