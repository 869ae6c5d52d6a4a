import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRefund } from '../../src/stores/office-refund.ts';
import { signInStaff } from '../server/support/funded.ts';
import { orderForm, type Shop, startShop } from '../server/support/shop.ts';
import { connectFetch, resetPage, signIn, toasts } from './support.ts';

let shop: Shop;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

beforeEach(async () => {
  const { token } = await signInStaff(shop.server, 'finance');
  disconnect = connectFetch(shop.server);
  resetPage();
  signIn(token);
});

afterEach(() => disconnect());

test('a refund that an open dispute forbids says why in its dialog, and once it is won shows what goes back', async () => {
  const opened = await shop.order(orderForm());
  await shop.press(opened, 'paid');
  await shop.webhook(opened, 'disputed');
  await shop.server.drain();
  const refund = createRefund(opened.orderId, () => undefined);
  await refund.load();
  const refused = refund.$plan.get();
  expect(refused.status).toBe('refused');
  expect('message' in refused && refused.message).toContain('The buyer’s bank hasn’t decided its dispute');
  expect(toasts()).toEqual([]);

  await shop.webhook(opened, 'dispute-won');
  await shop.server.drain();
  await refund.load();
  expect(refund.$plan.get()).toMatchObject({ status: 'ready', data: { refundCents: 14_900 } });
});
