import { describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import * as plain from './bench.ts';
import * as rithmic from './rithmic-bench.ts';
import * as tradovate from './tradovate-bench.ts';
import * as volumetrica from './volumetrica-bench.ts';

const { eventually, request, start } = plain;

describe('Rithmic, whose clock is minutes ahead', () => {
  rithmic.prepareBench();

  test('a fill while the connection was lost arrives from the replay, and happens now', async () => {
    const bridge = rithmic.connect();
    const { clock } = rithmic.bench;
    rithmic.bench.vendor.advance(3 * minuteMs);
    await bridge.adapter.open(request('acc-1'));
    await bridge.run();
    rithmic.bench.vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    rithmic.bench.vendor.broker.trade({ account: 'RTH-1', symbol: 'ESZ6', side: 'buy', price: 6_000 });
    await clock.advance(2_000);
    const [fill] = await bridge.received('fill', 1);
    expect(fill?.['at']).toBeLessThanOrEqual(clock.now());
    expect(fill?.['at']).toBeGreaterThanOrEqual(start);
  });
});

describe('Volumetrica, whose clock is minutes behind', () => {
  volumetrica.prepareBench();

  test('a payout is recognized in the vendor’s records, and isn’t reported as moved by hand', async () => {
    const bridge = volumetrica.connect();
    const { account } = await volumetrica.openOne(bridge);
    await volumetrica.bench.clock.advance(20 * minuteMs);
    volumetrica.bench.vendor.advance(-5 * minuteMs);
    const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
    expect(await payOut()).toEqual({ transferredAt: start + 15 * minuteMs });
    await volumetrica.poll(bridge);
    expect(bridge.sent.filter(({ type }) => type === 'adjustment')).toEqual([]);
    expect(account.balance).toBe(48_750);
  });
});

describe('Tradovate, after days', () => {
  tradovate.prepareBench();

  test('a bust of a fill whose order the bridge has forgotten finds its account', async () => {
    const bridge = tradovate.connect();
    const { vendorId } = await tradovate.openOne(bridge);
    await bridge.run();
    const { firm } = tradovate.bench.vendor;
    const [fill] = firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await bridge.received('fill', 1);
    bridge.stop();
    // The new session's lists have neither order nor fill; the order can still be asked for.
    for (const kind of ['order', 'fill', 'fillFee'] as const) firm.hide(kind);
    const next = tradovate.connect();
    await next.run();
    firm.amend(fill?.id ?? 0, null);
    await eventually(async () => {
      await tradovate.bench.clock.advance(1_000);
      await next.outbox.flush();
      return next.sent.some(({ type, of }) => type === 'fill-correction' && of === `fill-${fill?.id}`);
    });
  });

  test('fees of fills that nobody can change anymore are forgotten', async () => {
    const bridge = tradovate.connect();
    const { vendorId } = await tradovate.openOne(bridge);
    await bridge.run();
    const { firm } = tradovate.bench.vendor;
    firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await bridge.received('fill', 1);
    expect(bridge.store.list('fees')).toHaveLength(1);
    bridge.stop();
    await tradovate.bench.clock.advance(6 * dayMs);
    const next = tradovate.connect();
    next.start();
    await eventually(() => next.store.list('fees').length === 0);
  });
});
