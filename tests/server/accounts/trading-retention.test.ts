import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import * as calls from '#shared/trading/contract.ts';
import { knownPrices, startTestApp, type TestApp } from '../support/app.ts';
import { newRequestId, openTerminal, placed } from '../support/terminal.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices });
});

afterAll(() => server.close());

/** The server's dependencies with the clock set the given number of days ahead. */
const inDays = (days: number) => {
  const at = new Date(server.clock.now().getTime() + days * dayMs);
  return { ...server.deps, clock: () => at };
};

test('ended orders are deleted with their requests after a year, except the entries of working orders', async () => {
  const terminal = await openTerminal(server);
  const { order: entry } = await placed(terminal.place({ bracket: { targetTicks: 4_000, stopTicks: 4_000 } }));
  const farOrder = { type: 'limit', priceTicks: terminal.quote().bidTicks - 4_000 } as const;
  const { order: canceled } = await placed(terminal.place(farOrder));
  await terminal.send(calls.cancelTradingOrder, { orderId: canceled.id });
  const other = await openTerminal(server);
  await placed(other.place());
  await other.send(calls.flattenPositions, { requestId: newRequestId() });
  // Already flat, so this request places nothing.
  await other.send(calls.flattenPositions, { requestId: newRequestId() });
  const remaining = async () => {
    const orders = await server.deps.db.selectFrom('trading_order').selectAll().orderBy('number').execute();
    const requests = await server.deps.db.selectFrom('trading_request').select('order_id').execute();
    return { orders: orders.map(({ role, status }) => `${role} ${status}`), requests: requests.length };
  };
  const all = { orders: 6, requests: 5 };
  await deleteExpired(inDays(364));
  expect({ ...(await remaining()), orders: (await remaining()).orders.length }).toEqual(all);
  await deleteExpired(inDays(366));
  expect(await remaining()).toEqual({
    orders: ['own filled', 'target working', 'protective-stop working'],
    requests: 1,
  });
  const entries = server.deps.db.selectFrom('trading_order').select('id').where('role', '=', 'own');
  expect(await entries.execute()).toEqual([{ id: entry.id }]);
  const fills = await server.deps.db
    .selectFrom('account_event')
    .select('sequence')
    .where('type', '=', 'fill')
    .execute();
  expect(fills).toHaveLength(3);
});
