import { describe, expect, onTestFinished, test } from 'vitest';
import { createReader, decode, encode, type Message } from '#bridge/rithmic/wire.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { rates } from '../../emulators/rithmic/broker.ts';
import { trailing } from '../support.ts';
import { bench, connect, eventually, prepareBench, request, start, startVendor, writePool } from './rithmic-bench.ts';

prepareBench();

const one = { account: 'RTH-1', symbol: 'ESM6', side: 'buy', price: 6_850.25 } as const;
const startCents = trailing.startingBalanceCents;

describe('Rithmic, the wire', () => {
  test('a message is its length in four bytes and protobuf fields, negative numbers in ten bytes', () => {
    // Field 154467 × 8 = 1,235,736 = 0b1001011_0110110_0011000, so the bytes 0x98 0xb6 0x4b; 18 is 0x12.
    expect([...encode({ templateId: 18 })]).toEqual([0, 0, 0, 4, 0x98, 0xb6, 0x4b, 0x12]);
    const values = { netQuantity: -3, fillPrice: 6_850.25, symbol: 'ESM6', systemName: ['a', 'b'] };
    expect(encode({ netQuantity: -3 })).toHaveLength(4 + 3 + 10);
    expect(decode(Buffer.from(encode(values).subarray(4)))).toEqual({
      ...{ netQuantity: [-3], fillPrice: [6_850.25], symbol: ['ESM6'], systemName: ['a', 'b'] },
    });
  });

  test('length prefix split across frames', async () => {
    const read: Message[] = [];
    const take = createReader((message) => read.push(message));
    const bytes = Buffer.concat([encode({ templateId: 18 }), encode({ symbol: 'ESM6' })]);
    for (const byte of bytes) take(Buffer.from([byte]));
    expect(read).toEqual([{ templateId: [18] }, { symbol: ['ESM6'] }]);
    await startVendor({ frameBytes: 3 });
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.broker.trade(one);
    await bridge.received('fill', 1);
  });

  test('bytes that are no message end the connection, and are no memory to fill', () => {
    const take = createReader(() => undefined);
    expect(() => take(Buffer.from([0xff, 0xff, 0xff, 0xff]))).toThrow(/a message of/);
    expect(() => decode(Buffer.from([0x0a, 0x7f, 0x01]))).toThrow(/cut short/);
  });
});

describe('Rithmic, sessions', () => {
  test('heartbeat interval from login', async () => {
    await startVendor({ heartbeatSeconds: 20 });
    await connect().run();
    // At once, one for each plant.
    await eventually(() => bench.vendor.callsOf(18).length === 2);
    await bench.clock.advance(19_000);
    expect(bench.vendor.callsOf(18)).toHaveLength(2);
    await bench.clock.advance(1_000);
    await eventually(() => bench.vendor.callsOf(18).length === 4);
  });

  test('the plants sign in one after the other, because the vendor ends sessions that begin at once', async () => {
    bench.vendor.holdsSignIns = true;
    const bridge = connect();
    bridge.start();
    await eventually(() => bench.vendor.callsOf(10).length === 1 && bench.vendor.opened() === 2);
    bench.vendor.finishSignIn();
    await eventually(() => bench.vendor.callsOf(10).length === 2);
    bench.vendor.finishSignIn();
    await eventually(() => bridge.adapter.standing().isSynced);
    expect(bench.vendor.callsOf(10)).toHaveLength(2);
  });

  test('a refused sign-in isn’t repeated, and says why', async () => {
    const bridge = connect({ RITHMIC_PASSWORD: 'wrong' });
    bridge.start();
    await eventually(() => bench.vendor.callsOf(10).length === 2);
    await eventually(() => bridge.adapter.standing().problem !== undefined);
    await bench.clock.advance(hourMs);
    expect(bench.vendor.callsOf(10)).toHaveLength(2);
    expect(bridge.adapter.standing().problem).toMatch(/refuses the sign-in: 13 permission denied/);
  });

  test('forced logout stops reconnect storms', async () => {
    const bridge = connect();
    await bridge.run();
    bench.vendor.signInElsewhere();
    await eventually(() => /another program signs in/.test(bridge.adapter.standing().problem ?? ''));
    await eventually(() => bench.vendor.connected() === 0);
    await bench.clock.advance(14 * minuteMs);
    expect(bench.vendor.callsOf(10)).toHaveLength(2);
    await bench.clock.advance(minuteMs);
    await eventually(() => bridge.adapter.standing().isSynced);
    expect(bridge.adapter.standing().problem).toBeUndefined();
  });

  test('session limit: doctor says that a second sign-in would end the bridge’s', async () => {
    const checks = await connect().adapter.examine();
    expect(checks).toContainEqual([false, expect.stringContaining('may have 1 order sessions')]);
    await startVendor({ maxSessions: 3 });
    expect(await connect().adapter.examine()).toContainEqual([true, expect.stringContaining('3 order sessions')]);
  });

  test('a lost connection is opened again, and its fills arrive from the replay', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    bench.vendor.broker.trade(one);
    await bench.clock.advance(2_000);
    expect(await bridge.received('fill', 1)).toMatchObject([{ accountId: 'acc-1', priceTicks: 27_401 }]);
  });

  test('in maintenance, the bridge waits for its end', async () => {
    const bridge = connect({ RITHMIC_MAINTENANCE: 'Wed 10:00-11:00' });
    await bridge.adapter.open(request('acc-1'));
    bridge.start();
    expect(bridge.adapter.standing().maintenanceUntil).toBe(start + hourMs);
    await eventually(() => bench.vendor.callsOf(16).length === 1);
    await bench.clock.advance(hourMs - 1);
    expect(bench.vendor.callsOf(10)).toEqual([]);
    await eventually(async () => {
      await bench.clock.advance(1);
      return bridge.adapter.standing().isSynced;
    });
  });

  test('a wrong system is named with the right ones', async () => {
    const bridge = connect({ RITHMIC_SYSTEM: 'Rithmic Tset' });
    bridge.start();
    await eventually(() =>
      /knows no system “Rithmic Tset”, only Rithmic Test/.test(bridge.adapter.standing().problem ?? ''),
    );
  });

  test('rp_code 7 is empty, 13 alarms', async () => {
    bench.vendor.fault({ template: 306, code: '7' });
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.broker.trade(one);
    // Without a rate, our own fee for ES applies.
    expect(await bridge.received('fill', 1)).toMatchObject([{ feeCents: expect.any(Number) }]);
    bench.vendor.fault({ template: 308, code: '13' });
    await bridge.adapter.open(request('acc-2'));
    await bench.clock.advance(1_000);
    await eventually(() => /refuses RTH-2 \(13 an error occurred\)/.test(bridge.adapter.standing().problem ?? ''));
    expect(bridge.metrics.text()).toContain('alarms 1\n');
  });
});

describe('Rithmic, fills', () => {
  test('fee from rate × size; two partial fills, two source ids', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.broker.trade(one, [1, 2]);
    const fill = { accountId: 'acc-1', instrument: 'ES', month: '2026-06', side: 'buy', priceTicks: 27_401, at: start };
    const fills = await bridge.received('fill', 2);
    // $2.10 a contract and side.
    expect(fills).toMatchObject([
      { ...fill, quantity: 1, feeCents: 210 },
      { ...fill, quantity: 2, feeCents: 420 },
    ]);
    expect(new Set(fills.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test('snapshot replay makes no new fill, and a notice before its acknowledgment counts', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    bench.vendor.broker.trade(one);
    await bridge.run();
    await bridge.received('fill', 1);
    bench.vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    await bench.clock.advance(2_000);
    await eventually(() => bridge.adapter.standing().isSynced);
    await bridge.outbox.flush();
    expect(bench.vendor.callsOf(3506)).toHaveLength(2);
    expect(await bridge.received('fill', 1)).toHaveLength(1);
  });

  test('after a kill, the replay begins ten minutes before what was complete', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    await bench.clock.advance(30 * minuteMs);
    bridge.stop();
    bridge.store.close();
    await bench.clock.advance(hourMs);
    await connect().run();
    const [index] = bench.vendor.callsOf(3506).at(-1)?.message.startIndex ?? [];
    expect(index).toBe((start + 20 * minuteMs) / 1_000);
  });

  test.each([
    ['in order', (all: readonly never[]) => all],
    ['before their fills', (all: readonly never[]) => all.toReversed()],
  ])('busts and corrections that come %s change the fill that they name', async (_title, shuffle) => {
    await startVendor({ shuffle: shuffle as never });
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    const { broker } = bench.vendor;
    const [first, second] = [...broker.trade(one), ...broker.trade({ ...one, side: 'sell', price: 6_851 })];
    if (!first || !second) throw new Error('two fills');
    broker.bust(first);
    // The second notice corrects the first one, and both change the fill.
    broker.correct(broker.correct(second, { price: 6_852 }), { quantity: 2 });
    const of = (fillId: string, basketId: string) =>
      `fill-CME-${basketId.padStart(12, '0')}-${fillId.padStart(12, '0')}`;
    const ofSecond = of(second.fillId, second.basketId);
    expect(
      (await bridge.received('fill-correction', 3)).toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1)),
    ).toMatchObject([
      { of: of(first.fillId, first.basketId), fill: null },
      { of: ofSecond, fill: { side: 'sell', quantity: 1, priceTicks: 27_408 } },
      { of: ofSecond, fill: { side: 'sell', quantity: 2, priceTicks: 27_408 } },
    ]);
    // $2.10 a contract and side.
    expect((await bridge.received('fill-fee', 2)).toSorted((a, b) => (a.sourceId < b.sourceId ? -1 : 1))).toMatchObject(
      [
        { of: ofSecond, feeCents: 210 },
        { of: ofSecond, feeCents: 420 },
      ],
    );
    expect(await bridge.received('fill', 2)).toHaveLength(2);
  });

  test.each([false, true])(
    'of an order that is canceled while it is filled, what was filled counts once (messages reversed: %s)',
    async (isReversed) => {
      const shuffle = <Notice>(all: readonly Notice[]) =>
        (isReversed ? all.toReversed() : all).flatMap((each) => [each, each]);
      await startVendor({ shuffle });
      const bridge = connect();
      await bridge.adapter.open(request('acc-1'));
      await bridge.run();
      const filled = bench.vendor.broker.trade(one, [1, 2], true);
      await bridge.received('fill', 2);
      bench.vendor.disconnect();
      await eventually(() => !bridge.adapter.standing().isSynced);
      await bench.clock.advance(2_000);
      await eventually(() => bridge.adapter.standing().isSynced);
      const fills = await bridge.received('fill', 2);
      expect(fills.map(({ quantity }) => quantity).toSorted()).toEqual(filled.map(({ quantity }) => quantity));
      expect(bridge.sent.filter(({ type }) => type === 'fill-correction')).toEqual([]);
      await bench.clock.advance(2_000);
      // Three contracts at $2.10, as the vendor's own book has them.
      expect(bench.vendor.broker.book('RTH-1').balance).toBe(startCents / 100 - 6.3);
      const positions = [{ instrument: 'ES', month: '2026-06', quantity: 3 }];
      expect(await bridge.adapter.balances()).toMatchObject([{ balanceCents: startCents - 630, positions }]);
    },
  );

  test('a fill that is said at another price reaches the site; at another rate it costs what it did', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    const [fill] = bench.vendor.broker.trade(one);
    await bridge.received('fill', 1);
    bridge.stop();
    bridge.store.close();
    const rate = rates['ES'] ?? 0;
    rates['ES'] = 3;
    onTestFinished(() => {
      rates['ES'] = rate;
    });
    const again = connect();
    await again.run();
    if (fill) bench.vendor.broker.restate(fill, 6_851);
    const fills = await again.received('fill', 2);
    expect(fills).toMatchObject([
      { priceTicks: 27_401, feeCents: 210 },
      { priceTicks: 27_404, feeCents: 210 },
    ]);
    expect(new Set(fills.map(({ sourceId }) => sourceId)).size).toBe(1);
  });

  test('a correction of a fill that nobody knows is shown to a person', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    const { broker } = bench.vendor;
    const [own] = broker.trade({ ...one, at: start - hourMs });
    await bridge.received('fill', 1);
    if (own) broker.bust({ ...own, sequence: '999' });
    await eventually(async () => {
      await bench.clock.advance(minuteMs);
      return bridge.store.list('unread').length === 1;
    });
  });

  test('unknown template skipped', async () => {
    const bridge = connect();
    await bridge.run();
    await eventually(() => bridge.metrics.text().includes('unknown_templates 2\n'));
    expect(bridge.adapter.standing().isSynced).toBe(true);
  });
});

describe('Rithmic, balances', () => {
  test('a quiet account’s balance and positions are reported, and open profit from the live figure only', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    bench.vendor.broker.trade(one, [2]);
    await bridge.received('fill', 1);
    await bench.clock.advance(1);
    bench.vendor.quote('RTH-1', 112.5);
    await eventually(async () => {
      await bench.clock.advance(1_000);
      await bridge.outbox.flushPassing();
      return bridge.sent.some(({ type, openProfitCents }) => type === 'equity' && openProfitCents === 11_250);
    });
    await bench.clock.advance(2_000);
    // Two fees of $2.10.
    expect(await bridge.adapter.balances()).toMatchObject([
      {
        accountId: 'acc-1',
        balanceCents: startCents - 420,
        positions: [{ instrument: 'ES', month: '2026-06', quantity: 2 }],
      },
    ]);
  });

  test('stale position after reconnect is not a mark', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    await bench.clock.advance(minuteMs);
    // What the vendor shows is from before the fill.
    bench.vendor.snapshotAt = start;
    bench.vendor.pushesPnl = false;
    bench.vendor.broker.trade(one);
    await bridge.received('fill', 1);
    const { length } = bridge.sent.filter(({ type }) => type === 'equity');
    bench.vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    await eventually(async () => {
      await bench.clock.advance(1_000);
      return bridge.adapter.standing().isSynced;
    });
    await bench.clock.advance(minuteMs);
    await bridge.outbox.flushPassing();
    expect(await bridge.adapter.balances()).toEqual([]);
    expect(bridge.sent.filter(({ type }) => type === 'equity')).toHaveLength(length);
    bench.vendor.quote('RTH-1', 0);
    await eventually(async () => {
      await bench.clock.advance(3_000);
      return (await bridge.adapter.balances()).length === 1;
    });
  });
});

describe('Rithmic, what a person does', () => {
  test('accounts come from the broker’s list, each once; without one, a task says what to open', async () => {
    const bridge = connect();
    const first = await bridge.adapter.open(request('acc-1'));
    expect(first).toEqual({ platformAccountId: 'RTH-1', user: 'rth-1@firm', secret: 'pass,word' });
    expect((await bridge.adapter.open(request('acc-2'))).platformAccountId).toBe('RTH-2');
    await expect(bridge.adapter.open(request('acc-3'))).rejects.toMatchObject({ reason: 'person' });
    expect(bridge.adapter.tasks()).toMatchObject([{ accountId: 'acc-3', kind: 'open-account' }]);
    writePool('RTH-1', 'RTH-2', 'RTH-3');
    bridge.start();
    await bridge.received('opening', 1);
    expect((await bridge.adapter.open(request('acc-3'))).platformAccountId).toBe('RTH-3');
    expect(bridge.adapter.tasks()).toEqual([]);
  });

  test('locks, resets and payouts wait until a person confirms them, and a newer lock replaces an older one', async () => {
    const bridge = connect();
    const { adapter } = bridge;
    await adapter.open(request('acc-1'));
    const lock = { revision: 1, trading: false, flatten: true, until: null, reason: 'breach', marketData: [] };
    await expect(adapter.setAccess('acc-1', lock)).rejects.toMatchObject({ reason: 'person' });
    await expect(adapter.setAccess('acc-1', { ...lock, reason: 'risk' })).rejects.toMatchObject({ reason: 'person' });
    await expect(adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toMatchObject({ reason: 'person' });
    await expect(adapter.reset('acc-1', 'reset-1')).rejects.toMatchObject({ reason: 'person' });
    const [locked, paid, reset] = adapter.tasks();
    expect(locked?.text).toMatch(/^Cancel all orders of RTH-1, close its positions at the market .*\(risk\)/);
    expect(paid).toMatchObject({ kind: 'transfer-money', command: `node rithmic-bridge.mjs confirm ${paid?.id}` });
    expect(paid?.text).toContain('Withdraw $1,250.00 from RTH-1');
    expect(reset?.kind).toBe('reset-account');
    await bench.clock.advance(minuteMs);
    bridge.store.close();
    const again = connect().adapter;
    for (const { id } of again.tasks()) again.confirmTask?.(id);
    expect(await again.setAccess('acc-1', { ...lock, reason: 'risk' })).toEqual({ effective: true });
    expect(await again.transfer('acc-1', -125_000, 'payout-1')).toEqual({ transferredAt: start + minuteMs });
    await again.reset('acc-1', 'reset-1');
    expect(again.tasks()).toEqual([]);
    expect(() => again.confirmTask?.('T99')).toThrow(/no task T99/);
  });

  test('while a person moves an account’s money, its balance isn’t compared', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    await bench.clock.advance(3_000);
    expect(await bridge.adapter.balances()).toHaveLength(1);
    await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow();
    expect(await bridge.adapter.balances()).toEqual([]);
    const [task] = bridge.adapter.tasks();
    bridge.adapter.confirmTask?.(task?.id ?? '');
    expect(await bridge.adapter.balances()).toHaveLength(1);
  });
});

describe('Rithmic, its emulator by hand', () => {
  const act = async (path: string, body: object) => {
    const url = `${bench.vendor.url.replace('ws:', 'http:')}/emulator/${path}`;
    return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
  };
  const order = { account: 'RTH-1', contract: 'ESM6', action: 'Buy', qty: 2, price: 6_000 };

  test('an order is filled, a lock closes its position and refuses more, and a reset gives the start back', async () => {
    const bridge = connect();
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    expect(await act('order', order)).toEqual({ result: 'RTH-1: bought 2 ESM6 at 6000' });
    await act('staff', { verb: 'lock', account: 'RTH-1' });
    expect(await bridge.received('fill', 2)).toMatchObject([{ side: 'buy' }, { side: 'sell', quantity: 2 }]);
    expect(await act('order', order)).toEqual({ errorText: 'TradingLocked' });
    expect(bench.vendor.broker.book('RTH-1').balance).toBe(startCents / 100 - 8.4);
    await act('staff', { verb: 'reset', account: 'RTH-1' });
    expect(bench.vendor.broker.book('RTH-1').balance).toBe(startCents / 100);
    await act('order', order);
    await bridge.received('fill', 3);
  });

  test('an account that the broker opens lets an opening that waits go on', async () => {
    writePool();
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow('Open an account');
    await bridge.run();
    const { result } = await act('staff', { verb: 'open', dollars: startCents / 100 });
    expect(result).toBe(`RTH-100003: opened with ${startCents / 100} dollars, and added to accounts.csv`);
    writePool('RTH-100003');
    await bench.clock.advance(minuteMs);
    expect(await bridge.received('opening', 1)).toMatchObject([{ status: 'opened' }]);
    expect(await bridge.adapter.open(request('acc-1'))).toMatchObject({ platformAccountId: 'RTH-100003' });
  });
});
