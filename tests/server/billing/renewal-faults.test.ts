import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { handlers } from '#server/firm/jobs.ts';
import * as billing from '#shared/billing/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, shopOn, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** A Classic 50K whose second period starts now, with a card that pays or declines renewals. */
async function startDueRenewal(renewals: 'pay' | 'decline') {
  const person = await shop.signIn();
  const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(calls.createOrder, options);
  const body = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals });
  await shop.server.app.request(new URL(opened.paymentUrl).pathname, { method: 'POST', body });
  await shop.server.drain();
  await shop.server.clock.advance(32 * dayMs);
  return { ...person, opened };
}

/** Charges after the purchase, with their invoices, and the statuses of the bills. */
async function chargesOf(personId: string) {
  const { db } = shop.server.deps;
  const renewals = await db
    .selectFrom('orders')
    .leftJoin('sandbox_payment', 'sandbox_payment.order_id', 'orders.id')
    .leftJoin('invoice', 'invoice.order_id', 'orders.id')
    .select(['orders.status', 'sandbox_payment.status as payment', 'invoice.number'])
    .where('orders.person_id', '=', personId)
    .where('orders.bill_id', 'is not', null)
    .execute();
  const bills = await db.selectFrom('bill').select('status').where('person_id', '=', personId).execute();
  return { renewals, bills: bills.map(({ status }) => status) };
}

const chargedOnce = {
  renewals: [{ status: 'fulfilled', payment: 'paid', number: expect.stringMatching(/^I/) }],
  bills: ['paid'],
};

test('a renewal is charged once if the server crashes after the charge and retries it', async () => {
  const { personId } = await startDueRenewal('pay');
  const { deps } = shop.server;
  const charge = deps.payments.charge.bind(deps.payments);
  const chargeSpy = vi.spyOn(deps.payments, 'charge').mockImplementationOnce(async (request) => {
    await charge(request);
    throw new Error('the process is gone');
  });
  await runRenewals(deps);
  expect(await shop.server.drain({ allowFailures: true })).toHaveLength(1);
  expect((await chargesOf(personId)).bills).toEqual(['open']);
  await shop.server.clock.advance(10 * minuteMs);
  await shop.server.drain();
  expect(chargeSpy).toHaveBeenCalledTimes(2);
  expect(await chargesOf(personId)).toEqual(chargedOnce);
});

test('a lost charge job that two servers find charges once and extends the period once', async () => {
  const { personId, opened } = await startDueRenewal('pay');
  const [before] = await shop.accounts(opened);
  const next = shopOn(await shop.server.another({ payments: shop.server.deps.payments }));
  await runRenewals(shop.server.deps);
  await shop.server.drain({ handlers: { ...handlers, 'charge-bill': async () => undefined } });
  const { db } = shop.server.deps;
  const lost = await db.selectFrom('orders').select('status').where('bill_id', 'is not', null).execute();
  expect(lost).toEqual([{ status: 'awaiting-payment' }]);
  await shop.server.clock.advance(3 * minuteMs);
  await Promise.all([shop, next].map(({ server }) => reconcileOrders(server.deps)));
  await Promise.all([shop, next].map(({ server }) => runRenewals(server.deps)));
  await Promise.all([shop, next].map(({ server }) => server.drain()));
  expect(await chargesOf(personId)).toEqual(chargedOnce);
  const [after] = await shop.accounts(opened);
  expect(after?.id).toBe(before?.id);
});

test('a card replaced twice during reconciliation is charged once', async () => {
  const { personId, token } = await startDueRenewal('decline');
  const { deps } = shop.server;
  await runRenewals(deps);
  await shop.server.drain();
  const { id: subscriptionId } = await deps.db
    .selectFrom('subscription')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  const { data } = await shop.ask(billing.changeCard, { body: { subscriptionId }, token });
  const leave = () =>
    shop.server.app.request(new URL(data.url).pathname, {
      method: 'POST',
      body: new URLSearchParams({ renewals: 'pay', back: deps.env.origin }),
    });
  await Promise.all([leave(), leave()]);
  await Promise.all([shop.server.drain(), runRenewals(deps), runRenewals(deps)]);
  await shop.server.drain();
  const { renewals, bills } = await chargesOf(personId);
  expect(renewals.filter(({ payment }) => payment === 'paid')).toHaveLength(1);
  expect(bills).toEqual(['paid']);
});
