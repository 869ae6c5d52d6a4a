import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detectSharedDetails } from '#server/risk/detect-shared-details.ts';
import { countLink } from '#shared/affiliates/contract.ts';
import { billingPending, changeCard } from '#shared/billing/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import { firefox, joinAffiliates } from '../support/affiliates.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** Buys a Classic 50K with the buyer's own card, or with one that others use, too. */
async function buy(card: 'own' | 'shared', change: Parameters<typeof orderForm>[0] = {}, token?: string) {
  const body = orderForm(change);
  const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), ...(token && { token }) });
  const { pathname } = new URL(answer.data.paymentUrl);
  await shop.server.app.request(pathname, { method: 'POST', body: new URLSearchParams({ outcome: 'paid', card }) });
  await shop.server.drain();
  return { ...(await shop.row(answer.data)), email: body.email };
}

test('a payment keeps which card paid, without saying which', async () => {
  const [own, other, shared, same] = [await buy('own'), await buy('own'), await buy('shared'), await buy('shared')];
  expect(own.card_fingerprint).toMatch(/^[\w-]{43}$/);
  expect(own.card_fingerprint).not.toContain(own.email);
  expect(other.card_fingerprint).not.toBe(own.card_fingerprint);
  expect(same.card_fingerprint).toBe(shared.card_fingerprint);
  const again = await buy('own', { email: own.email });
  expect(again.card_fingerprint).toBe(own.card_fingerprint);
});

test('the owner of a subscription sees which card renews it, also after saving another one', async () => {
  const { token } = await shop.signIn();
  await buy('own', {}, token);
  const read = async () => (await shop.ask(billingPending, { token })).data.subscriptions;
  const [{ id: subscriptionId = '', ...bought } = {}] = await read();
  expect(bought).toMatchObject({ cardEnding: '4242' });
  const { data } = await shop.ask(changeCard, { token, body: { subscriptionId } });
  const { pathname, search } = new URL(data.url);
  const body = new URLSearchParams({ renewals: 'decline', back: shop.server.deps.env.origin });
  await shop.server.app.request(pathname + search, { method: 'POST', body });
  await shop.server.drain();
  expect(await read()).toMatchObject([{ cardEnding: '0341' }]);
});

test('people who pay with one card are a finding, once', async () => {
  const { db } = shop.server.deps;
  const [one, other, stranger] = [await buy('shared'), await buy('shared'), await buy('own')];
  await detectSharedDetails(shop.server.deps);
  await detectSharedDetails(shop.server.deps);
  const rows = await db
    .selectFrom('finding')
    .innerJoin('trading_account as a', 'a.id', 'finding.account_id')
    .innerJoin('trading_account as b', 'b.id', 'finding.other_account_id')
    .select(['a.person_id as left', 'b.person_id as right', 'facts'])
    .execute();
  const pairs = rows.map(({ left, right, facts }) => [...[left, right].sort(), facts['detail']].join(' '));
  const pair = [...[String(one.person_id), String(other.person_id)].sort(), 'card'].join(' ');
  expect(pairs.filter((each) => each === pair)).toHaveLength(1);
  expect(pairs.some((each) => each.includes(String(stranger.person_id)))).toBe(false);
});

test('a commission for a purchase with the affiliate’s own card is checked, and one with another card isn’t', async () => {
  const { db } = shop.server.deps;
  const affiliate = await joinAffiliates(shop);
  await buy('shared', {}, affiliate.token);
  const sell = async (card: 'own' | 'shared') => {
    const browserSessionId = randomUUID();
    const visit = { code: affiliate.code, browserSessionId, page: '/classic-accounts' };
    await shop.ask(countLink, { body: visit, headers: { 'User-Agent': firefox } });
    const { id } = await buy(card, { browserSessionId });
    const commission = db.selectFrom('commission').select(['status', 'review_reason']).where('order_id', '=', id);
    return commission.executeTakeFirstOrThrow();
  };
  expect(await sell('own')).toEqual({ status: 'pending', review_reason: null });
  expect(await sell('shared')).toEqual({ status: 'review', review_reason: 'same-payment-method' });
});
