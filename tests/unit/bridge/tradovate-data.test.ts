import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { eventually, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

const environment = { TRADOVATE_DATA_ENTITLEMENTS: '7', TRADOVATE_DEPTH_PLANS: '31,32' };
/** 19:00 in Chicago on March 31, in summer time. */
const renewal = Date.UTC(2026, 3, 1);
const plans = () =>
  bench.vendor.firm
    .list('marketDataSubscription')
    .map((row) => [row['marketDataSubscriptionPlanId'], row['year'], row['month']]);
const entitlements = () => bench.vendor.firm.list('userPlugin').map((row) => row['entitlementId']);
const allow = (bridge: ReturnType<typeof connect>, marketData: readonly string[], revision = 1) =>
  bridge.adapter.setAccess('acc-1', { revision, trading: true, marketData });

describe('Tradovate, stage 5: market data', () => {
  test.each([
    ['before 19:00 on the last day asks this month', -minuteMs, 3],
    ['after 19:00 on the last day asks next month', 0, 4],
  ])('%s', async (_title, after, month) => {
    const bridge = connect({ environment });
    await bench.clock.advance(renewal + after - start);
    await openOne(bridge);
    await allow(bridge, ['cme-all-depth']);
    bridge.start();
    await eventually(() => plans().length === 2);
    expect(plans()).toEqual([
      [31, 2026, month],
      [32, 2026, month],
    ]);
    expect(entitlements()).toEqual([7]);
  });

  test('what stands is the vendor’s to renew; what it hasn’t renewed by 04:00 is added again', async () => {
    const bridge = connect({ environment });
    await openOne(bridge);
    await allow(bridge, ['cme-all-depth']);
    bridge.start();
    await eventually(() => plans().length === 2);
    bridge.stop();
    await bench.clock.advance(renewal + 8 * hourMs + 59 * minuteMs - start);
    const again = connect({ environment });
    again.start();
    await bench.clock.advance(5_000);
    expect(plans()).toHaveLength(2);
    await bench.clock.advance(minuteMs);
    await eventually(() => plans().length === 4);
    expect(plans().slice(2)).toEqual([
      [31, 2026, 4],
      [32, 2026, 4],
    ]);
  });

  test('an answer that is lost adds nothing twice', async () => {
    bench.vendor.fault({ path: '/userPlugin/addentitlementsubscription', kind: 'lose' });
    bench.vendor.fault({ path: '/user/addmarketdatasubscription', kind: 'lose' });
    const bridge = connect({ environment });
    await openOne(bridge);
    await allow(bridge, ['cme-all-depth']);
    bridge.start();
    for (const path of ['/userPlugin/addentitlementsubscription', '/user/addmarketdatasubscription']) {
      await eventually(() => callsOf(path).length === 1);
      await eventually(() => bridge.said.at(-1)?.includes('will be tried again') === true);
      bridge.said.length = 0;
      await bench.clock.advance(minuteMs);
    }
    await bridge.received('data-agreement', 1);
    expect([entitlements(), plans().length]).toEqual([[7], 2]);
  });

  test('until the trader has signed, the data waits, and the site knows', async () => {
    bench.vendor.hasSigned = false;
    const bridge = connect({ environment });
    await openOne(bridge);
    await allow(bridge, ['cme-top']);
    bridge.start();
    expect(await bridge.received('data-agreement', 1)).toMatchObject([{ accountId: 'acc-1', status: 'unsigned' }]);
    bench.vendor.hasSigned = true;
    await bench.clock.advance(minuteMs);
    expect(await bridge.received('data-agreement', 2)).toMatchObject([{}, { status: 'signed' }]);
    expect([entitlements(), plans()]).toEqual([[7], []]);
  });

  test('data that nobody uses anymore is left to a person to cancel, unless it is wanted again', async () => {
    const bridge = connect({ environment });
    await openOne(bridge);
    await allow(bridge, ['cme-all-depth']);
    bridge.start();
    await bridge.received('data-agreement', 1);
    await allow(bridge, ['cme-top'], 2);
    await bench.clock.advance(5_000);
    const [task] = bridge.adapter.tasks();
    expect(task).toMatchObject({
      accountId: 'acc-1',
      text: expect.stringContaining('Cancel data plan 31, data plan 32'),
    });
    bridge.adapter.confirmTask?.(task?.id ?? '');
    await bench.clock.advance(5_000);
    await allow(bridge, ['cme-all-depth'], 3);
    await bench.clock.advance(5_000);
    expect(bridge.adapter.tasks()).toEqual([]);
  });

  test('a professional’s exchanges are left to a person; without settings, the bridge says that it sets no data', async () => {
    const bridge = connect({ environment });
    await openOne(bridge);
    await expect(allow(bridge, ['cme-professional:CME'])).rejects.toMatchObject({ reason: 'person' });
    expect(bridge.adapter.capabilities).toContain('setsMarketData');
    expect(connect().adapter.capabilities).not.toContain('setsMarketData');
  });
});
