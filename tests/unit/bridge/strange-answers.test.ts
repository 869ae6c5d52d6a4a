import { describe, expect, test } from 'vitest';
import { request } from './bench.ts';
import * as tradovate from './tradovate-bench.ts';
import * as volumetrica from './volumetrica-bench.ts';

/** What a proxy before the vendor answers, or the vendor itself when it is ill. */
const pages = [200, 502] as const;
const order = { contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 } as const;

describe('Tradovate: an answer that isn’t the vendor’s', () => {
  tradovate.prepareBench();
  const { bench, connect, openOne, callsOf } = tradovate;

  const opening = ['/auth/accesstokenrequest', '/user/find', '/user/createevaluationusers', '/account/find'];
  const limits = ['/userAccountAutoLiq/deps', '/userAccountPositionLimit/deps'];
  const cases = [...opening, '/user/createevaluationaccounts', ...limits].flatMap((path) =>
    pages.map((status) => [path, status] as const),
  );

  test.each(cases)('to %s with %i opens nothing, and the next attempt one account', async (path, status) => {
    bench.vendor.fault({ path, kind: 'page', status });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/answered (?:200|502)|refuses the sign-in/);
    if (path.startsWith('/auth/')) return;
    await openOne(bridge);
    expect([bench.vendor.firm.list('user').length, bench.vendor.firm.list('account').length]).toEqual([1, 1]);
  });

  test('a 429 or 423 with a page silences like one without', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'page', status: 429 });
    await expect(bridge.adapter.transfer('acc-1', -100, 'payout-1')).rejects.toThrow(/no request before/);
    const before = bench.vendor.calls.length;
    await expect(bridge.adapter.transfer('acc-1', -100, 'payout-1')).rejects.toThrow(/no request before/);
    expect(bench.vendor.calls).toHaveLength(before);
  });

  test('an error in a 200 is no empty log: nothing is paid before the log has been read', async () => {
    const bridge = connect();
    await openOne(bridge);
    const path = '/cashBalanceLog/deps';
    bench.vendor.fault({ path, kind: 'answer', body: { errorText: 'Try again later' } });
    await expect(bridge.adapter.transfer('acc-1', -100, 'payout-1')).rejects.toThrow(/Try again later/);
    expect(callsOf('/fundTransaction/adjustcash')).toHaveLength(0);
    await bridge.adapter.transfer('acc-1', -100, 'payout-1');
    expect(callsOf('/fundTransaction/adjustcash')).toHaveLength(1);
  });

  test('an error in a 200 is no empty list of subscriptions: none is bought twice', async () => {
    const bridge = connect({ environment: { TRADOVATE_DATA_ENTITLEMENTS: '7' } });
    const { vendorId: _ } = await openOne(bridge);
    bridge.start();
    bench.vendor.fault({ path: '/userPlugin/addentitlementsubscription', kind: 'lose' });
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, marketData: ['cme-all-top'] });
    await bench.clock.advance(5_000);
    bench.vendor.fault({ path: '/userPlugin/deps', kind: 'answer', body: { errorText: 'Try again later' } });
    for (let minutes = 0; minutes < 4; minutes += 1) await bench.clock.advance(60_000);
    expect(bench.vendor.firm.list('userPlugin')).toHaveLength(1);
  });
});

describe('Volumetrica: an answer that isn’t the vendor’s', () => {
  volumetrica.prepareBench();
  const { bench, connect, openOne, callsOf, poll } = volumetrica;

  const opening = ['/User/List', '/User', '/Symbol/List', '/TradingRule/List', '/TradingRule/Validate', '/TradingRule'];
  const account = ['/TradingAccount/ListByUserId', '/TradingAccount', '/TradingAccount/ChangePermission'];
  const cases = [...opening, ...account].flatMap((path) => pages.map((status) => [path, status] as const));

  test.each(cases)('to %s with %i opens nothing, and the next attempt one account', async (path, status) => {
    bench.vendor.fault({ path, kind: 'page', status });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/answered (?:200|502)/);
    await openOne(bridge);
    const { users, accounts, rules } = bench.vendor.firm;
    expect([users.length, accounts.length, rules.length]).toEqual([1, 1, 1]);
  });

  const ill = [
    ['a page', { kind: 'page', status: 200 }],
    ['another program’s words', { kind: 'answer', body: { title: 'Bad gateway', status: 502 } }],
    ['no object', { kind: 'answer', body: { success: true, data: 'unavailable' } }],
  ] as const;

  test.each(ill)('%s is no empty list: no fill is taken back', async (_, fault) => {
    const bridge = connect({ environment: { VOLUMETRICA_REREAD_MS: '0', VOLUMETRICA_GONE_FILLS: 'bust' } });
    const { vendorId } = await openOne(bridge);
    bench.vendor.firm.trade(vendorId, order);
    await poll(bridge);
    expect(bridge.sent.map(({ type }) => type)).toEqual(['fill']);
    for (let times = 0; times < 3; times += 1) {
      bench.vendor.fault({ path: '/Bulk/FillList', ...fault });
      await expect(poll(bridge)).rejects.toThrow(/answered/);
    }
    await poll(bridge);
    expect(bridge.sent.map(({ type }) => type)).toEqual(['fill']);
    expect(bridge.adapter.standing().isSynced).toBe(true);
  });

  test('a withdrawal answered with a page is looked for, and made once', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.fault({ path: '/TradingAccount/UpdateBalance', kind: 'page', status: 200 });
    await expect(bridge.adapter.transfer('acc-1', -100_00, 'payout-1')).rejects.toThrow();
    await bridge.adapter.transfer('acc-1', -100_00, 'payout-1').catch(() => undefined);
    expect(callsOf('/TradingAccount/UpdateBalance')).toHaveLength(1);
  });
});
