import { beforeEach, expect, test } from 'vitest';
import { createCheckout } from '#app/orders/stores/checkout.ts';
import { selectionOf } from '#app/orders/stores/checkout-selection.ts';
import { readCatalog } from '#content/catalog.ts';
import { openPage, serveStores } from '../support.ts';
import { fill, openBrowser, ownEmail } from './open-checkout.ts';

const catalog = readCatalog();
const server = await serveStores({
  catalog: {
    ...catalog,
    discounts: {
      packageDiscount: {
        ...{ status: 1, code: 'SPRING', percentBps: 2_000, programs: ['classic'], offer: null },
        expiresAt: new Date(Date.UTC(2026, 11, 31)),
        title: { en: 'Spring', fr: 'Printemps', pt: 'Primavera' },
      },
    },
  },
});

beforeEach(openBrowser);

const selection = selectionOf('checkout', { packageId: 'classic-25k' });

async function open() {
  const checkout = createCheckout(selection);
  await checkout.refreshQuote();
  await checkout.restore();
  return checkout;
}

const priceOf = ({ $quote }: Awaited<ReturnType<typeof open>>) => $quote.get().quote?.totalCents;

test('a typed address has the promotion’s price without a code', async () => {
  const checkout = await open();
  expect(priceOf(checkout)).toBe(7_920);
  expect(checkout.coupon.$coupon.get().typed).toBe('');
});

test('a removed promotion stays removed after a reload and when an unpaid order is continued, but not in another checkout', async () => {
  const page = openPage('/check-out/classic-25k');
  const checkout = await open();
  fill(checkout);
  await checkout.select({ withoutPromotion: true });
  expect(priceOf(checkout)).toBe(9_900);
  await checkout.submit();

  openPage('/check-out/classic-25k', page.state());
  expect(priceOf(await open())).toBe(9_900);

  const order = await server.deps.db
    .selectFrom('orders')
    .select(['id', 'total_cents', 'coupon'])
    .where('email', '=', ownEmail())
    .executeTakeFirstOrThrow();
  expect(order).toMatchObject({ total_cents: 9_900, coupon: null });
  openPage(`/check-out/classic-25k?order=${order.id}`);
  expect(priceOf(await open())).toBe(9_900);

  openPage('/check-out/classic-25k');
  const another = await open();
  expect(priceOf(another)).toBe(7_920);
  expect(another.$quote.get().quote?.promotion).toMatchObject({ code: 'SPRING', status: 'applied' });
});
