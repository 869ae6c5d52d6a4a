import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

/** Another program of the firm's, which speaks to the vendor by itself. */
async function signIn() {
  const headers = { 'Content-Type': 'application/json' };
  const ask = async (path: string, body: object, more = {}) => {
    const options = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
    return (await fetch(`${bench.vendor.url}${path}`, options)).json() as Promise<Record<string, unknown>>;
  };
  const { accessToken } = await ask('/auth/accesstokenrequest', { name: 'firm', password: 'right' });
  const authorization = { Authorization: `Bearer ${accessToken}` };
  return { token: String(accessToken), post: (path: string, body: object) => ask(path, body, authorization) };
}

/** Opens a socket and asks for a sync. @returns the frames that came until it ended or answered */
async function askForSync(body: object, ends: (frames: readonly string[]) => boolean): Promise<readonly string[]> {
  const { token } = await signIn();
  const socket = new WebSocket(`${bench.vendor.url.replace('http', 'ws')}/websocket`);
  const frames: string[] = [];
  let isClosed = false;
  socket.addEventListener('close', () => {
    isClosed = true;
  });
  socket.addEventListener('message', ({ data }) => {
    frames.push(String(data));
    if (data === 'o') socket.send(`authorize\n0\n\n${token}`);
    else if (frames.length === 2) socket.send(`user/syncrequest\n1\n\n${JSON.stringify(body)}`);
  });
  await eventually(() => isClosed || ends(frames));
  socket.close();
  return frames;
}

describe('Tradovate, stage 2: what the socket does', () => {
  test.each([401, 408, 429, 500])('authorize %i of a closed session is not retried with its token', async (status) => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.signInElsewhere(status);
    bench.vendor.signInElsewhere(status);
    bridge.start();
    await eventually(() => callsOf('authorize').length === 1);
    await eventually(async () => {
      await bench.clock.advance(1_000);
      return bridge.adapter.standing().isSynced;
    });
    const tokens = callsOf('authorize').map(({ body }) => body['token']);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(2);
  });

  test('server silence on h during data is not death', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.sendsHeartbeats = false;
    for (let count = 1; count <= 8; count += 1) {
      bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
      await bridge.received('fill', count);
      await bench.clock.advance(2_500);
    }
    expect(callsOf('authorize')).toHaveLength(1);
    // Silence of both is.
    await bench.clock.advance(12_500);
    await eventually(async () => {
      await bench.clock.advance(1_000);
      return callsOf('authorize').length === 2;
    });
  });

  test('one a-frame with several messages', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const contractId = bench.vendor.firm.contractOf('ESZ6').id;
    const order = { id: 501, accountId: vendorId };
    const timestamp = new Date(start).toISOString();
    const fill = { id: 601, orderId: 501, contractId, timestamp, action: 'Buy', qty: 1, price: 6_000, active: true };
    const entities = { order, fill, fillFee: { id: 601, commission: 2.5 } };
    const messages = Object.entries(entities).map(([entityType, entity]) => ({
      ...{ e: 'props', d: { entityType, eventType: 'Created', entity } },
    }));
    bench.vendor.say(`a${JSON.stringify(messages)}`);
    expect(await bridge.received('fill', 1)).toMatchObject([{ sourceId: 'fill-601', feeCents: 250 }]);
  });

  test('sync without splitResponses closes silently', async () => {
    const frames = await askForSync({ entityTypes: ['fill'] }, () => false);
    // `o` and the answer to authorize, then the end.
    expect(frames).toHaveLength(2);
  });

  test('empty entityTypes yields nothing and alarms', async () => {
    const frames = await askForSync({ splitResponses: true }, (all) => all.length === 3);
    expect(frames.at(-1)).toBe('a[{"s":200,"i":1,"d":{"users":[]}}]');
    bench.vendor.forgetsTypes = true;
    const bridge = connect();
    bridge.start();
    await eventually(() => bridge.said.some((line) => line.includes('brought no list')));
    expect(bridge.adapter.standing().isSynced).toBe(false);
  });

  test('c frame and shutdown Maintenance reconnect after the window', async () => {
    // 16:57 in Chicago: the window ends at 17:00.
    await bench.clock.advance(7 * hourMs - 3 * minuteMs);
    const bridge = connect();
    await bridge.run();
    bench.vendor.say('c[1000,"bye"]');
    await eventually(() => !bridge.adapter.standing().isSynced);
    await bench.clock.advance(2 * minuteMs);
    expect(callsOf('authorize')).toHaveLength(1);
    await bench.clock.advance(minuteMs);
    await eventually(() => bridge.adapter.standing().isSynced);
    bench.vendor.say('a[{"e":"shutdown","d":{"reasonCode":"Maintenance"}}]');
    await eventually(() => !bridge.adapter.standing().isSynced);
    await bench.clock.advance(1_000);
    await eventually(() => bridge.adapter.standing().isSynced);
  });
});

describe('Tradovate, stages 3 to 5: what the vendor refuses and moves', () => {
  test('lowercase account name refused', async () => {
    const { post } = await signIn();
    const create = (name: string) =>
      post('/user/createevaluationaccounts', {
        accounts: [{ name, userId: 1, templateAccountId: 1, initialBalance: 50_000 }],
      });
    expect(await create('tdv1')).toEqual({ results: [{ errorText: 'Invalid account name' }] });
    // The adapter's names aren't.
    expect((await openOne(connect())).platformAccountId).toMatch(/^TDV\d{17}$/);
  });

  test('307 keeps the token', async () => {
    bench.vendor.fault({ path: '/account/find', kind: 'move', to: bench.vendor.url });
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    expect(callsOf('/account/find')).toHaveLength(2);
    expect(bench.vendor.signIns()).toBe(1);
  });

  test('doNotUnlock: Normal sent before the session, only after a daily lock', async () => {
    const bridge = connect();
    const day = await openOne(bridge, 'acc-1');
    const breach = await openOne(bridge, 'acc-2');
    await bridge.run();
    const lock = { trading: false, flatten: true, revision: 1 } as const;
    const status = (vendorId: number) => bench.vendor.firm.rowOf('accountRiskStatus', vendorId);
    await bridge.adapter.setAccess('acc-1', { ...lock, reason: 'daily-limit', until: start + hourMs });
    await bridge.adapter.setAccess('acc-2', { ...lock, reason: 'breach', until: null });
    // The vendor's own rule has locked the account, too, and wouldn't unlock it.
    const row = status(day.vendorId);
    bench.vendor.firm.put('accountRiskStatus', {
      ...row,
      id: row?.id ?? 0,
      adminAction: 'Normal',
      liquidateOnly: '2026-03-11T15:00:00.000Z',
    });
    await eventually(() => bridge.store.get('risk', 'acc-1') === 'liquidateOnly');
    await bench.clock.advance(hourMs + 1_000);
    await eventually(() => status(day.vendorId)?.['liquidateOnly'] === undefined);
    await bench.clock.advance(10 * minuteMs);
    expect(status(breach.vendorId)?.['adminAction']).toBe('LockTradingImmediately');
  });
});
