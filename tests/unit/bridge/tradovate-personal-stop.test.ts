import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { eventually, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

const own = { lossCents: 50_000, profitCents: 80_000, trades: 3 };
const atVendor = { environment: { TRADOVATE_PERSONAL_STOPS: 'vendor' } };
const limitsOf = (vendorId: number) => bench.vendor.firm.rowOf('userAccountAutoLiq', vendorId);
const allow = (bridge: ReturnType<typeof connect>, revision: number, limits: object = {}) =>
  bridge.adapter.setAccess('acc-1', { revision, trading: true, ...limits });

describe('Tradovate: the trader’s own limits of the day', () => {
  test('are held beside the program’s, read back, kept by a reset, and given back when they end', async () => {
    const bridge = connect(atVendor);
    const { vendorId } = await openOne(bridge);
    const before = limitsOf(vendorId);
    await allow(bridge, 1, { personalStop: own });
    const held = { ...before, dailyLossAutoLiq: 500, dailyProfitAutoLiq: 800 };
    expect(limitsOf(vendorId)).toEqual(held);
    bench.vendor.firm.put('userAccountAutoLiq', { ...held, id: Number(before?.id), dailyLossAutoLiq: 9_000 });
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect(limitsOf(vendorId)).toEqual(held);
    await allow(bridge, 2);
    expect(limitsOf(vendorId)).toEqual(before);
  });

  test('stop the account at the vendor, and the site’s lock ends both', async () => {
    const bridge = connect(atVendor);
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    await allow(bridge, 1, { personalStop: own });
    const order = { accountId: vendorId, contract: 'ESH6', qty: 1 } as const;
    bench.vendor.firm.trade({ ...order, action: 'Buy', price: 6_000 });
    bench.vendor.firm.trade({ ...order, action: 'Sell', price: 5_990 });
    const status = () => bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['liquidateOnly'];
    await eventually(() => bridge.store.get('risk', 'acc-1') === 'liquidateOnly');
    const lock = { trading: false, flatten: true, until: start + 10_000, reason: 'personal-stop' } as const;
    await bridge.adapter.setAccess('acc-1', { ...lock, revision: 2 });
    await bench.clock.advance(11_000);
    await eventually(() => status() === undefined);
  });

  test('wait for the session, because the vendor takes a wrong start of the day while the market is closed', async () => {
    const bridge = connect(atVendor);
    const { vendorId } = await openOne(bridge);
    // From 10:00 to 16:30 in Chicago; the session opens at 17:00.
    await bench.clock.advance(6.5 * hourMs);
    await expect(allow(bridge, 1, { personalStop: own })).rejects.toMatchObject({ until: start + 7 * hourMs });
    expect(limitsOf(vendorId)).not.toHaveProperty('dailyLossAutoLiq');
    await bench.clock.advance(hourMs);
    await allow(bridge, 1, { personalStop: own });
    expect(limitsOf(vendorId)).toMatchObject({ dailyLossAutoLiq: 500 });
  });

  test('are left to the site’s lock unless the firm says so', async () => {
    const bridge = connect();
    await openOne(bridge);
    await allow(bridge, 1, { personalStop: own });
    expect(callsOf('/userAccountAutoLiq/update')).toEqual([]);
    expect(bridge.adapter.capabilities).not.toContain('holdsPersonalStop');
    expect(connect(atVendor).adapter.capabilities).toContain('holdsPersonalStop');
  });

  test('that the vendor held are given back once the firm leaves them to the site', async () => {
    const bridge = connect(atVendor);
    const { vendorId } = await openOne(bridge);
    const before = limitsOf(vendorId);
    await allow(bridge, 1, { personalStop: own });
    bridge.store.close();
    await allow(connect(), 2, { personalStop: own });
    expect(limitsOf(vendorId)).toEqual(before);
  });
});
