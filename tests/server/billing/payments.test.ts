import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { fetchStatus } from '#shared/status/contract.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

async function fetchPage(url: string): Promise<{ status: number; html: string }> {
  const response = await shop.server.app.request(new URL(url).pathname);
  return { status: response.status, html: await response.text() };
}

describe('the sandbox payment page', () => {
  test('shows amount and seller, says that no money moves, and has three buttons', async () => {
    const form = orderForm();
    const { status, html } = await fetchPage((await shop.order(form)).paymentUrl);
    expect(status).toBe(200);
    expect(html).toContain('No money moves');
    expect(html).toContain('$149.00');
    expect(html).toContain('Classic 50K evaluation, Rithmic');
    expect(html).toContain('Tidemark');
    for (const name of ['Pay', 'Decline', 'Cancel']) expect(html).toMatch(new RegExp(`<button[^>]*>${name}</button>`));
    expect(html).not.toContain('<script');
  });

  test('is in the order’s language', async () => {
    const ask = async (locale: string) => {
      const answer = await shop.ask(createOrder, { body: orderForm(), idempotencyKey: randomUUID(), locale });
      return (await fetchPage(answer.data.paymentUrl)).html;
    };
    const french = await ask('fr');
    expect(french).toContain('<html lang="fr">');
    for (const name of ['Payer', 'Refuser', 'Annuler']) expect(french).toContain(`>${name}</button>`);
    const portuguese = await ask('pt');
    for (const name of ['Pagar', 'Recusar', 'Cancelar']) expect(portuguese).toContain(`>${name}</button>`);
  });

  test('escapes the buyer’s input', async () => {
    const opened = await shop.order();
    const { db } = shop.server.deps;
    const email = '"<img src=x>"@example.com';
    await db.updateTable('sandbox_payment').set({ email }).where('order_id', '=', opened.orderId).execute();
    const { html } = await fetchPage(opened.paymentUrl);
    expect(html).toContain('&lt;img');
    expect(html).not.toContain('<img');
  });

  test('responds to an unknown payment with a 404, and to an unknown button with a 400', async () => {
    expect((await fetchPage('http://localhost/api/dev/pay/pay_nothing')).status).toBe(404);
    const opened = await shop.order();
    const { pathname } = new URL(opened.paymentUrl);
    const body = new URLSearchParams({ outcome: 'refunded' });
    expect((await shop.server.app.request(pathname, { method: 'POST', body })).status).toBe(400);
    const garbage = await shop.server.app.request(pathname, {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'multipart/form-data' },
    });
    expect(garbage.status).toBe(400);
  });

  test('does not exist in production', async () => {
    const live = await startTestApp({
      environment: {
        NODE_ENV: 'production',
        ORIGIN: 'https://tidemark.example',
        DEMO: '0',
        ALLOW_EMBEDDED_DATABASE: '1',
        DATABASE_URL: '',
      },
    });
    expect((await live.app.request('/api/dev/pay/pay_nothing')).status).toBe(404);
    expect(live.deps.payments.admin).toBeNull();
    const { components } = (await client(live)(fetchStatus)).data;
    expect(components.find(({ name }) => name === 'checkout')).toMatchObject({ state: 'outage' });
    await live.close();
  });
});

describe('paying', () => {
  test.each(['normal', 'twice', 'late', 'before', 'never'] as const)(
    'a payment whose webhook is delivered "%s" ends in one account and one email of each kind',
    async (delivery) => {
      const form = orderForm();
      const opened = await shop.order(form);
      const answer = await shop.press(opened, 'paid', delivery);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain(`/success/${opened.sessionId}`);
      await shop.server.drain();
      if (delivery === 'late' || delivery === 'never') {
        expect((await shop.row(opened)).status).toBe('awaiting-payment');
        await shop.server.clock.advance(3 * minuteMs);
        await reconcileOrders(shop.server.deps);
        await shop.server.drain();
      }
      await shop.expectFulfilledOnce(opened, form.email);
      expect(await shop.result(opened)).toMatchObject({ passwordWanted: true, paymentUrl: null });
    },
  );

  test('a returning buyer sees the payment before its webhook, even after a declined card, at the next poll', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    await shop.press(opened, 'declined');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('failed');
    await shop.press(opened, 'paid', 'never');
    expect((await shop.result(opened)).status).toBe('failed');
    await shop.server.clock.advance(6_000);
    expect((await shop.result(opened)).status).toBe('paid');
    await shop.server.drain();
    await shop.expectFulfilledOnce(opened, form.email);
  });

  test('pressing the button several times at once makes one payment', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.press(opened, 'paid', 'twice')));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303, 303]);
    await shop.server.drain();
    await shop.expectFulfilledOnce(opened, form.email);
  });

  test('after a declined card, another can be used on the same page', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    const declined = await shop.press(opened, 'declined');
    expect(declined.headers.get('location')).toContain(`/canceled/${opened.sessionId}`);
    await shop.server.drain();
    expect(await shop.result(opened)).toMatchObject({ status: 'failed', paymentUrl: opened.paymentUrl });
    expect((await fetchPage(opened.paymentUrl)).html).toContain('You can try again');
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await shop.expectFulfilledOnce(opened, form.email);
  });

  test('a canceled payment cannot be paid', async () => {
    const opened = await shop.order();
    await shop.press(opened, 'cancelled');
    await shop.server.drain();
    expect(await shop.result(opened)).toMatchObject({ status: 'canceled', paymentUrl: null });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('canceled');
  });

  test('an expired payment cannot be paid', async () => {
    const opened = await shop.order();
    await shop.server.clock.advance(121 * minuteMs);
    await shop.press(opened, 'paid');
    await reconcileOrders(shop.server.deps);
    await shop.server.drain();
    expect(await shop.result(opened)).toMatchObject({ status: 'expired', paymentUrl: null });
    expect((await fetchPage(opened.paymentUrl)).html).toContain('has expired');
  });

  test('a guest’s order with a known address belongs to that person, and no password email is sent', async () => {
    const { db } = shop.server.deps;
    const { email, names } = await shop.signIn();
    const opened = await shop.order(orderForm({ email: email.toUpperCase() }));
    expect((await shop.row(opened)).person_id).toBeNull();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const subjects = (await shop.server.mails(email)).map((mail) => mail.subject).sort();
    expect(subjects).toEqual(['Classic 50K is ready to trade', 'Your receipt: Classic 50K']);
    expect(await shop.result(opened)).toMatchObject({ status: 'fulfilled', passwordWanted: false });
    const people = await db.selectFrom('person').selectAll().where('email', '=', email).execute();
    expect(people).toMatchObject([{ ...names, password_hash: 'kept' }]);
  });

  test('two first orders of one address at the same time create one person with two accounts', async () => {
    const email = `twice-${randomUUID()}@example.com`;
    const orders = [await shop.order(orderForm({ email })), await shop.order(orderForm({ email }))];
    await Promise.all(orders.map((opened) => shop.press(opened, 'paid')));
    await shop.server.drain();
    const accounts = await Promise.all(orders.map((opened) => shop.accounts(opened)));
    expect(accounts.map((each) => each.length)).toEqual([1, 1]);
    expect(new Set(accounts.flat().map((account) => account.person_id)).size).toBe(1);
  });
});
