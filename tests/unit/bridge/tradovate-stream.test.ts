import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { startEmulator } from '../../emulators/tradovate/emulator.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

describe('Tradovate, stage 1: authentication', () => {
  test('renews before expirationTime, never logs in twice', async () => {
    const bridge = connect();
    await openOne(bridge);
    for (let times = 0; times < 4; times += 1) {
      await bench.clock.advance(75 * minuteMs);
      await bridge.adapter.examine();
    }
    expect([bench.vendor.signIns(), callsOf('/auth/renewaccesstoken').length]).toEqual([1, 4]);
  });

  test('third session kills the oldest and the adapter recovers', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.signInElsewhere();
    bench.vendor.signInElsewhere();
    await openOne(bridge, 'acc-2');
    expect(bench.vendor.signIns()).toBe(2);
  });

  test('bad password stops after one try', async () => {
    const bridge = connect({ environment: { TRADOVATE_PASSWORD: 'wrong' } });
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/Incorrect username or password/);
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/start the bridge again/);
    expect(bench.vendor.signIns()).toBe(1);
  });
});

describe('Tradovate, stage 2: the stream', () => {
  test('asks for a split sync and names the entities', async () => {
    await connect().run();
    const [sync] = callsOf('user/syncrequest');
    expect(sync?.body).toMatchObject({
      splitResponses: true,
      entityTypes: expect.arrayContaining(['fill', 'fillFee']),
    });
  });

  test('sends [] every 2.5 s or is dropped', async () => {
    await bench.vendor.stop();
    bench.vendor = await startEmulator({ now: () => bench.clock.now(), dropsSilent: true });
    const silent = new WebSocket(`${bench.vendor.url.replace('http', 'ws')}/websocket`);
    const dropped = new Promise((resolve) => silent.addEventListener('close', resolve));
    const bridge = connect();
    await bridge.run();
    for (let count = 1; count <= 5; count += 1) {
      await bench.clock.advance(2_500);
      await eventually(() => callsOf('[]').length === count);
    }
    await dropped;
    expect(bridge.adapter.standing().isSynced).toBe(true);
    expect(callsOf('authorize')).toHaveLength(1);
  });

  test('a lost connection is opened again', async () => {
    const bridge = connect();
    await bridge.run();
    bench.vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    await bench.clock.advance(2_000);
    await eventually(() => bridge.adapter.standing().isSynced);
    expect(callsOf('authorize')).toHaveLength(2);
  });

  test('a sync whose connection is lost before it ends isn’t complete', async () => {
    const bridge = connect({ environment: { TRADOVATE_SYNC_QUIET_MS: '1000' } });
    bridge.start();
    await eventually(() => callsOf('user/syncrequest').length === 1);
    await eventually(() => bridge.metrics.text().includes('frames'));
    bench.vendor.disconnect();
    await eventually(() => bench.vendor.connected() === 0);
    await bench.clock.advance(1_000);
    expect(bridge.adapter.standing().isSynced).toBe(false);
  });

  test('a penalty isn’t the answer to a sync: it is served, then answered', async () => {
    bench.vendor.penalizeSync({ 'p-ticket': 't9', 'p-time': 5 });
    const bridge = connect();
    bridge.start();
    await eventually(() => callsOf('user/syncrequest').length === 1);
    await eventually(async () => {
      await bench.clock.advance(2_500);
      return callsOf('user/syncrequest').length === 2;
    });
    const [first, second] = callsOf('user/syncrequest').map(({ body }) => body);
    expect(second).toEqual({ ...first, 'p-ticket': 't9' });
    await eventually(() => bridge.adapter.standing().isSynced);
  });

  test('a late fee after a restart is reported, and each change of a fee has an id of its own', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const [fill] = bench.vendor.firm.trade({
      accountId: vendorId,
      contract: 'ESZ6',
      action: 'Buy',
      qty: 1,
      price: 6_000,
    });
    await bridge.received('fill', 1);
    const setFee = (commission: number) => bench.vendor.firm.put('fillFee', { id: fill?.id ?? 0, commission });
    bridge.stop();
    bridge.store.close();
    setFee(1);
    const again = connect();
    await again.run();
    await again.received('fill-fee', 1);
    setFee(1.2);
    await again.received('fill-fee', 2);
    setFee(1);
    const fees = await again.received('fill-fee', 3);
    expect(fees.map(({ feeCents }) => feeCents)).toEqual([100, 120, 100]);
    expect(new Set(fees.map(({ sourceId }) => sourceId)).size).toBe(3);
    // The fill itself is as it was.
    expect(await again.received('fill', 1)).toMatchObject([{ feeCents: 210 }]);
  });

  test('a correction whose contract can’t be read at first isn’t lost, and outranks the fill’s end', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const [fill] = bench.vendor.firm.trade({
      accountId: vendorId,
      contract: 'ESZ6',
      action: 'Buy',
      qty: 1,
      price: 6_000,
    });
    await bridge.received('fill', 1);
    await bench.clock.advance(60_000);
    const contractId = 77;
    bench.vendor.fault({ path: '/contract/item', kind: 'status', status: 500 });
    const report = { execType: 'TradeCorrect', execRefId: String(fill?.id), lastQty: 1, lastPx: 6_001, action: 'Buy' };
    const timestamp = new Date(bench.clock.now()).toISOString();
    bench.vendor.firm.put('executionReport', { id: 5, orderId: fill?.['orderId'], contractId, timestamp, ...report });
    await eventually(() => callsOf('/contract/item').length === 1);
    bench.vendor.firm.put('contract', { id: contractId, name: 'ESZ6' });
    bench.vendor.firm.put('fill', { ...fill, id: fill?.id ?? 0, active: false });
    await bridge.received('fill-correction', 1);
    await bench.clock.advance(5_000);
    const corrections = await bridge.received('fill-correction', 2);
    // The newest counts: the correction, by the time at which it was made.
    expect(corrections.toSorted((left, right) => Number(left['at']) - Number(right['at']))).toMatchObject([
      { at: start, fill: null },
      { at: start + 60_000, fill: { priceTicks: 24_004 } },
    ]);
  });

  test('a fill of an order from an earlier session finds its account; one of no known order holds up nobody', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const { firm } = bench.vendor;
    const contractId = firm.contractOf('ESZ6').id;
    const row = {
      contractId,
      timestamp: new Date(start).toISOString(),
      action: 'Buy',
      qty: 1,
      price: 6_000,
      active: true,
    };
    bench.vendor.holdsStream = true;
    firm.put('order', { id: 501, accountId: vendorId });
    await new Promise((done) => setImmediate(done));
    bench.vendor.dropQueued();
    bench.vendor.holdsStream = false;
    firm.put('fill', { id: 601, orderId: 501, ...row });
    firm.put('fill', { id: 602, orderId: 999, ...row });
    await eventually(() => !bridge.adapter.standing().isSynced);
    await bench.clock.advance(2_000);
    expect(await bridge.received('fill', 1)).toMatchObject([{ sourceId: 'fill-601', accountId: 'acc-1' }]);
    await bench.clock.advance(60_000);
    expect(bridge.adapter.standing().isSynced).toBe(true);
    expect(bridge.metrics.text()).toContain('stuck_fills 1\n');
  });

  test('a fill of an unlisted instrument is shown as not booked', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'QQQZ6', action: 'Buy', qty: 1, price: 6_000 });
    await eventually(() => bridge.store.list('unread').length === 1);
    const [[, row] = []] = bridge.store.list('unread');
    expect(row).toMatchObject({ accountId: 'acc-1', reason: 'instrument', value: 'Buy 1 QQQ 2026-12 at 6000' });
  });

  test('two partial fills, two sourceIds, each with its fee and account', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 3, price: 6_850.25 }, [1, 2]);
    const fills = await bridge.received('fill', 2);
    // 6,850.25 are 27,401 ticks; $2.10 a contract.
    const fill = { accountId: 'acc-1', instrument: 'ES', month: '2026-12', side: 'buy', priceTicks: 27_401, at: start };
    expect(fills).toMatchObject([
      { ...fill, quantity: 1, feeCents: 210 },
      { ...fill, quantity: 2, feeCents: 420 },
    ]);
    expect(new Set(fills.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test.each([false, true])(
    'of an order that is canceled while it is filled, what was filled counts once (messages reversed: %s)',
    async (isReversed) => {
      await bench.vendor.stop();
      const shuffle = (all: readonly string[]) => (isReversed ? all.toReversed() : all).flatMap((each) => [each, each]);
      bench.vendor = await startEmulator({ now: () => bench.clock.now(), shuffle });
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      await bridge.run();
      const order = { accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 5, price: 6_000 } as const;
      const filled = bench.vendor.firm.trade(order, [1, 2], true);
      await bridge.received('fill', 2);
      bench.vendor.disconnect();
      await eventually(() => !bridge.adapter.standing().isSynced);
      await eventually(async () => {
        await bench.clock.advance(2_000);
        return bridge.adapter.standing().isSynced;
      });
      const fills = await bridge.received('fill', 2);
      expect(fills.map(({ sourceId, quantity }) => [sourceId, quantity]).toSorted()).toEqual(
        filled.map(({ id, qty }) => [`fill-${id}`, qty]),
      );
      expect(bridge.sent.filter(({ type }) => type === 'fill-correction')).toEqual([]);
      await bench.clock.advance(5_000);
      // Three contracts at $2.10, as the vendor's own book has them.
      expect(bench.vendor.firm.rowOf('cashBalance', vendorId)?.['amount']).toBe(49_993.7);
      const positions = [{ instrument: 'ES', month: '2026-12', quantity: 3 }];
      expect(await bridge.adapter.balances()).toMatchObject([{ balanceCents: 4_999_370, positions }]);
    },
  );

  test('fill before its order, fee after its fill: one event', async () => {
    await bench.vendor.stop();
    bench.vendor = await startEmulator({ now: () => bench.clock.now(), shuffle: (all) => all.toReversed() });
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'MNQZ6', action: 'Sell', qty: 2, price: 25_000.5 });
    const fills = await bridge.received('fill', 1);
    // A quarter point is a tick.
    expect(fills).toMatchObject([{ instrument: 'MNQ', side: 'sell', quantity: 2, priceTicks: 100_002, feeCents: 420 }]);
    expect(bridge.sent.filter(({ type }) => type === 'fill-fee')).toEqual([]);
  });

  test('duplicate props counted once, and a late fee follows its fill', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const [fill] = bench.vendor.firm.trade({
      accountId: vendorId,
      contract: 'ESZ6',
      action: 'Buy',
      qty: 1,
      price: 6_000,
    });
    await bridge.received('fill', 1);
    bench.vendor.firm.put('fill', fill as never);
    bench.vendor.firm.put('fillFee', { id: fill?.id ?? 0, commission: 3.5 });
    const fees = await bridge.received('fill-fee', 1);
    expect(fees).toMatchObject([{ of: `fill-${fill?.id}`, feeCents: 350 }]);
    expect(await bridge.received('fill', 1)).toHaveLength(1);
  });

  test.each([
    ['while it runs', false],
    ['after a restart', true],
  ])(
    'a fill that the vendor shows at another price, %s, reaches the site with its fee',
    async (_title, isRestarted) => {
      let bridge = connect();
      const { vendorId } = await openOne(bridge);
      await bridge.run();
      const order = { accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 } as const;
      const [fill] = bench.vendor.firm.trade(order);
      const { id = 0 } = fill ?? {};
      await bridge.received('fill', 1);
      if (isRestarted) {
        bridge.stop();
        bridge.store.close();
      }
      bench.vendor.firm.put('fill', { ...fill, id, price: 6_001 });
      bench.vendor.firm.put('fillFee', { id });
      if (isRestarted) {
        bridge = connect();
        await bridge.run();
      }
      const prices = (await bridge.received('fill', isRestarted ? 1 : 2)).map((each) => each['priceTicks']);
      expect(prices).toEqual(isRestarted ? [24_004] : [24_000, 24_004]);
      expect(bridge.sent.filter(({ type }) => type === 'fill-fee')).toEqual([]);
      expect(bridge.sent.at(-1)).toMatchObject({ sourceId: `fill-${id}`, feeCents: 210 });
    },
  );

  test('TradeCancel and TradeCorrect become corrections', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const place = { accountId: vendorId, contract: 'ESZ6', qty: 1 } as const;
    const [first] = bench.vendor.firm.trade({ ...place, action: 'Buy', price: 6_000 });
    const [second] = bench.vendor.firm.trade({ ...place, action: 'Sell', price: 6_010 });
    await bridge.received('fill', 2);
    bench.vendor.firm.amend(first?.id ?? 0, null);
    bench.vendor.firm.amend(second?.id ?? 0, { price: 6_009.5 });
    const corrections = await bridge.received('fill-correction', 2);
    expect(corrections).toMatchObject([
      { of: `fill-${first?.id}`, fill: null },
      { of: `fill-${second?.id}`, fill: { side: 'sell', quantity: 1, priceTicks: 24_038 } },
    ]);
  });

  test('fills during disconnect arrive from the resync, also after the bridge was killed', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bridge.stop();
    bridge.store.close();
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    const again = connect();
    await again.run();
    expect(await again.received('fill', 1)).toMatchObject([{ accountId: 'acc-1', priceTicks: 24_000 }]);
  });

  test('events wait on disk while the site is down', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.isSiteDown = true;
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await eventually(() => bridge.store.list('outbox').length > 0);
    bridge.stop();
    bridge.store.close();
    bench.isSiteDown = false;
    expect(await connect().received('fill', 1)).toMatchObject([{ accountId: 'acc-1', feeCents: 210 }]);
  });
});

describe('Tradovate, penalties', () => {
  test('p-ticket in a 200 is not success: the identical body is sent again after p-time', async () => {
    bench.vendor.fault({
      path: '/user/createevaluationusers',
      kind: 'answer',
      body: { 'p-ticket': 't1', 'p-time': 5 },
    });
    const opening = connect().adapter.open(request('acc-1'));
    await eventually(() => callsOf('/user/createevaluationusers').length === 1);
    await bench.clock.advance(5_000);
    await opening;
    const [first, second] = callsOf('/user/createevaluationusers').map(({ body }) => body);
    expect(second).toEqual({ ...first, 'p-ticket': 't1' });
  });

  test.each([
    ['p-captcha waits an hour', { kind: 'answer', body: { 'p-ticket': 't', 'p-captcha': true } }],
    ['423 silences every call', { kind: 'status', status: 423 }],
    ['429 with empty body', { kind: 'status', status: 429 }],
  ] as const)('%s', async (_title, fault) => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.fault({ path: '/account/find', ...fault });
    const until = start + hourMs;
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toMatchObject({ reason: 'vendor-limit', until });
    const before = bench.vendor.calls.length;
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toMatchObject({ reason: 'vendor-limit', until });
    expect(bench.vendor.calls.length).toBe(before);
    await bench.clock.advance(hourMs);
    await openOne(bridge, 'acc-2');
  });
});
