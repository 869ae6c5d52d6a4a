import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalog, readCatalog } from '#content/catalog.ts';
import type { BodyOf } from '#shared/core/call.ts';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

type Selection = BodyOf<typeof calls.quoteOrder>['selection'];
type Discount = NonNullable<Catalog['discounts']['packageDiscount']>;

const catalog = readCatalog();
const endsAt = Date.UTC(2026, 2, 20);
const promotion: Discount = {
  ...{ status: 1, code: 'SPRING', percentBps: 2_000, programs: ['classic'], expiresAt: new Date(endsAt) },
  title: { en: 'Spring sizing', fr: 'Tailles de printemps', pt: 'Tamanhos da primavera' },
  offer: null,
};
const fiveOff: Catalog['coupons'][number] = {
  ...{ code: 'FIVE', status: 1, amountCents: 500, kinds: ['evaluation'], programs: null },
  ...{ startsAt: null, expiresAt: null, uses: null, oncePerPerson: false },
};

/** The catalog with a promotion of the test's own, and a coupon of five dollars. */
const promoting = (change: Partial<Discount> = {}): Catalog => ({
  ...catalog,
  coupons: [fiveOff],
  discounts: { packageDiscount: { ...promotion, ...change } },
});

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ catalog: promoting() });
});

afterAll(() => shop.close());

const classic = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic' } as const;

async function quote(selection: Selection, locale = 'en') {
  return (await shop.ask(calls.quoteOrder, { body: { selection }, locale })).data;
}

describe('the running promotion', () => {
  test.each([
    ['classic-25k', 9_900, 1_980, 7_920],
    ['classic-50k', 14_900, 2_980, 11_920],
    ['classic-100k', 25_900, 5_180, 20_720],
    ['classic-150k', 36_900, 7_380, 29_520],
  ])('takes 20 %% off %s for a buyer who brings nothing', async (packageId, price, off, total) => {
    expect(await quote({ ...classic, packageId })).toMatchObject({
      lines: [
        { item: 'package', amountCents: price },
        { item: 'coupon', amountCents: -off },
      ],
      totalCents: total,
      coupon: 'none',
      promotion: { code: 'SPRING', text: 'Spring sizing', endsAt, status: 'applied' },
      renewal: { amountCents: price },
    });
  });

  test('is described in the reader’s language', async () => {
    expect((await quote(classic, 'fr')).promotion?.text).toBe('Tailles de printemps');
    expect((await quote(classic, 'pt')).promotion?.text).toBe('Tamanhos da primavera');
  });

  test.each<[string, Selection]>([
    ['another program', { ...classic, packageId: 'merit-50k' }],
    ['a trial of its program', { ...classic, kind: 'trial', packageId: 'trial-classic-50k' }],
    ['the copier', { ...classic, kind: 'thor', packageId: 'thor-monthly' }],
  ])('is neither applied to nor mentioned for %s', async (_, selection) => {
    const { promotion: mentioned, lines, coupon } = await quote(selection);
    expect({ mentioned, coupon, items: lines.map(({ item }) => item) }).toEqual({
      ...{ mentioned: null, coupon: 'none', items: ['package'] },
    });
  });

  test('gives way to a coupon that applies, and stays if the coupon doesn’t', async () => {
    expect(await quote({ ...classic, coupon: 'five' })).toMatchObject({
      ...{ totalCents: 14_400, coupon: 'applied', promotion: { code: 'SPRING', status: 'replaced' } },
    });
    expect(await quote({ ...classic, coupon: 'GUESS' })).toMatchObject({
      ...{ totalCents: 11_920, coupon: 'unknown', promotion: { status: 'applied' } },
    });
  });

  test('is removed by a buyer who declines it, and its typed code works after that', async () => {
    expect(await quote({ ...classic, withoutPromotion: true })).toMatchObject({
      ...{ totalCents: 14_900, promotion: { code: 'SPRING', status: 'declined' } },
    });
    expect(await quote({ ...classic, withoutPromotion: true, coupon: 'spring' })).toMatchObject({
      ...{ totalCents: 11_920, coupon: 'applied', promotion: { status: 'replaced' } },
    });
  });

  test.each([
    // 12.5 % of $99.00 is $12.375; half a cent goes to the buyer.
    ['classic-25k', 1_250, 8_662],
    // A third of $149.00 is $49.66 17.
    ['classic-50k', 3_333, 9_934],
    ['classic-150k', 10_000, 0],
  ])('costs whole cents: %s at %i basis points', async (packageId, percentBps, total) => {
    const other = await startShop({ catalog: promoting({ percentBps }) });
    const answer = await other.ask(calls.quoteOrder, { body: { selection: { ...classic, packageId } } });
    expect(answer.data.totalCents).toBe(total);
    await other.close();
  });
});

describe('an order under a promotion', () => {
  test('is charged the promotion’s price, records its code, and can be continued under it', async () => {
    const browserSessionId = randomUUID();
    const opened = await shop.order(orderForm({ expectedTotalCents: 11_920, browserSessionId }));
    expect(await shop.row(opened)).toMatchObject({ total_cents: 11_920, coupon: 'SPRING' });
    const form = await shop.ask(calls.orderForm, { body: { orderId: opened.orderId, browserSessionId } });
    expect(form.data.choice).toMatchObject({ coupon: '', withoutPromotion: false });
  });

  test('whose buyer removed the promotion stays without it', async () => {
    const browserSessionId = randomUUID();
    const selection = { ...orderForm().selection, withoutPromotion: true };
    const opened = await shop.order(orderForm({ selection, browserSessionId }));
    expect(await shop.row(opened)).toMatchObject({ total_cents: 14_900, coupon: null });
    const form = await shop.ask(calls.orderForm, { body: { orderId: opened.orderId, browserSessionId } });
    expect(form.data.choice).toMatchObject({ coupon: '', withoutPromotion: true });
  });

  test('at a price from before or after the promotion charges nothing and returns today’s', async () => {
    const early = await shop.ask(calls.createOrder, { body: orderForm(), idempotencyKey: randomUUID() });
    expect(early).toMatchObject({ response_status: 409, data: { totalCents: 11_920 } });
    await shop.server.clock.advance(endsAt - shop.server.clock.now().getTime());
    const late = await shop.ask(calls.createOrder, {
      ...{ body: orderForm({ expectedTotalCents: 11_920 }), idempotencyKey: randomUUID() },
    });
    expect(late).toMatchObject({ response_status: 409, data: { totalCents: 14_900, promotion: null } });
  });
});
