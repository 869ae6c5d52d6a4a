import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractExpiresAt } from '#shared/exchange/contract-month.ts';
import { knownPrices, startTestApp, type TestApp } from '../support/app.ts';
import { openCopyGroup } from '../support/copier.ts';
import { june, openTerminal, placed, quoteAt, runUntil, terminalOf } from '../support/terminal.ts';

/** The last trading day is Thursday, June 18, because of Juneteenth; positions stand until noon five days before. */
const expiresAt = Date.parse('2026-06-11T17:00:00Z');
const september = { instrument: 'ES', month: '2026-09' } as const;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices, startAt: expiresAt - 60_000 });
});

afterAll(() => server.close());

test('when a contract expires, its orders end and its positions close at the market, for followers as for their leader', async () => {
  expect(contractExpiresAt(june)).toBe(expiresAt);
  const terminal = await openTerminal(server);
  const entry = await placed(terminal.place({ quantity: 2, bracket: { targetTicks: 4_000, stopTicks: 4_000 } }));
  const farOrder = { type: 'limit', priceTicks: terminal.quote().bidTicks - 4_000 } as const;
  const { order: resting } = await placed(terminal.place(farOrder));
  const later = { ...september, type: 'limit', priceTicks: terminal.quote(september).bidTicks - 4_000 } as const;
  const { order: kept } = await placed(terminal.place(later));

  const group = await openCopyGroup(server, [{ copyMode: 'order' }]);
  const leader = terminalOf(server, { ...group, account: group.leaderId });
  const follower = terminalOf(server, { ...group, account: group.ids[0] ?? '' });
  await placed(leader.place({ quantity: 1, bracket: { targetTicks: 4_000, stopTicks: 4_000 } }));
  for (let round = 0; round < 2; round += 1) await group.copy();
  expect([await follower.held(), (await follower.working()).length]).toEqual([[['ES', 1]], 2]);

  await runUntil(server, expiresAt - 250);
  expect([await terminal.held(), (await terminal.working()).length]).toEqual([[['ES', 2]], 4]);
  await runUntil(server, expiresAt);
  const { orders, balanceCents } = await terminal.read();
  expect(await terminal.held()).toEqual([]);
  expect(orders.filter(({ status }) => status === 'working')).toMatchObject([{ id: kept.id }]);
  const ended = orders.filter(({ status }) => status === 'canceled');
  expect(ended.map(({ role, reason, doneAt }) => [role, reason, doneAt]).sort()).toEqual([
    ['own', 'expired', expiresAt],
    ['protective-stop', 'expired', expiresAt],
    ['target', 'expired', expiresAt],
  ]);
  expect(ended.map(({ id }) => id)).toContain(resting.id);
  // Two contracts at $12.50 a tick; entry and settlement cost $2.04 each.
  const { bidTicks } = quoteAt(server, expiresAt);
  expect(balanceCents).toBe(5_000_000 + 2 * (bidTicks - (entry.order.fillTicks ?? 0)) * 1_250 - 4 * 204);

  for (let round = 0; round < 3; round += 1) await group.copy();
  for (const { held, working } of [leader, follower]) expect([await held(), await working()]).toEqual([[], []]);
  const log = (await group.log()).filter(({ action }) => action === 'order-canceled');
  expect(log.map(({ reason, order }) => [reason, order?.month])).toEqual([
    [null, '2026-06'],
    [null, '2026-06'],
  ]);

  const refused = await terminal.place({ ...farOrder });
  expect([refused.response_status, Object.keys(refused.validation_errors)]).toEqual([422, ['month']]);
  await placed(terminal.place({ ...september }));
});

test('a contract that expires during an outage ends its orders and positions at the time of its expiry', async () => {
  const lateServer = await startTestApp({ environment: knownPrices, startAt: expiresAt - 60_000 });
  try {
    const terminal = await openTerminal(lateServer);
    await placed(terminal.place({ bracket: { targetTicks: 4_000, stopTicks: 4_000 } }));
    await runUntil(lateServer, expiresAt + 600_000);
    const ended = (await terminal.read()).orders.filter(({ status }) => status === 'canceled');
    expect(ended.map(({ reason, doneAt }) => [reason, doneAt])).toEqual([
      ['expired', expiresAt],
      ['expired', expiresAt],
    ]);
    expect(await terminal.held()).toEqual([]);
  } finally {
    await lateServer.close();
  }
});
