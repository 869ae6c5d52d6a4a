import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { lockSubscription } from '#server/billing/subscriptions/advance-period.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { syncRenewal } from '#server/billing/subscriptions/sync-renewal.ts';
import { lockPurchase } from '#server/orders/lock-purchase.ts';
import { revokeBill } from '#server/orders/products/revocation.ts';
import { createOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { eventually } from '../../support/eventually.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

const onPostgres = inject('databases').kind === 'postgres';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** A Classic 50K whose next period is paid ahead. */
async function payAhead() {
  const person = await shop.signIn();
  const buy = async (selection: ProductSelection) => {
    const options = { body: orderForm({ selection }), idempotencyKey: randomUUID(), token: person.token };
    const { data } = await shop.ask(createOrder, options);
    await shop.press(data, 'paid');
    await shop.server.drain();
    return data;
  };
  const classic = { packageId: 'classic-50k', platform: 'rithmic' as const, addOns: [], coupon: '' };
  const first = await buy({ kind: 'evaluation', ...classic });
  const accountId = (await shop.accounts(first))[0]?.id ?? '';
  const { orderId } = await buy({ kind: 'renew', accountId, ...classic });
  const { db } = shop.server.deps;
  const bill = await db.selectFrom('bill').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
  return { accountId, orderId, billId: bill.id, subscriptionId: bill.subscription_id };
}

/** Until the work waits for a lock, or is done without. */
async function untilItWaits(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  await eventually('the work to end or to wait', async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.server.deps.db);
    expect(isDone || rows.length > 0).toBe(true);
  });
}

test.runIf(onPostgres)(
  'a pass that refunds a period paid ahead doesn’t block its refund: orders come before subscriptions',
  async () => {
    const { accountId, orderId, subscriptionId } = await payAhead();
    const { db } = shop.server.deps;
    const { state } = await db
      .selectFrom('trading_account')
      .select('state')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const passed = { state: JSON.stringify({ ...state, status: 'passed' }) };
    await db.updateTable('trading_account').set(passed).where('id', '=', accountId).execute();
    let pass: Promise<void> | undefined;
    // As a webhook about the period's order does: first the order, then the subscription.
    await db.transaction().execute(async (trx) => {
      await lockPurchase(trx, orderId);
      pass = syncRenewal(shop.server.deps, accountId);
      await untilItWaits(pass);
      await trx.selectFrom('subscription').select('id').where('id', '=', subscriptionId).forUpdate().execute();
    });
    await pass;
    await shop.server.drain();
    expect((await shop.row({ orderId })).status).toBe('refunded');
  },
);

test.runIf(onPostgres)(
  'a refund of a period paid ahead waits for the end of its subscription, and leaves no open bill',
  async () => {
    const { orderId, billId, subscriptionId } = await payAhead();
    const { deps } = shop.server;
    const order = await shop.row({ orderId });
    let refund: Promise<void> | undefined;
    await deps.db.transaction().execute(async (trx) => {
      await endSubscription(deps, trx, await lockSubscription(trx, subscriptionId), 'system');
      refund = deps.db.transaction().execute((other) => revokeBill(deps, other, order, 'system'));
      await untilItWaits(refund);
    });
    await refund;
    const bill = await deps.db.selectFrom('bill').select('status').where('id', '=', billId).executeTakeFirstOrThrow();
    expect(bill.status).toBe('void');
  },
);
