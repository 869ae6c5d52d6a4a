import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleProviderEvent } from '#server/billing/payments/handle.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const tenMinutesMs = 600_000;

describe('payment webhooks', () => {
  test('many concurrent deliveries, under one id and under different ids, open one account', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    const eventId = `evt_${randomUUID()}`;
    const statuses = await Promise.all([
      ...Array.from({ length: 20 }, () => shop.webhook(opened, 'paid', { eventId })),
      ...Array.from({ length: 20 }, () => shop.webhook(opened, 'paid')),
    ]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await Promise.all([shop.server.drain(), shop.server.drain()]);
    await shop.expectFulfilledOnce(opened, form.email);
    const { db } = shop.server.deps;
    const events = await db
      .selectFrom('provider_event')
      .select('handled_at')
      .where('order_id', '=', opened.orderId)
      .execute();
    expect(events).toHaveLength(21);
    expect(events.every((event) => event.handled_at !== null)).toBe(true);
  });

  test('a wrong or missing signature, or one with a wrong time, gets a 400 and stores nothing', async () => {
    const opened = await shop.order();
    const stale = new Date(shop.server.clock.now().getTime() - tenMinutesMs);
    const early = new Date(shop.server.clock.now().getTime() + tenMinutesMs);
    expect(await shop.webhook(opened, 'paid', { signature: '' })).toBe(400);
    expect(await shop.webhook(opened, 'paid', { signature: `t=1,v1=${'0'.repeat(64)}` })).toBe(400);
    expect(await shop.webhook(opened, 'paid', { signature: 'garbage' })).toBe(400);
    expect(await shop.webhook(opened, 'paid', { signedAt: stale })).toBe(400);
    expect(await shop.webhook(opened, 'paid', { signedAt: early })).toBe(400);
    const { db } = shop.server.deps;
    const events = await db.selectFrom('provider_event').select('id').where('order_id', '=', opened.orderId).execute();
    expect(events).toEqual([]);
    expect((await shop.result(opened)).status).toBe('awaiting-payment');
  });

  test.each([
    ['amount', { amountCents: 100 }],
    ['currency', { currency: 'EUR' }],
    ['session', { paymentId: 'pay_of_another_order' }],
  ])('a webhook whose %s does not match the order changes nothing and is audited', async (what, change) => {
    const opened = await shop.order();
    const eventId = `evt_${randomUUID()}`;
    expect(await shop.webhook(opened, 'paid', { ...change, eventId })).toBe(200);
    await shop.server.drain();
    await handleProviderEvent(shop.server.deps, eventId);
    expect((await shop.result(opened)).status).toBe('awaiting-payment');
    expect(await shop.accounts(opened)).toEqual([]);
    const { db } = shop.server.deps;
    const entries = await db
      .selectFrom('audit')
      .select('details')
      .where('entity_id', '=', opened.orderId)
      .where('action', '=', 'payment-mismatch')
      .execute();
    expect(entries).toMatchObject([{ details: { differences: [what] } }]);
  });
});

type Step = Parameters<Shop['webhook']>[1];

const fulfilled: readonly (readonly Step[])[] = [
  ['paid', 'declined'],
  ['paid', 'canceled'],
  ['paid', 'expired'],
  ['declined', 'paid'],
  ['declined', 'declined', 'paid', 'declined'],
  ['canceled', 'paid'],
  ['expired', 'paid'],
];

const refunded: readonly (readonly Step[])[] = [
  ['paid', 'refunded'],
  ['refunded', 'paid'],
  ['expired', 'refunded', 'paid', 'canceled'],
  ['refunded', 'refunded', 'declined'],
];

describe('webhooks in any order', () => {
  test.each(fulfilled.map((steps) => [steps.join(', '), steps] as const))(
    'the sequence %s opens the account',
    async (_, steps) => {
      const form = orderForm();
      const opened = await shop.order(form);
      for (const step of steps) {
        await shop.webhook(opened, step);
        await shop.server.drain();
      }
      await shop.expectFulfilledOnce(opened, form.email);
    },
  );

  test.each(refunded.map((steps) => [steps.join(', '), steps] as const))(
    'the sequence %s refunds the order',
    async (_, steps) => {
      const opened = await shop.order();
      for (const step of steps) {
        await shop.webhook(opened, step);
        await shop.server.drain();
      }
      expect((await shop.result(opened)).status).toBe('refunded');
      const paidFirst = steps[0] === 'paid';
      expect(await shop.accounts(opened)).toHaveLength(paidFirst ? 1 : 0);
    },
  );

  test('concurrent webhooks end in one account if one of them is the payment', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    await Promise.all((['declined', 'paid', 'canceled', 'expired'] as const).map((step) => shop.webhook(opened, step)));
    await Promise.all([shop.server.drain(), shop.server.drain()]);
    await shop.expectFulfilledOnce(opened, form.email);
  });
});
