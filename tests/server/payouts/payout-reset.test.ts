import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { type FundedTrader, fundTrader } from '../support/funded.ts';
import { signInFinance } from '../support/payout-staff.ts';
import { orderForm } from '../support/shop.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

/** A funded Classic 50K with one reset left, at 56,250 by default. */
async function fundWithReset(ticks = 100): Promise<FundedTrader> {
  const trader = await fundTrader(server, { ticks });
  const { order_id } = await server.deps.db
    .selectFrom('trading_account')
    .select('order_id')
    .where('id', '=', trader.accountId)
    .executeTakeFirstOrThrow();
  await server.deps.db
    .insertInto('funded_account')
    .values({ account_id: trader.accountId, order_id, resets_left: 1 })
    .execute();
  return trader;
}

function selectionOf({ accountId }: FundedTrader): ProductSelection {
  return { kind: 'reset', packageId: 'classic-50k', platform: 'rithmic', accountId, addOns: [], coupon: '' };
}

const quoteReset = (trader: FundedTrader) =>
  trader.ask(quoteOrder, { body: { selection: selectionOf(trader) }, token: trader.token });

async function orderReset(trader: FundedTrader) {
  const body = orderForm({ selection: selectionOf(trader), expectedTotalCents: 0 });
  const answer = await trader.ask(createOrder, { body, idempotencyKey: randomUUID(), token: trader.token });
  await server.drain();
  return answer;
}

test('a reset waits while a payout is open, so that the amount can’t start the new attempt ahead', async () => {
  const trader = await fundWithReset();
  const { data } = await trader.request(150_000);
  await server.drain();
  expect((await quoteReset(trader)).error_code).toBe('reset_payout');
  expect((await orderReset(trader)).error_code).toBe('reset_payout');
  await trader.close(data.payout.id);
  await server.drain();
  expect(await trader.balanceCents()).toBe(5_625_000);
  expect((await orderReset(trader)).response_status).toBe(200);
  expect(await trader.balanceCents()).toBe(5_000_000);
});

test('a reset bought under v3 can be used once the account has made a payout, one bought before at any time', async () => {
  // Five days of $2,000: half of what is above $6,450 is more than the first cap of $400.
  const trader = await fundWithReset(160);
  expect((await quoteReset(trader)).response_status).toBe(200);
  await server.deps.db
    .updateTable('trading_account')
    .set({ rules_version: 'v3' })
    .where('id', '=', trader.accountId)
    .execute();
  expect((await quoteReset(trader)).error_code).toBe('reset_unpaid');
  expect((await orderReset(trader)).error_code).toBe('reset_unpaid');
  const finance = await signInFinance(server);
  const { id } = (await trader.request(40_000)).data.payout;
  await server.drain();
  for (const step of [finance.review, finance.approve, finance.send, finance.settle])
    expect((await step(id)).response_status).toBe(200);
  expect((await orderReset(trader)).response_status).toBe(200);
  expect(await trader.balanceCents()).toBe(5_000_000);
});

test('a payout requested between a reset’s order and its delivery keeps the reset for later', async () => {
  const trader = await fundWithReset();
  await trader.request(150_000);
  await expect(resetAccount(server.deps, trader.accountId, 'late')).rejects.toThrow('reset_payout');
  expect(await trader.balanceCents()).toBe(5_625_000);
});

test('nothing can be requested while the platform resets the account', async () => {
  const trader = await fundWithReset();
  const { platform } = server.deps;
  let answer: string | undefined;
  await resetAccount(
    {
      ...server.deps,
      platform: {
        ...platform,
        async resetAccount(...args) {
          answer = (await trader.request(150_000)).error_code;
          return platform.resetAccount(...args);
        },
      },
    },
    trader.accountId,
    'now',
  );
  expect(answer).toBe('payout_conditions');
  expect(await trader.balanceCents()).toBe(5_000_000);
  // A retry of the same reset changes nothing, whatever has been requested since.
  await resetAccount(server.deps, trader.accountId, 'now');
  expect((await trader.quote()).quote.checks.find(({ name }) => name === 'not-suspended')?.passed).toBe(true);
});
