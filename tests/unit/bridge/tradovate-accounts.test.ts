import { describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { trailing } from '../support.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

describe('Tradovate, stages 3 to 5: users, accounts, money', () => {
  test('UserAlreadyExists finds the user', async () => {
    bench.vendor.fault({ path: '/user/find', kind: 'status', status: 404 });
    bench.vendor.fault({ path: '/user/createevaluationusers', kind: 'lose' });
    await expect(connect().adapter.open(request('acc-1'))).rejects.toThrow();
    bench.vendor.fault({ path: '/user/find', kind: 'status', status: 404 });
    await openOne(connect());
    expect(bench.vendor.firm.list('user')).toHaveLength(1);
  });

  test('creation timed out but the account exists: found by name, not doubled', async () => {
    bench.vendor.fault({ path: '/user/createevaluationaccounts', kind: 'lose' });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow();
    const { platformAccountId } = await openOne(bridge);
    expect(bench.vendor.firm.list('account').map((row) => row['name'])).toEqual([platformAccountId]);
    expect(platformAccountId).toMatch(/^TDV\d{17}$/);
  });

  test('an account that was found by name is closed by its own permission', async () => {
    bench.vendor.fault({ path: '/user/createevaluationaccounts', kind: 'lose' });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow();
    const { vendorId } = await openOne(bridge);
    await bridge.adapter.close('acc-1');
    expect(bench.vendor.firm.rowOf('tradingPermission', vendorId)).toMatchObject({ status: 'Revoked' });
  });

  test('money moved by hand is reported once; what we or trades moved, and a reset, isn’t', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    await bench.clock.advance(1_000);
    const { firm } = bench.vendor;
    firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
    firm.addCash(vendorId, -25, { cashChangeType: 'LiquidationFee' });
    firm.addCash(vendorId, 40.5, { cashChangeType: 'ManualAdjustment', comment: 'goodwill' });
    const adjustments = await bridge.received('adjustment', 2);
    expect(adjustments).toMatchObject([
      { amountCents: -2_500, cause: 'fee', at: start + 1_000 },
      { amountCents: 4_050, cause: 'correction' },
    ]);
    await bridge.adapter.reset('acc-1', 'reset-1');
    await bench.clock.advance(1_000);
    firm.addCash(vendorId, 1, { cashChangeType: 'ManualAdjustment' });
    expect((await bridge.received('adjustment', 3)).map(({ amountCents }) => amountCents)).toEqual([
      -2_500, 4_050, 100,
    ]);
  });

  test('a reset that is repeated after a crash doesn’t erase what was traded since', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.fault({ path: '/accountRiskStatus/setadminautoliqaction', kind: 'lose' });
    await expect(bridge.adapter.reset('acc-1', 'reset-1')).rejects.toThrow();
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect(callsOf('/account/resetdemoaccountstate')).toHaveLength(1);
  });

  test('heartbeats stand for the feed until the window itself begins', async () => {
    const bridge = connect();
    // 15:50 in Chicago: too close to open an account, but fills still arrive.
    await bench.clock.advance(5 * hourMs + 50 * minuteMs);
    expect(bridge.adapter.standing().maintenanceUntil).toBeNull();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toMatchObject({ reason: 'maintenance' });
  });

  test('an opening in maintenance waits for its end', async () => {
    // 16:10 in Chicago; the window of a Wednesday ends at 17:00.
    await bench.clock.advance(6 * hourMs + 10 * minuteMs);
    const until = Date.UTC(2026, 2, 11, 22);
    await expect(connect().adapter.open(request('acc-1'))).rejects.toMatchObject({ reason: 'maintenance', until });
    expect(bench.vendor.calls).toEqual([]);
  });

  test.each([
    ['errorText in a 200 fails the opening', { results: [{ errorText: 'WeakPassword' }] }, /WeakPassword/],
    ['violations shown', { violations: [{ description: 'No permission for plan 1' }] }, /No permission for plan 1/],
  ])('%s', async (_title, body, words) => {
    bench.vendor.fault({ path: '/user/createevaluationusers', kind: 'answer', body });
    await expect(connect().adapter.open(request('acc-1'))).rejects.toThrow(words);
  });

  test.each([
    ['userAccountAutoLiq', 'trailingMaxDrawdown'],
    ['userAccountPositionLimit', 'exposedLimit'],
  ])('limits are set with the account and read back; other ones keep trading off: %s', async (path, name) => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const [created] = callsOf('/user/createevaluationaccounts');
    expect(created?.body).toMatchObject({
      accounts: [
        {
          ...{ initialBalance: trailing.startingBalanceCents / 100, postTradeRisk: { doNotUnlock: true } },
          preTradeRisk: [{ active: true, totalBy: 'Overall', exposedLimit: trailing.maxContracts }],
        },
      ],
    });
    expect(bench.vendor.firm.rowOf('userAccountAutoLiq', vendorId)).toMatchObject({
      trailingMaxDrawdownMode: expect.any(String),
    });
    bench.vendor.fault({ path: `/${path}/deps`, kind: 'answer', body: [], times: 2 });
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toThrow(new RegExp(`other limits: .*${name}`));
    expect(bench.vendor.firm.list('accountRiskStatus').at(-1)).toMatchObject({ adminAction: 'LockTradingImmediately' });
  });

  describe('money', () => {
    const sends = () => callsOf('/fundTransaction/adjustcash').length;
    /** The account after one payout of $1,250. */
    const paidOnce = trailing.startingBalanceCents / 100 - 1_250;

    test('adjustcash answer lost: paid once', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      bench.vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'lose' });
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow();
      const { transferredAt } = await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      expect(transferredAt).toBe(start);
      expect(sends()).toBe(1);
      expect(bench.vendor.firm.rowOf('cashBalance', vendorId)?.['amount']).toBe(paidOnce);
    });

    test('a log that lags behind doesn’t send the money twice, also after a restart', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      bench.vendor.logLagMs = 30_000;
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow(/doesn’t show/);
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow(/doesn’t show/);
      bridge.store.close();
      await bench.clock.advance(30_000);
      expect(await connect().adapter.transfer('acc-1', -125_000, 'payout-1')).toEqual({ transferredAt: start });
      expect([sends(), bench.vendor.firm.rowOf('cashBalance', vendorId)?.['amount']]).toEqual([1, paidOnce]);
    });

    test('once the log has moved to the next session, a person looks; nothing is sent again until they say so', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      bench.vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'lose' });
      await expect(payOut()).rejects.toThrow();
      // 17:30 in Chicago, in the next session.
      await bench.clock.advance(7 * hourMs + 30 * minuteMs);
      await expect(payOut()).rejects.toMatchObject({ reason: 'person' });
      expect(bridge.adapter.tasks()).toMatchObject([{ id: 'payout-1', kind: 'transfer-money', requestedAt: start }]);
      bridge.adapter.settleTransfer('payout-1', true);
      expect([await payOut(), bridge.adapter.tasks()]).toEqual([{ transferredAt: start }, []]);
      expect([sends(), bench.vendor.firm.rowOf('cashBalance', vendorId)?.['amount']]).toEqual([1, paidOnce]);
    });

    test('what a person finds wasn’t made is sent again, and what the vendor refused needs nobody', async () => {
      const bridge = connect();
      await openOne(bridge);
      const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      bench.vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'answer', body: { errorText: 'No scope' } });
      await expect(payOut()).rejects.toThrow('No scope');
      bench.vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'fail' });
      await expect(payOut()).rejects.toThrow();
      await bench.clock.advance(10 * minuteMs);
      await expect(payOut()).rejects.toMatchObject({ reason: 'person' });
      bridge.adapter.settleTransfer('payout-1', false);
      expect(await payOut()).toEqual({ transferredAt: start + 10 * minuteMs });
      expect(sends()).toBe(3);
      expect(() => bridge.adapter.settleTransfer('payout-1', false)).toThrow(/isn’t in doubt/);
    });
  });

  const locked = { trading: false, flatten: true, until: null, reason: 'breach', revision: 7 } as const;

  test('a lock is reported as effective only once the account is flat', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.closesPositions = false;
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 2, price: 6_000 });
    await bridge.received('fill', 1);
    expect(await bridge.adapter.setAccess('acc-1', locked)).toEqual({ effective: false });
    const sellOne = { accountId: vendorId, contract: 'ESZ6', action: 'Sell', qty: 1, price: 5_990 } as const;
    bench.vendor.firm.trade(sellOne);
    await bridge.received('fill', 2);
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
    bench.vendor.firm.trade(sellOne);
    expect(await bridge.received('access-effective', 1)).toMatchObject([{ accountId: 'acc-1', revision: 7 }]);
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LockTradingImmediately');
  });

  test('flatten false still lets the trader close', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const pastDue = { ...locked, flatten: false, reason: 'past-due' };
    expect(await bridge.adapter.setAccess('acc-1', pastDue)).toEqual({ effective: true });
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)).toMatchObject({
      liquidateOnly: new Date(start).toISOString(),
    });
  });

  test('an account whose positions aren’t known yet isn’t reported as flat', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.closesPositions = false;
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 2, price: 6_000 });
    expect(await bridge.adapter.setAccess('acc-1', locked)).toEqual({ effective: false });
    await bridge.run();
    await bench.clock.advance(2_000);
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Sell', qty: 2, price: 5_990 });
    expect(await bridge.received('access-effective', 1)).toMatchObject([{ revision: 7 }]);
  });

  test('LiquidateImmediately partly filled: not reported flat, even if the stream is behind', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.closesPositions = false;
    bench.vendor.holdsStream = true;
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 2, price: 6_000 });
    expect(await bridge.adapter.setAccess('acc-1', locked)).toEqual({ effective: false });
    const sellOne = { accountId: vendorId, contract: 'ESZ6', action: 'Sell', qty: 1, price: 5_990 } as const;
    bench.vendor.firm.trade(sellOne);
    await bench.clock.advance(5_000);
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
    bench.vendor.holdsStream = false;
    bench.vendor.firm.trade(sellOne);
    await bridge.received('fill', 3);
    await bench.clock.advance(6_000);
    expect(await bridge.received('access-effective', 1)).toHaveLength(1);
  });

  test('a breach that arrives while a day’s lock is being lifted stays locked', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    await bridge.adapter.setAccess('acc-1', { ...locked, reason: 'daily-limit', until: start + hourMs });
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    const path = '/accountRiskStatus/setadminautoliqaction';
    bench.vendor.fault({ path, kind: 'wait', until });
    const before = callsOf(path).length;
    await bench.clock.advance(hourMs + 1_000);
    await eventually(() => callsOf(path).length > before);
    const breach = bridge.adapter.setAccess('acc-1', { ...locked, revision: 8 });
    release();
    expect(await breach).toEqual({ effective: true });
    await bench.clock.advance(2_000);
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LockTradingImmediately');
    expect(bridge.store.get('locks', 'acc-1')).toMatchObject({ revision: 8, phase: 'locked' });
  });

  test('halts of single instruments wait for a person', async () => {
    const bridge = connect();
    await openOne(bridge);
    const halted = { revision: 2, trading: true, haltedInstruments: ['ES'] };
    await expect(bridge.adapter.setAccess('acc-1', halted)).rejects.toMatchObject({ reason: 'person' });
  });

  test('the vendor’s own lock outlasts a payout’s, and ends with the breach that the site has voided', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const status = () => bench.vendor.firm.rowOf('accountRiskStatus', vendorId);
    const ownLock = () => {
      bench.vendor.firm.put('accountRiskStatus', {
        ...status(),
        id: status()?.id ?? 0,
        adminAction: 'Normal',
        liquidateOnly: '2026-03-11T15:00:00.000Z',
      });
      return bridge.received('platform-lock', 1);
    };
    const resume = (revision: number) => bridge.adapter.setAccess('acc-1', { revision, trading: true });
    await ownLock();
    // Nothing of ours is to be lifted.
    await resume(6);
    expect(status()).toMatchObject({ liquidateOnly: '2026-03-11T15:00:00.000Z' });
    await bridge.adapter.setAccess('acc-1', { ...locked, reason: 'payout-transfer' });
    await ownLock();
    await eventually(() => bridge.store.get('risk', 'acc-1') === 'liquidateOnly');
    await expect(resume(8)).rejects.toMatchObject({ reason: 'person' });
    expect(status()).toMatchObject({ liquidateOnly: '2026-03-11T15:00:00.000Z' });
    await bridge.adapter.setAccess('acc-1', { ...locked, revision: 9 });
    expect(await resume(10)).toEqual({ effective: true });
    expect(status()).toMatchObject({ adminAction: 'Normal' });
    expect(status()).not.toHaveProperty('liquidateOnly');
  });

  test('day lock lifted on time even after a restart', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.adapter.setAccess('acc-1', { ...locked, reason: 'daily-limit', until: start + hourMs });
    bridge.store.close();
    const again = connect();
    await again.run();
    const action = () => bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction'];
    await eventually(() => action() === 'LockTradingImmediately');
    await bench.clock.advance(hourMs + 1_000);
    await eventually(() => action() === 'Normal');
  });
});
