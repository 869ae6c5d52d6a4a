import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { isPublicAddress } from '#server/affiliates/ports/postback/public-address.ts';
import { releaseCommissions } from '#server/affiliates/release-commissions.ts';
import { sendDueWebhooks } from '#server/messages/webhooks/send.ts';
import * as calls from '#shared/affiliates/contract-postbacks.ts';
import { createOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { register, verifyEmail } from '#shared/people/contract.ts';
import { joinAffiliates, sellThrough, visitThrough } from '../support/affiliates.ts';
import { easyCaptcha, readCode, registration } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { isSignedWith, startReceiver } from '../support/webhook-receiver.ts';

let shop: Shop;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  const { postbacks } = receiver;
  shop = await startShop({ postbacks, captcha: easyCaptcha });
});

afterAll(async () => {
  receiver.close();
  await shop.close();
});

const partnerUrl = () => 'https://partner.example/hook';

async function connectAffiliate(url = partnerUrl()) {
  const affiliate = await joinAffiliates(shop);
  const { token } = affiliate;
  const { data } = await shop.ask(calls.savePostbackUrl, { body: { url }, token });
  receiver.state.received = [];
  receiver.state.answers = [];
  return {
    ...affiliate,
    secret: data.secret ?? '',
    list: async () => (await shop.ask(calls.fetchPostbacks, { token })).data,
    test: () => shop.ask(calls.testPostback, { token }),
  };
}

/** Registers a visitor of the code's link and verifies their address in the same browser. */
async function registerThrough(code: string, afterVisit: () => Promise<unknown> = async () => {}) {
  const [browserSessionId, email] = [randomUUID(), `visitor-${randomUUID()}@example.org`];
  await visitThrough(shop, code, browserSessionId);
  await afterVisit();
  await shop.ask(register, { body: registration(email) });
  const body = { email, code: await readCode(shop.server, email), browserSessionId };
  const { token = '' } = await shop.ask(verifyEmail, { body });
  await shop.server.drain();
  return { browserSessionId, email, token };
}

/** Orders with a person's session, pays and delivers. */
async function orderAs({ token }: { readonly token: string }, form: ReturnType<typeof orderForm>) {
  const { data } = await shop.ask(createOrder, { body: form, token, idempotencyKey: randomUUID() });
  await shop.press(data, 'paid');
  await shop.server.drain();
  return data;
}

const receivedTypes = () => receiver.state.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

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
    expect(receiver.state.received.every((message) => isSignedWith(affiliate.secret, message))).toBe(true);
    const [created] = receiver.state.received;
    expect(JSON.parse(created?.body ?? '')).toMatchObject({
      type: 'commission.created',
      data: {
        amount_cents: 2_235,
        price_before_tax_cents: 14_900,
        sub1: 'video',
        click_id: 'c-1',
        first_purchase: true,
      },
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

  test('report the registration and the funded account of a visitor who allowed it, once each', async () => {
    const affiliate = await connectAffiliate();
    const visitor = await registerThrough(affiliate.code);
    const opened = await orderAs(visitor, orderForm({ browserSessionId: visitor.browserSessionId, country: 'US' }));
    const [evaluation] = await shop.accounts(opened);
    const { id: accountId = '', platform_user: platformUser = '', state } = evaluation ?? {};
    const passed = JSON.stringify({ ...state, status: 'passed' });
    const { db } = shop.server.deps;
    await db.updateTable('trading_account').set({ state: passed }).where('id', '=', accountId).execute();
    const selection: ProductSelection = {
      ...{ kind: 'funded-activation', accountId, platformUser, packageId: 'classic-50k', platform: 'rithmic' },
      ...{ addOns: [], coupon: '' },
    };
    await shop.server.clock.advance(minuteMs);
    await orderAs(visitor, orderForm({ selection, expectedTotalCents: 12_900, country: 'US' }));
    const messages = receiver.state.received.map(
      ({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> },
    );
    const dataOf = (type: string) => messages.filter((message) => message.type === type).map(({ data }) => data);
    const click = { click_id: 'c-1', sub1: 'video', page: '/classic-accounts', creative: null };
    expect(messages).toHaveLength(4);
    expect(dataOf('referral.registered')).toEqual([click]);
    const firstPurchases = dataOf('commission.created').map((data) => [data['order_kind'], data['first_purchase']]);
    expect(Object.fromEntries(firstPurchases)).toEqual({ evaluation: true, 'funded-activation': false });
    expect(dataOf('account.funded')).toEqual([{ package_id: 'classic-50k', ...click }]);
  });

  test('report no registration of a visitor who allowed only orders to be attributed', async () => {
    const affiliate = await connectAffiliate();
    const { db } = shop.server.deps;
    await registerThrough(affiliate.code, () =>
      db.updateTable('affiliate_click').set({ consent_version: '1' }).where('click_id', '=', 'c-1').execute(),
    );
    expect(receiver.state.received).toEqual([]);
  });

  test('call an address with macros by GET, with each value encoded and what a message lacks left empty', async () => {
    const url =
      'https://partner.example/cv/{sub1}?cid={click_id}&sum={amount}&event={type}&first={first_purchase}&k=my-token';
    const affiliate = await connectAffiliate(url);
    const opened = await sellThrough(shop, affiliate.code);
    await shop.webhook(opened, 'refunded');
    await affiliate.test();
    await shop.server.drain();
    expect(receiver.state.received.map(({ method, body, url: path }) => [method, body, path]).toSorted()).toEqual([
      ['GET', '', '/cv/?cid=&sum=&event=postback.test&first=&k=my-token'],
      ['GET', '', '/cv/video?cid=c-1&sum=22.35&event=commission.created&first=true&k=my-token'],
      ['GET', '', '/cv/video?cid=c-1&sum=22.35&event=commission.revoked&first=true&k=my-token'],
    ]);
    expect(receiver.state.received.every(({ headers }) => headers['webhook-id'] && !headers['webhook-signature'])).toBe(
      true,
    );
    const body = { url: 'https://partner.example/?name={buyer_email}' };
    expect(await shop.ask(calls.savePostbackUrl, { body, token: affiliate.token })).toMatchObject({
      response_status: 422,
      validation_errors: { url: [expect.stringContaining('braces')] },
    });
  });

  test('are tried eight times within a day under one id, then given up', async () => {
    const affiliate = await connectAffiliate();
    receiver.state.answers = [500, 302, 404, 500, 500, 500, 500, 500];
    const startedAt = shop.server.clock.now().getTime();
    await affiliate.test();
    await shop.server.drain();
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'waiting', attempts: 1, statusCode: 500 }]);
    for (let attempts = 2; attempts <= 8; attempts += 1) {
      const [waiting] = (await affiliate.list()).deliveries;
      await shop.server.clock.advance((waiting?.nextAttemptAt ?? 0) - shop.server.clock.now().getTime());
      await sendDueWebhooks(shop.server.deps);
      await shop.server.drain();
      expect(receiver.state.received).toHaveLength(attempts);
    }
    expect(shop.server.clock.now().getTime() - startedAt).toBeLessThan(dayMs);
    expect((await affiliate.list()).deliveries).toMatchObject([{ status: 'failed', attempts: 8, nextAttemptAt: null }]);
    expect(new Set(receiver.state.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await shop.server.clock.advance(dayMs);
    await sendDueWebhooks(shop.server.deps);
    await shop.server.drain();
    expect(receiver.state.received).toHaveLength(8);
  });

  test('are not repeated after a success', async () => {
    const affiliate = await connectAffiliate();
    receiver.state.answers = [503];
    await affiliate.test();
    await shop.server.drain();
    await shop.server.clock.advance(minuteMs);
    await Promise.all([sendDueWebhooks(shop.server.deps), sendDueWebhooks(shop.server.deps)]);
    await shop.server.drain();
    expect(receiver.state.received).toHaveLength(2);
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
    const [both] = receiver.state.received;
    expect(both && [isSignedWith(secret, both), isSignedWith(data.secret, both)]).toEqual([true, true]);
    await shop.server.clock.advance(dayMs);
    await affiliate.test();
    await shop.server.drain();
    const after = receiver.state.received.at(-1);
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
    receiver.addresses['inside.example'] = '192.168.1.10';
    const { token } = await joinAffiliates(shop);
    const answer = await shop.ask(calls.savePostbackUrl, { body: { url }, token });
    expect(answer).toMatchObject({ response_status: 422, validation_errors: { url: [expect.any(String)] } });
  });

  test('to a name that later resolves to a private address (DNS rebinding) are blocked', async () => {
    receiver.addresses['rebinding.example'] = '127.0.0.1';
    const affiliate = await connectAffiliate('https://rebinding.example/');
    receiver.addresses['rebinding.example'] = '169.254.169.254';
    await affiliate.test();
    await shop.server.drain();
    expect(receiver.state.received).toEqual([]);
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
