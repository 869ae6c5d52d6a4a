import { beforeEach, describe, expect, test } from 'vitest';
import { createCheckout } from '#app/orders/stores/checkout.ts';
import { choose, selectionOf } from '#app/orders/stores/checkout-selection.ts';
import { checkoutPath } from '#routes/checkouts.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { getProjectCatalog } from '../../server/support/app.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { connectFetch, hold, openPage, serveStores, toasts, until } from '../support.ts';
import { classic, fill, openBrowser, openCheckout, ownEmail } from './open-checkout.ts';

const catalog = getProjectCatalog();
const scarce: (typeof catalog.coupons)[number] = {
  ...{ code: 'SCARCE', amountCents: 4_900, kinds: null, programs: null, startsAt: null, expiresAt: null },
  ...{ status: 1, oncePerPerson: false, uses: 1 },
};
const server = await serveStores({
  replace: { captcha: easyCaptcha, catalog: { ...catalog, coupons: [...catalog.coupons, scarce] } },
});

beforeEach(openBrowser);

const ordersOf = (email: string) =>
  server.deps.db
    .selectFrom('orders')
    .select(['status', 'total_cents as totalCents', 'platform', 'coupon', 'country'])
    .where('email', '=', email)
    .orderBy('created_at')
    .orderBy('number')
    .execute();

const ownOrders = () => ordersOf(ownEmail());

/** Changes the response of one call and lets all others through. */
function answer(path: string, change: (request: Request) => Response | undefined | Promise<Response | undefined>) {
  return connectFetch(server, (asked, request) => (asked.endsWith(path) ? change(request) : undefined));
}

test('a buyer whose country arrives with the click is asked about an early start before anything is ordered', async () => {
  const checkout = await openCheckout({ country: 'US', startNow: 0 });
  expect(checkout.$quote.get().quote?.needsStartConsent).toBe(false);
  checkout.setBuyer('country', 'PT');
  await checkout.submit();
  expect(checkout.$quote.get().quote?.needsStartConsent).toBe(true);
  expect(checkout.$checkout.get()).toMatchObject({ busy: false, errors: { startNow: [] } });
  expect(await ownOrders()).toEqual([]);
  checkout.setBuyer('startNow', 1);
  await checkout.submit();
  expect(await ownOrders()).toMatchObject([{ country: 'PT' }]);
});

describe('the selection in a checkout’s address', () => {
  test.each([
    ['evaluation', 'checkout', { packageId: 'classic-50k' }, { packageId: 'classic-50k', platform: 'rithmic' }],
    ['reset', 'checkoutReset', { packageId: 'p', accountId: 'a' }, { packageId: 'p', accountId: 'a' }],
    ['market-data', 'checkoutMarket', { packageId: 'd' }, { professional: null, exchanges: [] }],
    [
      'funded-activation',
      'checkoutFunded',
      { packageId: 'p', id: 'a', rithimicUserId: 'u' },
      { accountId: 'a', platformUser: 'u' },
    ],
    ['pending-bill', 'billCheckout', { packageId: 'p', id: 'b' }, { billId: 'b' }],
  ] as const)('%s', (kind, route, params, expected) => {
    expect(selectionOf(route, params)).toMatchObject({ kind, addOns: [], coupon: '', ...expected });
  });

  test('names a platform without addresses of its own in the query of those that name none', () => {
    const params = { packageId: 'p', accountId: 'a' };
    const path = checkoutPath('reset', 'tradovate', params, 'en');
    expect(path).toBe('/checkout-reset/a/p?platform=tradovate');
    const query = Object.fromEntries(new URL(path, 'http://site').searchParams);
    expect(selectionOf('checkoutReset', params, query)).toMatchObject({ platform: 'tradovate' });
    expect(selectionOf('checkoutReset', params, { platform: 'another' })).toMatchObject({ platform: 'rithmic' });
    expect(selectionOf('checkoutResetDxfeed', params, query)).toMatchObject({ platform: 'dxfeed' });
    expect(checkoutPath('reset', 'dxfeed', params, 'en')).toBe('/checkout-reset/dxfeed/a/p');
  });

  test('ignores an option that the order kind doesn’t have', () => {
    expect(choose(classic, { platform: 'rithmic', professional: true, exchanges: ['cme'] as never })).toEqual({
      ...classic,
      platform: 'rithmic',
    });
  });
});

test('the code of a link is applied once and leaves the address', async () => {
  openPage('/check-out/classic-25k?coupon=SCARCE');
  const checkout = await openCheckout();
  await checkout.restore();
  expect(checkout.$quote.get().quote).toMatchObject({ totalCents: 5_000, coupon: 'applied' });
  expect(checkout.coupon.$coupon.get().typed).toBe('SCARCE');
  expect(globalThis.location.search).toBe('');
});

describe('the price', () => {
  test('comes from the server and follows the chosen options', async () => {
    const checkout = createCheckout(classic);
    expect(checkout.$quote.get()).toEqual({ status: 'loading', quote: null });
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { name: 'Classic 25K', totalCents: 9_900 } });
    const selecting = checkout.select({ platform: 'rithmic' });
    // The old price stays while the next one loads.
    expect(checkout.$quote.get()).toMatchObject({ status: 'loading', quote: { totalCents: 9_900 } });
    await selecting;
    expect(checkout.$selection.get()).toMatchObject({ platform: 'rithmic' });
    expect(checkout.$quote.get().status).toBe('ready');
  });

  test('names the tax of the buyer’s country once one is chosen', async () => {
    const checkout = createCheckout(classic);
    await checkout.refreshQuote();
    checkout.setBuyer('country', 'FR');
    // 20% included in $99.00: 99.00 − 99.00 / 1.2 = 16.50.
    await until(() => checkout.$quote.get().quote?.tax?.rateBps === 2_000);
    expect(checkout.$quote.get()).toMatchObject({
      ...{ status: 'ready', quote: { tax: { includedCents: 1_650, rateBps: 2_000 } } },
    });
  });

  test('belongs to the newest choice, whichever response comes last', async () => {
    const late = hold<undefined>();
    let quotes = 0;
    answer(quoteOrder.path, () => {
      quotes += 1;
      return quotes === 1 ? late.promise : undefined;
    });
    const checkout = createCheckout(classic);
    const first = checkout.select({ coupon: 'NOBODY' });
    await checkout.select({ coupon: '' });
    late.settle(undefined);
    await first;
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { coupon: 'none' } });
  });

  test('doesn’t exist for an unknown package, and the screen says so', async () => {
    const checkout = createCheckout({ ...classic, packageId: 'classic-7k' });
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toEqual({ status: 'failed', quote: null, isUnknown: true, blockedReason: null });
    expect(toasts()).toEqual([]);
  });

  test('shows the reason when it can’t be calculated or the network is down', async () => {
    const checkout = createCheckout(classic);
    const reconnect = answer(quoteOrder.path, () =>
      Response.json({ response_status: 409, response_message: 'You’ve had your trial.' }, { status: 409 }),
    );
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toMatchObject({ status: 'failed', blockedReason: 'You’ve had your trial.' });
    expect(toasts()).toEqual([]);
    reconnect();
    answer(quoteOrder.path, () => Promise.reject(new TypeError('fetch failed')));
    await checkout.refreshQuote();
    expect(checkout.$quote.get()).toMatchObject({ status: 'failed', isUnknown: false, blockedReason: null });
    expect(toasts()).toEqual([{ key: 'network' }]);
  });
});

describe('a coupon', () => {
  test('stays applied when the country is chosen while the code is checked', async () => {
    const released = hold<undefined>();
    let held = 0;
    answer(quoteOrder.path, async (request) => {
      if (!(await request.text()).includes('TIDE20') || held > 0) return undefined;
      held += 1;
      return released.promise;
    });
    const checkout = createCheckout(classic);
    await checkout.refreshQuote();
    checkout.coupon.type('TIDE20');
    const applied = checkout.coupon.apply();
    await until(() => held === 1);
    checkout.setBuyer('country', 'FR');
    released.settle(undefined);
    expect(await applied).toBe(true);
    // 20 % off $99.00.
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 7_920, coupon: 'applied' } });
    expect(checkout.$selection.get().coupon).toBe('TIDE20');
    expect(checkout.coupon.$coupon.get()).toEqual({ typed: 'TIDE20', busy: false, problem: null });
  });

  test('that is unknown keeps the price on screen', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('NOBODY');
    expect(await checkout.coupon.apply()).toBe(false);
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 9_900, coupon: 'unknown' } });
    expect(checkout.coupon.$coupon.get()).toMatchObject({ typed: 'NOBODY', busy: false, problem: null });
  });

  test('for another product says which product it is for', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('ANEW10');
    expect(await checkout.coupon.apply()).toBe(false);
    expect(checkout.$quote.get().quote).toMatchObject({ coupon: 'not-for-this', couponFor: { kinds: ['reset'] } });
  });

  test('that couldn’t be checked keeps both the price and the code', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('TIDE20');
    answer(quoteOrder.path, () => Promise.reject(new TypeError('fetch failed')));
    expect(await checkout.coupon.apply()).toBe(false);
    expect(checkout.coupon.$coupon.get()).toEqual({ typed: 'TIDE20', busy: false, problem: '' });
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 9_900 } });
    expect(checkout.$selection.get().coupon).toBe('');
  });

  test('can be removed again', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('tide20 ');
    expect(await checkout.coupon.apply()).toBe(true);
    expect(await checkout.coupon.remove()).toBe(true);
    expect(checkout.$quote.get().quote).toMatchObject({ totalCents: 9_900, coupon: 'none' });
  });

  test('that was typed but not applied is applied on Pay', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('TIDE20');
    await checkout.submit();
    expect(await ownOrders()).toMatchObject([{ totalCents: 7_920, coupon: 'TIDE20' }]);
  });

  test('that is invalid stops Pay once; a second press pays without it', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('NOBODY');
    await checkout.submit();
    expect(checkout.$checkout.get()).toMatchObject({ busy: false, errors: { coupon: [] } });
    expect(await ownOrders()).toEqual([]);
    await checkout.submit();
    expect(await ownOrders()).toMatchObject([{ totalCents: 9_900, coupon: null }]);
  });

  test('takes its result from the newest check when another code is typed in the meantime', async () => {
    const late = hold<undefined>();
    const checkout = await openCheckout();
    answer(quoteOrder.path, async (request) => ((await request.text()).includes('NOBODY') ? late.promise : undefined));
    checkout.coupon.type('NOBODY');
    const first = checkout.coupon.apply();
    checkout.coupon.type('TIDE20');
    expect(await checkout.coupon.apply()).toBe(true);
    late.settle(undefined);
    expect(await first).toBe(false);
    expect(checkout.$quote.get().quote).toMatchObject({ totalCents: 7_920 });
  });
});

describe('paying', () => {
  test('opens one order, however often the button is pressed, and goes to its payment page', async () => {
    const page = openPage('/check-out/classic-25k');
    const checkout = await openCheckout();
    await Promise.all([checkout.submit(), checkout.submit()]);
    expect(await ownOrders()).toMatchObject([{ totalCents: 9_900, platform: 'dxfeed', country: 'PT' }]);
    expect(page.visited).toHaveLength(1);
    expect(page.visited[0]).toMatch(/\/api\/dev\/pay\//);
    // The button stays busy until the payment page opens.
    expect(checkout.$checkout.get().busy).toBe(true);
  });

  test('waits for the first price', async () => {
    const checkout = createCheckout(classic);
    fill(checkout);
    const pending = checkout.submit();
    expect(checkout.$checkout.get().busy).toBe(false);
    await pending;
    expect(await ownOrders()).toEqual([]);
  });

  test('again after a lost response opens no second order', async () => {
    const page = openPage('/check-out/classic-25k');
    const checkout = await openCheckout();
    let isLost = true;
    answer(createOrder.path, async (request) => {
      if (!isLost) return undefined;
      isLost = false;
      await server.app.request(new URL(request.url).pathname, new Request(request, { keepalive: false }));
      throw new TypeError('fetch failed');
    });
    await checkout.submit();
    expect(checkout.$checkout.get()).toMatchObject({ busy: false, problem: '' });
    expect(toasts()).toEqual([{ key: 'network' }]);
    await checkout.submit();
    expect(await ownOrders()).toHaveLength(1);
    expect(page.visited).toHaveLength(1);
  });

  test('names each missing field and keeps the others; typing clears the error', async () => {
    const checkout = await openCheckout({ first_name: '', termsUse: 0 });
    await checkout.submit();
    const { errors, buyer, busy, problem } = checkout.$checkout.get();
    expect(Object.keys(errors).sort()).toEqual(['first_name', 'termsUse']);
    expect({ busy, problem, lastName: buyer.last_name }).toEqual({ busy: false, problem: null, lastName: 'Ferreira' });
    expect(toasts()).toEqual([{ fields: errors }]);
    checkout.setBuyer('first_name', 'Ada');
    expect(Object.keys(checkout.$checkout.get().errors)).toEqual(['termsUse']);
    checkout.setBuyer('termsUse', 1);
    await checkout.submit();
    expect(await ownOrders()).toHaveLength(1);
  });

  test('at a price other than the one on screen charges nothing and asks for confirmation first', async () => {
    const checkout = await openCheckout();
    let isDearer = true;
    answer(createOrder.path, async (request) => {
      if (!isDearer) return undefined;
      isDearer = false;
      const body = { ...(await request.json()), expectedTotalCents: 9_800 };
      const { pathname } = new URL(request.url);
      return server.app.request(pathname, { method: 'POST', headers: request.headers, body: JSON.stringify(body) });
    });
    await checkout.submit();
    expect(checkout.$checkout.get()).toMatchObject({ busy: false, priceChanged: true, problem: null });
    expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 9_900 } });
    expect(await ownOrders()).toEqual([]);
    await checkout.submit();
    expect(checkout.$checkout.get().priceChanged).toBe(false);
    expect(await ownOrders()).toHaveLength(1);
  });

  test('for the same product again asks first, and charges twice only if the buyer confirms', async () => {
    await (await openCheckout()).submit();
    const checkout = await openCheckout();
    await checkout.submit();
    expect(checkout.$checkout.get()).toMatchObject({ busy: false, earlier: { orderNumber: expect.any(String) } });
    expect(checkout.$checkout.get().earlier?.paymentUrl).toMatch(/\/api\/dev\/pay\//);
    expect(await ownOrders()).toHaveLength(1);
    checkout.forgetEarlier();
    expect(checkout.$checkout.get().earlier).toBeNull();
    await checkout.submit(1);
    expect(await ownOrders()).toHaveLength(2);
  });

  test('for a corrected order after the back button replaces the first order', async () => {
    const checkout = await openCheckout({ country: 'PT' });
    await checkout.submit();
    checkout.restorePage({ persisted: true });
    expect(checkout.$checkout.get().busy).toBe(false);
    checkout.setBuyer('country', 'FR');
    await checkout.refreshQuote();
    await checkout.submit();
    const orders = await ownOrders();
    expect(orders.filter(({ status }) => status === 'awaiting-payment').map(({ country }) => country)).toEqual(['FR']);
  });

  test('leaves a page that wasn’t restored unchanged', async () => {
    const checkout = await openCheckout();
    await checkout.submit();
    checkout.restorePage({ persisted: false });
    expect(checkout.$checkout.get().busy).toBe(true);
  });

  test('shows a rejection without a field beside the button', async () => {
    const checkout = await openCheckout();
    answer(createOrder.path, () =>
      Response.json({ response_status: 503, response_message: 'Payments are down.' }, { status: 503 }),
    );
    await checkout.submit();
    expect(checkout.$checkout.get()).toMatchObject({ busy: false, errors: {}, problem: 'Payments are down.' });
    expect(toasts()).toEqual([]);
  });
});

describe('a limited coupon', () => {
  test('asks a guest for a captcha, and for a new one after each rejection, and accepts a solved one', async () => {
    const checkout = await openCheckout();
    checkout.coupon.type('SCARCE');
    await checkout.submit();
    expect(Object.keys(checkout.$checkout.get().errors)).toEqual(['captcha']);
    expect(checkout.$captchaRound.get()).toBe(1);
    checkout.setCaptcha('guessed');
    await checkout.submit();
    expect(checkout.$captchaRound.get()).toBe(2);
    expect(await ownOrders()).toEqual([]);
    checkout.setCaptcha('solved');
    await checkout.submit();
    // $49.00 off $99.00.
    expect(await ownOrders()).toMatchObject([{ totalCents: 5_000, coupon: 'SCARCE' }]);
  });

  test('that someone else has just used up gives the price without it and charges nothing', async () => {
    const checkout = await openCheckout();
    answer(quoteOrder.path, async (request) => {
      const { selection, ...rest } = await request.json();
      if (selection.coupon === '') return undefined;
      const { pathname } = new URL(request.url);
      const asked = await server.app.request(pathname, {
        ...{ method: 'POST', headers: request.headers, body: JSON.stringify({ ...rest, selection }) },
      });
      const envelope = await asked.json();
      // The response as it was a moment before.
      return Response.json({ ...envelope, data: { ...envelope.data, coupon: 'applied', totalCents: 5_000 } });
    });
    checkout.coupon.type('SCARCE');
    checkout.setCaptcha('solved');
    await checkout.submit();
    expect(await ownOrders()).toEqual([]);
    expect(checkout.$checkout.get().busy).toBe(false);
  });
});
