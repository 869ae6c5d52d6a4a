import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { countLink } from '#shared/affiliates/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import { fetchSessionId } from '#shared/people/contract-session.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** An approved affiliate with a link code and a coupon. */
async function affiliate() {
  const person = await shop.signIn();
  const code = randomUUID();
  const coupon = `CODE${code.slice(0, 8).toUpperCase()}`;
  await shop.server.deps.db
    .insertInto('affiliate')
    .values({
      ...{
        person_id: person.personId,
        code,
        coupon,
        status: 'approved',
        channel: '',
        audience: '',
        terms_version: '1',
      },
      ...{ applied_at: shop.server.clock.now(), decided_at: shop.server.clock.now() },
    })
    .execute();
  return { ...person, code, coupon };
}

const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' };
const visit = (code: string, browserSessionId: string) =>
  shop.ask(countLink, { body: { code, browserSessionId }, headers });

async function attributionOf(opened: { orderId: string }) {
  const { affiliate_id: affiliateId, affiliate_via: via } = await shop.row(opened);
  return { affiliateId, via };
}

const unattributed = { affiliateId: null, via: null };

describe('order attribution', () => {
  test('an order belongs to the last link visited within the window, whatever the case of the code', async () => {
    const [first, last] = [await affiliate(), await affiliate()];
    const browser = randomUUID();
    await visit(first.code, browser);
    await shop.server.clock.advance(1_000);
    await visit(last.code.toUpperCase(), browser);
    await visit(last.code, browser);
    await visit('unattributed', browser);
    const order = () => shop.order(orderForm({ browserSessionId: browser, again: 1 }));
    expect(await attributionOf(await order())).toEqual({ affiliateId: last.personId, via: 'link' });
    const { db } = shop.server.deps;
    const counted = db.selectFrom('affiliate_click').select('page').where('affiliate_id', '=', last.personId);
    expect(await counted.execute()).toEqual([{ page: '/' }]);
    await shop.server.clock.advance(31 * dayMs);
    expect(await attributionOf(await order())).toEqual(unattributed);
  });

  test('a coupon takes precedence over the link and lowers the price', async () => {
    const [link, coupon] = [await affiliate(), await affiliate()];
    const browserSessionId = randomUUID();
    await visit(link.code, browserSessionId);
    const selection = { ...orderForm().selection, coupon: coupon.coupon.toLowerCase() };
    const { data } = await shop.ask(calls.quoteOrder, { body: { selection } });
    expect(data).toMatchObject({ coupon: 'applied', totalCents: 14_155 });
    const opened = await shop.order(orderForm({ selection, expectedTotalCents: 14_155, browserSessionId }));
    expect(await attributionOf(opened)).toEqual({ affiliateId: coupon.personId, via: 'coupon' });
  });

  test('an order keeps its affiliate when the browser’s id is replaced at sign-in', async () => {
    const { code, personId } = await affiliate();
    const previous = randomUUID();
    await visit(code, previous);
    const { data: browserSessionId } = await shop.ask(fetchSessionId, { query: { previous } });
    expect(await attributionOf(await shop.order(orderForm({ browserSessionId })))).toMatchObject({
      affiliateId: personId,
    });
  });

  test('affiliates earn nothing from their own orders: signed in, under an alias of their address, or matched after payment', async () => {
    const self = await affiliate();
    const browserSessionId = randomUUID();
    await visit(self.code, browserSessionId);
    const body = orderForm({ browserSessionId });
    const signedIn = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: self.token });
    expect(await attributionOf(signedIn.data)).toEqual(unattributed);
    const spelled = self.email.replace('@', '+two@');
    expect(await attributionOf(await shop.order(orderForm({ browserSessionId, email: spelled, again: 1 })))).toEqual(
      unattributed,
    );

    const opened = await shop.order(orderForm({ browserSessionId, again: 1 }));
    expect(await attributionOf(opened)).toMatchObject({ affiliateId: self.personId });
    const { db } = shop.server.deps;
    await db.updateTable('orders').set({ person_id: self.personId }).where('id', '=', opened.orderId).execute();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect(await attributionOf(opened)).toEqual(unattributed);
  });
});
