import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { giveRoles } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

test('an admin refunds an order once, with a reason, and nobody else can', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const admin = await shop.signIn();
  const { db } = shop.server.deps;
  await giveRoles(shop.server, admin.personId, ['admin']);
  const ask = (token: string, orderId = opened.orderId) =>
    shop.ask(refundOrder, {
      body: { orderId, items: ['package'], refundCents: 14_900, reason: 'by-mistake', note: 'Wrote to us' },
      token,
    });
  expect((await ask((await shop.signIn()).token)).error_code).toBe('not_allowed');
  expect((await ask(admin.token)).error_code).toBe('confirm_first');
  await db
    .updateTable('session')
    .set({ confirmed_at: shop.server.clock.now() })
    .where('person_id', '=', admin.personId)
    .execute();
  expect((await ask(admin.token, randomUUID())).response_status).toBe(404);
  expect((await ask(admin.token, (await shop.order()).orderId)).response_status).toBe(409);

  const answers = await Promise.all([ask(admin.token), ask(admin.token)]);
  expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 409]);
  await shop.server.drain();
  expect((await shop.result(opened)).status).toBe('refunded');
  expect((await shop.accounts(opened))[0]?.end_reason).toBe('canceled');
  const entry = await db
    .selectFrom('audit')
    .select(['actor', 'details'])
    .where('entity_id', '=', opened.orderId)
    .where('action', '=', 'refund-by-operator')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    actor: `person:${admin.personId}`,
    details: {
      before: { status: 'fulfilled', refund: 'none', returnedCents: 0 },
      after: { refund: 'requested', items: ['package'], refundCents: 14_900, keptCents: 0 },
      reason: 'by-mistake',
      note: 'Wrote to us',
    },
  });
});
