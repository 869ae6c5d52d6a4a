import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { createCoupon } from '#shared/catalog/contract-coupons.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { easyCaptcha } from '../support/identity.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

const coupon = {
  status: 1,
  amountCents: 4_900,
  kinds: null,
  programs: null,
  startsAt: null,
  expiresAt: null,
  oncePerPerson: false,
} as const;

beforeAll(async () => {
  const catalog = readCatalog();
  const coupons = [
    { ...coupon, code: 'RACE', uses: 3 },
    { ...coupon, code: 'LAST', uses: 1 },
    { ...coupon, code: 'LATE', uses: 1 },
    { ...coupon, code: 'DRAIN', uses: 2 },
    { ...coupon, code: 'MOMENT', uses: 1 },
    { ...coupon, code: 'HELD', uses: 1 },
    { ...coupon, code: 'GUARDED', uses: 5 },
    { ...coupon, code: 'FREELY', uses: null },
    { ...coupon, code: 'ONCE', uses: null, oncePerPerson: true },
    { ...coupon, code: 'GRATIS', amountCents: 99_900, uses: null },
  ];
  shop = await startShop({ catalog: { ...catalog, coupons }, captcha: easyCaptcha });
});

afterAll(() => shop.close());

const formWith = (code: string, change: object = {}) =>
  orderForm({
    selection: { ...orderForm().selection, coupon: code },
    expectedTotalCents: 10_000,
    captcha: 'solved',
    ...change,
  });

async function order(code: string, change: object = {}) {
  return shop.ask(createOrder, { body: formWith(code, change), idempotencyKey: randomUUID() });
}

async function countUses(code: string): Promise<number | undefined> {
  const counts = shop.server.deps.db.selectFrom('coupon_count').select('taken').where('code', '=', code);
  return (await counts.executeTakeFirst())?.taken;
}

describe('coupons', () => {
  test('a coupon with three uses left discounts three of twelve concurrent orders and the others are rejected', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => order('RACE')));
    const statuses = answers.map((answer) => answer.response_status).sort();
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(409)]);
    expect(await countUses('RACE')).toBe(3);
    const { db } = shop.server.deps;
    const orders = await db.selectFrom('orders').select('total_cents').where('coupon', '=', 'RACE').execute();
    expect(orders.map((row) => row.total_cents)).toEqual([10_000, 10_000, 10_000]);
  });

  test('an abandoned or expired order releases its coupon, and a paid one uses it up', async () => {
    const first = await order('LAST');
    expect((await order('LAST')).response_status).toBe(409);
    await shop.press(first.data, 'cancelled');
    await shop.server.drain();
    await order('LAST');
    await shop.server.clock.advance(121 * 60_000);
    await reconcileOrders(shop.server.deps);
    expect(await countUses('LAST')).toBe(0);
    const paid = await order('LAST');
    await shop.press(paid.data, 'paid');
    await shop.server.drain();
    await shop.server.clock.advance(121 * 60_000);
    await reconcileOrders(shop.server.deps);
    expect((await order('LAST')).response_status).toBe(409);
    expect(await countUses('LAST')).toBe(1);
  });

  test('an unpaid order holds a limited coupon for fifteen minutes, then its payment page closes', async () => {
    const first = await order('DRAIN');
    await order('DRAIN');
    expect((await order('DRAIN')).response_status).toBe(409);
    await shop.server.clock.advance(14 * 60_000);
    await reconcileOrders(shop.server.deps);
    expect(await countUses('DRAIN')).toBe(2);
    await shop.server.clock.advance(2 * 60_000);
    await Promise.all([reconcileOrders(shop.server.deps), reconcileOrders(shop.server.deps)]);
    expect(await countUses('DRAIN')).toBe(0);
    expect((await order('DRAIN')).response_status).toBe(200);
    expect((await shop.result(first.data)).status).toBe('expired');
    await shop.press(first.data, 'paid');
    await shop.server.drain();
    expect((await shop.result(first.data)).status).toBe('expired');
    expect(await countUses('DRAIN')).toBe(1);
  });

  test('an unpaid order holds a limited coupon created by staff for fifteen minutes too', async () => {
    const staff = await signInStaff(shop.server, 'finance');
    const today = shop.server.clock.now().toISOString().slice(0, 10);
    const body = {
      code: 'DESK-10',
      percent: 10,
      program: 'all',
      from: today,
      to: today,
      uses: 1,
      oncePerPerson: 'no',
    } as const;
    expect(await shop.ask(createCoupon, { token: staff.token, body })).toMatchObject({ response_status: 200 });
    const reduced = { expectedTotalCents: 13_410 };
    const first = await order('DESK-10', reduced);
    await shop.server.clock.advance(14 * 60_000);
    await reconcileOrders(shop.server.deps);
    expect((await order('DESK-10', reduced)).response_status).toBe(409);
    await shop.server.clock.advance(2 * 60_000);
    await reconcileOrders(shop.server.deps);
    expect((await shop.result(first.data)).status).toBe('expired');
    expect((await order('DESK-10', reduced)).response_status).toBe(200);
  });

  test('a payment at the moment the reservation ends either keeps the coupon or finds the order expired', async () => {
    const first = await order('MOMENT');
    await shop.server.clock.advance(16 * 60_000);
    await Promise.all([shop.press(first.data, 'paid'), reconcileOrders(shop.server.deps)]);
    await shop.server.drain();
    const { status } = await shop.result(first.data);
    expect(['fulfilled', 'expired']).toContain(status);
    expect(await countUses('MOMENT')).toBe(status === 'fulfilled' ? 1 : 0);
    expect((await order('MOMENT')).response_status).toBe(status === 'fulfilled' ? 409 : 200);
  });

  test('a coupon stays reserved while the provider can’t close the payment page', async () => {
    const { deps } = shop.server;
    await order('HELD');
    await shop.server.clock.advance(16 * 60_000);
    const expireCheckout = () => Promise.reject(new Error('the provider is down'));
    await reconcileOrders({ ...deps, payments: { ...deps.payments, expireCheckout } });
    expect(await countUses('HELD')).toBe(1);
    await reconcileOrders(deps);
    expect(await countUses('HELD')).toBe(0);
  });

  test('only guests who use a limited coupon need to solve a captcha', async () => {
    const without = { captcha: undefined };
    expect((await order('GUARDED', without)).validation_errors).toHaveProperty('captcha');
    expect((await order('GUARDED', { captcha: 'guess' })).validation_errors).toHaveProperty('captcha');
    expect(await countUses('GUARDED')).toBeUndefined();
    expect((await order('FREELY', without)).response_status).toBe(200);
    const { token } = await shop.signIn();
    const body = formWith('GUARDED', without);
    const signedIn = await shop.ask(createOrder, { body, token, idempotencyKey: randomUUID() });
    expect(signedIn.response_status).toBe(200);
  });

  test('a guest’s free order is refused because it needs an account, not because of a session', async () => {
    const free = { expectedTotalCents: 0 };
    const refused = await order('GRATIS', free);
    expect(refused.response_status).toBe(409);
    expect(refused.response_message).toMatch(/^A free order needs an account\./);
    const { token } = await shop.signIn();
    const body = formWith('GRATIS', free);
    const placed = await shop.ask(createOrder, { body, token, idempotencyKey: randomUUID() });
    expect(placed.response_status).toBe(200);
  });

  test('an abandoned order that is paid later keeps its discounted price beyond the coupon’s limit', async () => {
    const first = await order('LATE');
    await shop.webhook(first.data, 'canceled');
    await shop.server.drain();
    const second = await order('LATE');
    await Promise.all([shop.webhook(first.data, 'paid'), shop.webhook(second.data, 'paid')]);
    await shop.server.drain();
    for (const { data } of [first, second]) expect((await shop.result(data)).status).toBe('fulfilled');
    expect(await countUses('LATE')).toBe(2);
    const counted = await shop.server.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'coupon-exceeded')
      .execute();
    expect(counted.map(({ details }) => details)).toEqual([{ code: 'LATE', taken: 2, uses: 1 }]);
    expect((await order('LATE')).response_status).toBe(409);
  });

  test('a coupon limited to once per person counts all aliases of an address as one person', async () => {
    const name = `ada-${randomUUID()}`;
    const spellings = ['', '+one', '+two', '+three'].map((more) => `${name}${more}@example.com`);
    const answers = await Promise.all(spellings.map((email) => order('ONCE', { email })));
    expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 409, 409, 409]);
    expect(await countUses('ONCE')).toBe(1);
  });
});
