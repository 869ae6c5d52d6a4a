import { describe, expect, test } from 'vitest';
import { eventually, start } from './bench.ts';
import { bench, connect, openOne, poll, prepareBench } from './volumetrica-bench.ts';

prepareBench();

const buy = { contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 } as const;

describe('Volumetrica: the trader’s own limits of the day', () => {
  const own = { lossCents: 50_000, profitCents: 80_000, trades: 3 };
  const ruleOf = ({ tradingRuleId }: { readonly tradingRuleId: string }) =>
    bench.vendor.firm.rules.find(({ ruleId }) => ruleId === tradingRuleId);
  const openWith = async (bridge: ReturnType<typeof connect>) => {
    const opened = await openOne(bridge);
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, personalStop: own });
    return opened;
  };

  test('are held in a rule of their own, read back, kept by a reset, and given back when they end', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    const before = account.tradingRuleId;
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, personalStop: own });
    const held = {
      ...{ maxIntradayDrawdownMode: 1, maxIntradayDrawdownMoney: 500, maxIntradayDrawdownAction: 3 },
      ...{ maxIntradayRunupMode: 0, maxIntradayRunupMoney: 800, maxIntradayRunupAction: 3 },
    };
    expect(ruleOf(account)).toMatchObject({ ...held, maxDrawdownMoney: 2_000 });
    const rule = ruleOf(account);
    if (rule) rule['maxIntradayRunupMoney'] = 9_000;
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect([account.tradingPermission, ruleOf(account)]).toEqual([0, expect.objectContaining(held)]);
    await bridge.adapter.setAccess('acc-1', { revision: 2, trading: true });
    expect(account.tradingRuleId).toBe(before);
  });

  test('held differently keep trading off', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    bench.vendor.changesRules = false;
    await expect(bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, personalStop: own })).rejects.toThrow(
      'other limits',
    );
    expect(account.tradingPermission).toBe(2);
  });

  test('stop the account at the vendor without the site; the site’s lock ends both', async () => {
    const bridge = connect();
    const { account, vendorId } = await openWith(bridge);
    await bridge.run();
    bench.isSiteDown = true;
    bench.vendor.firm.trade(vendorId, buy);
    // Ten points of $50 and two fees of $2.10.
    bench.vendor.firm.trade(vendorId, { ...buy, action: 'Sell', price: 5_990 });
    await poll(bridge).catch(() => undefined);
    expect(account.tradingPermission).toBe(2);
    bench.isSiteDown = false;
    expect(await bridge.received('platform-lock', 1)).toMatchObject([{ isLocked: true, reason: 'RiskPause' }]);
    const lock = { revision: 2, trading: false, flatten: true, until: start + 10_000, reason: 'personal-stop' };
    await bridge.adapter.setAccess('acc-1', lock);
    await bench.clock.advance(10_000);
    await eventually(() => account.tradingPermission === 0);
  });

  test('a profit that is still open stops it too, and its position is closed', async () => {
    const bridge = connect();
    const { account, vendorId } = await openWith(bridge);
    bench.vendor.firm.trade(vendorId, buy);
    bench.vendor.quotes.set('ESZ6', 6_016);
    await poll(bridge);
    expect(account.tradingPermission).toBe(0);
    bench.vendor.quotes.set('ESZ6', 6_017);
    await poll(bridge);
    expect([account.tradingPermission, bench.vendor.firm.positions(vendorId)]).toEqual([2, []]);
  });

  test('are left to the site’s lock if the firm says so', async () => {
    const bridge = connect({ environment: { VOLUMETRICA_PERSONAL_STOPS: 'site' } });
    const { account } = await openWith(bridge);
    expect(ruleOf(account)).toMatchObject({ maxIntradayDrawdownAction: 0 });
    expect(bridge.adapter.capabilities).not.toContain('holdsPersonalStop');
    expect(connect().adapter.capabilities).toContain('holdsPersonalStop');
  });
});
