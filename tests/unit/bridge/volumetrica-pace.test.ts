import { describe, expect, test } from 'vitest';
import { hourMs, secondMs } from '#lib/durations.ts';
import { eventually } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench, webhookSecret } from './volumetrica-bench.ts';

const buy = { contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 } as const;

describe('Volumetrica: the pace of polls', () => {
  prepareBench();

  test('new fills are read between complete polls, and one that the list shows late comes with the next of these', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const complete = callsOf('/Bulk/TransactionList').length;
    const figures = callsOf('/Bulk/AccountsInfosEnabled').length;
    bench.vendor.firm.trade(vendorId, buy);
    await eventually(async () => {
      await bench.clock.advance(50);
      await bridge.outbox.flush();
      return bridge.sent.some(({ type }) => type === 'fill');
    });
    expect(callsOf('/Bulk/TransactionList')).toHaveLength(complete);
    expect(callsOf('/Bulk/AccountsInfosEnabled').length - figures).toBeLessThan(callsOf('/Bulk/FillList').length);
    bench.vendor.lagMs = 60 * secondMs;
    bench.vendor.firm.trade(vendorId, buy);
    const tradedAt = bench.clock.now();
    await eventually(async () => {
      await bench.clock.advance(secondMs);
      await bridge.outbox.flush();
      return bridge.sent.filter(({ type }) => type === 'fill').length === 2;
    });
    expect(bench.clock.now() - tradedAt).toBeGreaterThanOrEqual(60 * secondMs);
  });

  test('messages that keep waking it don’t use up the hour’s requests', async () => {
    const perHour = 3_600;
    const bridge = connect({ environment: { VOLUMETRICA_REQUESTS_PER_HOUR: String(perHour) } });
    await openOne(bridge);
    await bridge.run();
    const polled = () => bench.vendor.calls.filter(({ path }) => path.startsWith('/Bulk/')).length;
    const [before, startedAt] = [polled(), bench.clock.now()];
    while (polled() < before + 200) {
      bridge.adapter.receive?.({ 'x-api-key': webhookSecret }, '{"category":4}');
      await bench.clock.advance(20);
    }
    // It may be some polls ahead; a fifth of the requests is kept for the site.
    const sent = polled() - before - 15;
    expect(bench.clock.now() - startedAt).toBeGreaterThanOrEqual((sent * hourMs) / (0.8 * perHour));
  });

  test('while the vendor wants silence, the operator reads why, and a lock still goes out', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.firm.trade(vendorId, buy);
    bench.vendor.fault({
      ...{ path: '/Bulk/FillList', kind: 'status', status: 429, headers: { 'retry-after': '600' } },
    });
    await expect(bridge.adapter.balances()).rejects.toThrow(/too many requests/);
    expect(bridge.adapter.standing().problem).toMatch(/too many requests: no request before 2026-03-11T15:10/);
    await bridge.adapter.setAccess('acc-1', { revision: 3, trading: false, flatten: true });
    expect(callsOf('/TradingAccount/ChangePermission')[0]).toMatchObject({ body: { forceClose: true } });
  });

  test('a lock that fails is tried less and less often, at least once a minute', async () => {
    const bridge = connect();
    await openOne(bridge);
    await bridge.run();
    bench.vendor.fault({ path: '/TradingAccount', kind: 'status', status: 500, times: 1_000 });
    const failed = bridge.adapter.setAccess('acc-1', { revision: 3, trading: false, flatten: true });
    await expect(failed).rejects.toThrow(/500/);
    const before = callsOf('/TradingAccount').length;
    for (let second = 0; second < 200; second += 1) await bench.clock.advance(secondMs);
    // After 1, 2, 4, 8, 16 and 32 seconds, then each minute: 9 in 200 seconds. A poll asks for the account each minute too.
    const tried = callsOf('/TradingAccount').length - before;
    expect(tried).toBeGreaterThanOrEqual(5);
    expect(tried).toBeLessThanOrEqual(13);
  });
});
