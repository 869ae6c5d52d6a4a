import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { terminateAccount } from '#server/accounts/lifecycle/terminate.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import { requeueRequests } from '#server/accounts/requests/requeue.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import * as calls from '#shared/orders/contract.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { orderForm, type Shop, shopOn, startShop } from '../support/shop.ts';
import { lose } from '../support/trading.ts';

/** The first attempt and its retries, at most half an hour apart. */
const attemptsOfJob = 13;

let shop: Shop;
let isDown = false;
let asked: { what: 'close' | 'reset'; accountId: string; requestId?: string }[] = [];

beforeAll(async () => {
  const base = await startShop();
  const { platform } = base.server.deps;
  const watched: Platform = {
    ...platform,
    async openAccount(selection) {
      if (isDown) throw new Error('The platform is down');
      return platform.openAccount(selection);
    },
    async closeAccount(account) {
      asked.push({ what: 'close', accountId: account.accountId });
      if (isDown) throw new Error('The platform is down');
      await platform.closeAccount(account);
    },
    async resetAccount(account, requestId) {
      asked.push({ what: 'reset', accountId: account.accountId, requestId });
      if (isDown) throw new Error('The platform is down');
      await platform.resetAccount(account, requestId);
    },
  };
  const server = await base.server.another({ platform: watched, payments: base.server.deps.payments });
  shop = { ...shopOn(server), close: () => base.close() };
});

afterAll(() => shop.close());

beforeEach(() => {
  isDown = false;
  asked = [];
});

async function buyAccount() {
  const person = await shop.signIn();
  const body = orderForm();
  const { data } = await shop.ask(calls.createOrder, {
    body,
    idempotencyKey: crypto.randomUUID(),
    token: person.token,
  });
  await shop.press(data, 'paid', 'normal', 'pay');
  await shop.server.drain();
  return { person, order: data, accountId: (await read(data)).id };
}

async function read(order: { orderId: string }) {
  const [account] = await shop.accounts(order);
  if (!account) throw new Error('No account');
  return account;
}

/** Lets half hours pass as they do on a running server, which looks for unmade requests in each minute. */
async function passHalfHours(count: number): Promise<void> {
  for (let half = 0; half < count; half += 1) {
    await shop.server.clock.advance(30 * minuteMs);
    await requeueRequests(shop.server.deps);
    await shop.server.drain({ allowFailures: true });
  }
}

type Bought = Awaited<ReturnType<typeof buyAccount>>;

test.each<[string, string, (bought: Bought) => Promise<unknown>]>([
  [
    'a refunded order',
    'canceled',
    async ({ order }) => {
      const { deps } = shop.server;
      const row = await shop.row(order);
      await deps.db.transaction().execute((trx) => requestOrderRefund(deps, trx, row, 'operator', 'system'));
    },
  ],
  [
    'a deleted profile',
    'canceled',
    async ({ person: { personId, token } }) => {
      const { db, clock } = shop.server.deps;
      await db.updateTable('session').set({ confirmed_at: clock() }).where('person_id', '=', personId).execute();
      expect((await shop.ask(deleteProfile, { token })).response_status).toBe(200);
    },
  ],
  [
    'a terminated trader',
    'terminated',
    ({ accountId }) => {
      const { deps } = shop.server;
      return deps.db.transaction().execute((trx) => terminateAccount(deps, trx, accountId, 'person:manager'));
    },
  ],
])('the account of %s is closed after an outage that outlasts its job', async (_, reason, end) => {
  const bought = await buyAccount();
  isDown = true;
  await end(bought);
  await shop.server.drain({ allowFailures: true });
  await passHalfHours(attemptsOfJob - 1);
  expect(asked).toHaveLength(attemptsOfJob);
  expect((await read(bought.order)).ended_at).toBeNull();
  isDown = false;
  await passHalfHours(1);
  expect(await read(bought.order)).toMatchObject({ end_reason: reason, ended_at: expect.any(Date) });
  await passHalfHours(2);
  expect(asked).toHaveLength(attemptsOfJob + 1);
  expect(asked.every(({ what, accountId }) => what === 'close' && accountId === bought.accountId)).toBe(true);
});

test('the reset of a renewal is made once, after an outage that outlasts its job', async () => {
  const { order, accountId } = await buyAccount();
  await lose(shop.server, accountId);
  await shop.server.drain();
  isDown = true;
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain({ allowFailures: true });
  await passHalfHours(attemptsOfJob - 1);
  expect(asked).toHaveLength(attemptsOfJob);
  expect((await read(order)).state.status).toBe('breached');
  isDown = false;
  await passHalfHours(1);
  expect((await read(order)).state).toMatchObject({ status: 'active', balanceCents: 5_000_000 });
  expect(new Set(asked.map(({ what, requestId }) => `${what} ${requestId}`)).size).toBe(1);
  // A breach later in the same period waits for the next renewal.
  await lose(shop.server, accountId, shop.server.clock.now().getTime());
  await passHalfHours(2);
  expect((await read(order)).state.status).toBe('breached');
  expect(asked).toHaveLength(attemptsOfJob + 1);
});

test.each([
  ['two hours after its payment is paid from its payment', 120 * minuteMs, 0],
  ['forty days after its payment is paid from then', 40 * dayMs, 40 * dayMs],
])('an account opened %s, and charged again a month later', async (_, wait, startsAfter) => {
  const { token } = await shop.signIn();
  const order = { body: orderForm(), idempotencyKey: crypto.randomUUID(), token };
  const { data } = await shop.ask(calls.createOrder, order);
  await shop.press(data, 'paid', 'normal', 'pay');
  const paidAt = shop.server.clock.now().getTime();
  isDown = true;
  await shop.server.drain({ allowFailures: true });
  await shop.server.clock.advance(wait);
  isDown = false;
  await shop.server.drain();
  const account = await read(data);
  const { db } = shop.server.deps;
  const subscription = () =>
    db.selectFrom('subscription').selectAll().where('account_id', '=', account.id).executeTakeFirstOrThrow();
  const { id, period_starts_at, period_ends_at } = await subscription();
  expect(period_starts_at.getTime() - paidAt).toBe(startsAfter);
  expect(Math.round((period_ends_at.getTime() - period_starts_at.getTime()) / dayMs)).toBeOneOf([28, 29, 30, 31]);
  await runRenewals(shop.server.deps);
  expect(await db.selectFrom('bill').select('id').where('subscription_id', '=', id).execute()).toEqual([]);
});
