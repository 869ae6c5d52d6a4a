import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { chargebackEvidence } from '#shared/billing/contract-evidence.ts';
import { officeLists } from '#shared/firm/lists.ts';
import * as orders from '#shared/orders/contract.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { easyCaptcha, goodPassword, registerVerified } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ captcha: easyCaptcha });
});

afterAll(() => shop.close());

/** Registers a buyer, who then orders a Classic 50K. */
async function buyRegistered() {
  const email = `evidence-${randomUUID()}@example.com`;
  const token = await registerVerified(shop.server, email);
  await shop.server.clock.advance(1_000);
  const options = { body: orderForm({ email }), idempotencyKey: randomUUID(), token };
  const { data: opened } = await shop.ask(orders.createOrder, options);
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  const [account] = await shop.accounts(opened);
  return { email, opened, accountId: account?.id ?? '', personId: account?.person_id ?? '' };
}

async function findDispute(orderId: string): Promise<string> {
  const disputes = shop.server.deps.db.selectFrom('payment_dispute').select('id').where('order_id', '=', orderId);
  return (await disputes.executeTakeFirstOrThrow()).id;
}

async function readEvidence(orderId: string) {
  const { token } = await signInStaff(shop.server, 'finance');
  return (await shop.ask(chargebackEvidence, { token, query: { disputeId: await findDispute(orderId) } })).data;
}

test('staff read what shows that the order was agreed to, paid, delivered and used, and finance alone', async () => {
  const { email, opened, accountId, personId } = await buyRegistered();
  await shop.server.clock.advance(60_000);
  const headers = { 'X-Forwarded-For': '203.0.113.7' };
  const body = { email, password: goodPassword };
  expect((await shop.ask(submitLogin, { body, headers })).response_status).toBe(200);
  await play(shop.server, accountId, trade(shop.server.clock.now().getTime(), 4));
  // A bank may ask two months later, when the sessions have been deleted.
  await shop.server.clock.advance(60 * dayMs);
  await deleteExpired(shop.server.deps);
  await shop.webhook(opened, 'disputed');
  await shop.server.drain();

  const { evidence, accounts } = await readEvidence(opened.orderId);
  expect(evidence.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['ordered', 'agreed', 'paid', 'receipt', 'delivered', 'traded', 'signed-in']),
  );
  expect(evidence[0]?.detail).toContain(email);
  expect(evidence.find(({ kind }) => kind === 'traded')?.count).toBe(2);
  expect(evidence.find(({ kind }) => kind === 'signed-in')).toMatchObject({ count: 1 });
  expect(accounts.map(({ id }) => id)).toEqual([accountId]);

  const finance = await signInStaff(shop.server, 'finance');
  const listed = async (person: string) => {
    const { data } = await shop.ask(officeLists.chargebacks.page, { token: finance.token, query: { person } });
    return data.rows.map(({ orderId, accountId: account, person: buyer, name }) => [orderId, account, buyer, name]);
  };
  const { first_name: first, last_name: last } = orderForm({ email });
  const row = [opened.orderId, accountId, `${first} ${last}`, 'Classic 50K'];
  expect([await listed(personId), await listed('nobody')]).toEqual([[row], []]);
  const unknown = await shop.ask(chargebackEvidence, { token: finance.token, query: { disputeId: 'unknown' } });
  expect(unknown.response_status).toBe(404);
  const support = await signInStaff(shop.server, 'support');
  const query = { disputeId: await findDispute(opened.orderId) };
  expect((await shop.ask(chargebackEvidence, { token: support.token, query })).response_status).toBe(403);
});

test('a disputed renewal names the account whose period it paid, with the fills since then alone', async () => {
  const { accountId, personId } = await buyRegistered();
  await play(shop.server, accountId, trade(shop.server.clock.now().getTime(), 4));
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  const renewal = await shop.server.deps.db
    .selectFrom('orders')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', 'pending-bill')
    .executeTakeFirstOrThrow();
  await shop.server.clock.advance(60_000);
  await play(shop.server, accountId, trade(shop.server.clock.now().getTime(), 8).slice(0, 1));
  await shop.webhook({ orderId: renewal.id }, 'disputed');
  await shop.server.drain();

  const { evidence, accounts } = await readEvidence(renewal.id);
  expect(accounts).toMatchObject([{ id: accountId, account: expect.stringMatching(/./) }]);
  expect(evidence.find(({ kind }) => kind === 'delivered')?.detail).toBe(accounts[0]?.account);
  expect(evidence.find(({ kind }) => kind === 'traded')?.count).toBe(1);
});
