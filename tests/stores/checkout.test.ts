import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Selection } from '../../src/contract/selection.ts';
import { createCheckout } from '../../src/stores/checkout.ts';
import { startTestApp, type TestApp } from '../server/support/app.ts';
import { connectFetch, openPage, resetPage } from './support.ts';

const classic: Selection = {
  kind: 'evaluation',
  packageId: 'classic-25k',
  platform: 'dxfeed',
  addOns: [],
  coupon: '',
};

let server: TestApp;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

beforeEach(() => {
  resetPage();
  openPage('/check-out/classic-25k');
});

afterEach(() => disconnect());

test('a coupon stays applied when the country is chosen while the code is checked', async () => {
  const released = Promise.withResolvers<void>();
  let held = 0;
  disconnect = connectFetch(server, async (path, request) => {
    if (path !== '/api/orders/quote' || !(await request.text()).includes('TIDE20') || held > 0) return undefined;
    held += 1;
    await released.promise;
    return undefined;
  });
  const checkout = createCheckout(classic);
  await checkout.refreshQuote();
  checkout.coupon.type('TIDE20');
  const applied = checkout.coupon.apply();
  await vi.waitFor(() => expect(held).toBe(1));
  checkout.setBuyer('country', 'FR');
  released.resolve();
  expect(await applied).toBe(true);
  // 20 % off $99.00.
  expect(checkout.$quote.get()).toMatchObject({ status: 'ready', quote: { totalCents: 7_920, coupon: 'applied' } });
  expect(checkout.$selection.get().coupon).toBe('TIDE20');
  expect(checkout.coupon.$coupon.get()).toEqual({ typed: 'TIDE20', busy: false, problem: null });
});
