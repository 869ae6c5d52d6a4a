import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import { handlers } from '#server/firm/jobs.ts';
import { billingPending } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { orderForm, shopOn } from '../support/shop.ts';

let server: TestApp;

afterEach(() => server.close());

const forward = (days: string) =>
  server.app.request('/dev/platform', { method: 'POST', body: new URLSearchParams({ days }) });

test('going forward a month in the demo renews what is due, day by day, and keeps people signed in', async () => {
  server = await startTestApp({ machineClock: true });
  const { deps } = server;
  const post: typeof fetch = async (input, init) => server.app.request(new URL(String(input)).pathname, init);
  Object.assign(deps, { payments: await createPayments(deps, post) });
  const shop = shopOn(server);
  const { token } = await shop.signIn();
  const { data } = await shop.ask(createOrder, { body: orderForm(), idempotencyKey: randomUUID(), token });
  await server.work(handlers);
  await shop.press(data, 'paid');
  await eventually('the order’s account', async () => expect((await shop.result(data)).status).toBe('fulfilled'));
  const before = (await shop.ask(billingPending, { token })).data.subscriptions[0]?.periodEndsAt ?? 0;
  const startedAt = Date.now();
  expect([(await forward('0')).status, (await forward('41')).status]).toEqual([400, 400]);
  expect((await forward('32')).status).toBe(303);
  const page = await (await server.app.request('/dev/platform')).text();
  expect(page).toContain(new Date(startedAt + 32 * dayMs).toISOString().slice(0, 10));
  await eventually('the renewal', async () => {
    const { data: orders } = await shop.ask(myOrders, { query: {}, token });
    expect(orders.orders.map(({ totalCents, status }) => [totalCents, status])).toEqual([
      [14_900, 'fulfilled'],
      [14_900, 'fulfilled'],
    ]);
  });
  // It was charged on its day, not when everything had passed.
  const [renewal] = (await shop.ask(myOrders, { query: {}, token })).data.orders;
  expect(Math.abs((renewal?.paidAt ?? 0) - before)).toBeLessThan(1.1 * dayMs);
  // A visitor's device, which has the machine's time, isn't told that it is wrong.
  const { headers } = await server.app.request('/api/ready');
  expect(Math.abs(Date.parse(headers.get('Date') ?? '') - Date.now())).toBeLessThan(dayMs);
  // A restart keeps the time.
  const again = await server.another();
  expect(again.deps.clock().getTime() - Date.now()).toBeGreaterThan(31.9 * dayMs);
});

test('the time doesn’t move where another company’s service is set', async () => {
  server = await startTestApp({
    machineClock: true,
    environment: { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'firm@example.com' },
  });
  expect((await forward('1')).status).toBe(409);
  expect(await (await server.app.request('/dev/platform')).text()).not.toContain('Go forward');
});
