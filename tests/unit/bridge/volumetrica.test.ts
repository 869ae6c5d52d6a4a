import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { type Amendment, amendFill } from '#shared/accounts/amend-fill.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { trailing } from '../support.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, poll, prepareBench, webhookSecret } from './volumetrica-bench.ts';

prepareBench();

const buy = { contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 } as const;
const ofType = (bridge: ReturnType<typeof connect>, type: string) => bridge.sent.filter((each) => each.type === type);
const reread = { VOLUMETRICA_REREAD_MS: '0' };

describe('Volumetrica: users, accounts and limits', () => {
  test('rule create answer lost: no second rule', async () => {
    bench.vendor.fault({ path: '/TradingRule', kind: 'lose' });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow();
    await openOne(bridge);
    await openOne(bridge, 'acc-2');
    expect([bench.vendor.firm.rules.length, bench.vendor.firm.users.length]).toEqual([1, 1]);
  });

  test.each(['/User', '/TradingAccount'])('an answer of %s that is lost doubles nothing', async (path) => {
    bench.vendor.fault({ path, kind: 'lose' });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow();
    const { platformAccountId } = await openOne(bridge);
    expect(platformAccountId).toMatch(/^DXF\d{17}$/);
    expect([bench.vendor.firm.users.length, bench.vendor.firm.accounts.length]).toEqual([1, 1]);
  });

  test('limits are set with the account and read back; it trades only then', async () => {
    const { account } = await openOne(connect());
    expect(bench.vendor.firm.rules[0]).toMatchObject({
      ...{ maxDrawdownMode: 3, maxDrawdownMoney: 2_000, maxDrawdownAction: 1, maxDrawdownThresholdLimitMode: 1 },
      ...{ maxIntradayDrawdownAction: 0, startingBalance: trailing.startingBalanceCents / 100 },
      symbolContracts: expect.arrayContaining([{ symbolId: 1, maxContracts: 5 }]),
    });
    expect(callsOf('/TradingAccount').find(({ method }) => method === 'POST')?.body['tradingPermission']).toBe(2);
    expect(account.tradingPermission).toBe(0);
  });

  // RiskPercentualReferenceEnum 0 is the mode’s own reference, RiskSelectionEnum 0 the higher of the sum and the share.
  test('limits that are shares are held as percentages', async () => {
    await openOne(connect(), 'acc-1', {
      drawdown: { mode: 'end-of-day-percent', maxLossBps: 600, lock: { offsetCents: 0 } },
      dailyLoss: { mode: 'soft', limitBps: 250 },
    });
    expect(bench.vendor.firm.rules[0]).toMatchObject({
      ...{ maxDrawdownMode: 3, maxDrawdownMoney: 0, maxDrawdownPercentual: 6, maxDrawdownSelection: 0 },
      ...{ maxIntradayDrawdownMode: 1, maxIntradayDrawdownMoney: 0, maxIntradayDrawdownPercentual: 2.5 },
      ...{ maxIntradayDrawdownPercentualReference: 0, maxIntradayDrawdownSelection: 0, maxIntradayDrawdownAction: 3 },
    });
  });

  test('other limits at the vendor keep trading off, until they are corrected', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    const [rule] = bench.vendor.firm.rules;
    if (rule) rule['maxDrawdownMoney'] = 9_000;
    bench.vendor.changesRules = false;
    await expect(bridge.adapter.reset('acc-1', 'reset-1')).rejects.toThrow(/other limits: maxDrawdownMoney/);
    expect(account.tradingPermission).toBe(2);
    bench.vendor.changesRules = true;
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect([account.tradingPermission, rule?.['maxDrawdownMoney']]).toEqual([0, 2_000]);
  });

  test('a reset whose last answer was lost doesn’t erase what was traded since', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    bench.vendor.fault({ path: '/TradingAccount/ChangePermission', kind: 'lose' });
    await expect(bridge.adapter.reset('acc-1', 'reset-1')).rejects.toThrow();
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect(callsOf('/TradingAccount/Reset')).toHaveLength(1);
    await poll(bridge);
    expect([ofType(bridge, 'fill').length, ofType(bridge, 'adjustment').length]).toEqual([1, 0]);
  });

  test('429 and 503 back off', async () => {
    const bridge = connect();
    bench.vendor.fault({ path: '/User/List', kind: 'status', status: 429, headers: { 'retry-after': '30' } });
    const until = start + 30_000;
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toMatchObject({ reason: 'vendor-limit', until });
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toMatchObject({ until });
    expect(bench.vendor.calls).toHaveLength(1);
    await bench.clock.advance(30_000);
    bench.vendor.fault({ path: '/User/List', kind: 'status', status: 503 });
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toMatchObject({ until: until + 1_000 });
    await bench.clock.advance(1_000);
    await openOne(bridge);
  });

  test('a key that the vendor refuses is a problem for an operator, and isn’t tried every second', async () => {
    const bridge = connect({ environment: { VOLUMETRICA_API_KEY: 'wrong' } });
    bridge.start();
    await eventually(() => bridge.adapter.standing().problem !== undefined);
    await bench.clock.advance(30_000);
    expect(bridge.adapter.standing()).toMatchObject({
      ...{ isSynced: false, problem: expect.stringMatching(/VOLUMETRICA_API_KEY/) },
    });
    expect(bench.vendor.calls).toHaveLength(1);
  });

  test('closes an account for good', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    await bridge.adapter.close('acc-1');
    expect(account.status).toBe(8);
    expect(await poll(bridge)).toEqual([]);
    expect(ofType(bridge, 'platform-lock')).toEqual([]);
  });
});

describe('Volumetrica: fills, positions and equity', () => {
  test('two pages and overlapping windows give each fill once', async () => {
    bench.vendor.pagesLists = true;
    const bridge = connect({ environment: reread });
    const { vendorId } = await openOne(bridge);
    for (let count = 0; count < 5; count += 1) bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    await poll(bridge);
    bridge.store.close();
    const again = connect();
    await poll(again);
    expect([ofType(bridge, 'fill').length, ofType(again, 'fill').length]).toEqual([5, 0]);
  });

  test('negative quantity is a sell', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bench.clock.advance(1_000);
    bench.vendor.firm.trade(vendorId, { ...buy, action: 'Sell', qty: 2, price: 6_000.25 });
    await poll(bridge);
    expect(ofType(bridge, 'fill')).toMatchObject([
      { side: 'sell', quantity: 2, instrument: 'ES', month: '2026-12', priceTicks: 24_001, feeCents: 420 },
    ]);
  });

  test('a fill that the site didn’t take before a kill arrives after it', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.isSiteDown = true;
    bench.vendor.firm.trade(vendorId, buy);
    await expect(poll(bridge)).rejects.toThrow('no route');
    bridge.store.close();
    bench.isSiteDown = false;
    const again = connect();
    await poll(again);
    expect(ofType(again, 'fill')).toHaveLength(1);
  });

  const corrected = { price: 6_001 };
  const charged = { commissions: 3 };
  test.each([
    ['a price', [corrected], { priceTicks: 24_004, feeCents: 210 }],
    ['a fee', [charged], { priceTicks: 24_000, feeCents: 300 }],
    ['a price, then a fee', [corrected, charged], { priceTicks: 24_004, feeCents: 300 }],
    ['both at once', [{ ...corrected, ...charged }], { priceTicks: 24_004, feeCents: 300 }],
    [
      'both at once, and back',
      [
        { ...corrected, ...charged },
        { price: 6_000, commissions: 2.1 },
      ],
      {},
    ],
  ])('what the vendor changes about a fill is what counts: %s', async (_title, changes, expected) => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const [id = 0] = bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    for (const change of changes) {
      await bench.clock.advance(1_000);
      bench.vendor.firm.change(id, change);
      await poll(bridge);
      await poll(bridge);
    }
    const [fill] = ofType(bridge, 'fill');
    const amendments = bridge.sent.flatMap(({ sourceId, ...event }) =>
      event['of'] === fill?.sourceId ? [{ sourceId, amendment: event as unknown as Amendment }] : [],
    );
    const counted = amendFill(fill as unknown as Fill, amendments);
    // $2.10 before anything is changed, at 6,000 points of four ticks.
    expect(counted).toMatchObject({ side: 'buy', quantity: 1, priceTicks: 24_000, feeCents: 210, ...expected });
  });

  test.each([
    ['contract', { contractId: 2 }, { instrument: 'NQ' }],
    ['time', { executeDtUtc: '2026-03-11T15:00:01.500' }, { at: start + 1_500 }],
  ])('a fill that comes at another %s reaches the site once more, which decides', async (_title, change, said) => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bench.clock.advance(2_000);
    const [id = 0] = bench.vendor.firm.trade(vendorId, buy);
    bench.vendor.firm.trade(vendorId, { ...buy, contract: 'NQZ6' });
    await poll(bridge);
    bench.vendor.firm.change(id, change);
    for (let polls = 0; polls < 3; polls += 1) await poll(bridge);
    const own = ofType(bridge, 'fill').filter(({ sourceId }) => sourceId.endsWith(String(id)));
    expect(own).toMatchObject([{ instrument: 'ES' }, said]);
    expect(ofType(bridge, 'fill-correction')).toEqual([]);
  });

  test('a fee that is missing from a later list is no change', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bench.clock.advance(1_000);
    const [id = 0] = bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    bench.vendor.firm.change(id, { commissions: null });
    await poll(bridge);
    expect(ofType(bridge, 'fill-fee')).toEqual([]);
  });

  test.each([
    ['bust', 1],
    ['report', 0],
  ])('a fill that two whole lists no longer have: %s', async (goneFills, corrections) => {
    const bridge = connect({ environment: { ...reread, VOLUMETRICA_GONE_FILLS: goneFills } });
    const { vendorId } = await openOne(bridge);
    await bench.clock.advance(1_000);
    const [id = 0] = bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    bench.vendor.firm.change(id, { quantity: 0 });
    await poll(bridge);
    expect(ofType(bridge, 'fill-correction')).toEqual([]);
    await poll(bridge);
    expect(ofType(bridge, 'fill-correction')).toHaveLength(corrections);
    expect(bridge.metrics.text()).toMatch(/gone_fills 1\n/);
    const value = expect.stringMatching(/^1 ESZ6 at 6000.00, 2026-03-11T15:00:01/);
    const named = {
      account: { accountId: 'acc-1' },
      file: `Volumetrica fill ${id}`,
      rows: [{ reason: 'gone', value }],
    };
    expect(bridge.unread).toMatchObject(goneFills === 'report' ? [named] : []);
  });

  test('account missing from bulk list stays open', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.omitted.add(vendorId);
    expect(await poll(bridge)).toMatchObject([{ accountId: 'acc-1', balanceCents: 5_000_000 }]);
    expect(callsOf('/TradingAccount').at(-1)?.method).toBe('GET');
    expect(ofType(bridge, 'platform-lock')).toEqual([]);
  });

  test('null equity sends no mark', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    expect(ofType(bridge, 'equity')).toEqual([]);
    bench.vendor.quotes.set('ESZ6', 6_010);
    await poll(bridge);
    expect(ofType(bridge, 'equity')).toMatchObject([{ openProfitCents: 50_000, at: start }]);
  });

  test('balances are reported with their positions once the account is quiet', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.firm.trade(vendorId, buy);
    await poll(bridge);
    expect(await poll(bridge)).toEqual([]);
    await bench.clock.advance(2_000);
    const positions = [{ instrument: 'ES', month: '2026-12', quantity: 1 }];
    expect(await poll(bridge)).toEqual([{ accountId: 'acc-1', at: start + 2_000, balanceCents: 4_999_790, positions }]);
  });

  test('the vendor’s own lock is evidence with its floor', async () => {
    const bridge = connect();
    const { account, vendorId } = await openOne(bridge);
    bench.vendor.floors.set(vendorId, 48_000);
    account.status = 4;
    await poll(bridge);
    expect(ofType(bridge, 'platform-lock')).toMatchObject([
      { isLocked: true, reason: 'ChallengeFailed', floorCents: 4_800_000, equityCents: 5_000_000 },
    ]);
  });
});

describe('Volumetrica: money', () => {
  test('UpdateBalance answer lost: withdrawn once', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
    bench.vendor.fault({ path: '/TradingAccount/UpdateBalance', kind: 'lose' });
    await expect(payOut()).rejects.toThrow();
    expect(await payOut()).toEqual({ transferredAt: start });
    expect([callsOf('/TradingAccount/UpdateBalance').length, account.balance]).toEqual([1, 48_750]);
    expect(callsOf('/TradingAccount/UpdateBalance')[0]?.body).not.toHaveProperty('moveDrawdownToThresholdLimit');
  });

  test.each([
    ['to its lock', { offsetCents: 0 }, true],
    ['elsewhere', { offsetCents: 10_000 }, undefined],
  ])(
    'a payout that moves the floor %s moves the vendor’s only if that is its threshold',
    async (_, payoutFloor, flag) => {
      const bridge = connect();
      await openOne(bridge, 'acc-1', { payoutFloor });
      await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      expect(callsOf('/TradingAccount/UpdateBalance')[0]?.body['moveDrawdownToThresholdLimit']).toBe(flag);
    },
  );

  test('two payouts of one amount are two transactions, and records that lag send nothing twice', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    const payOut = (id: string) => bridge.adapter.transfer('acc-1', -50_000, id);
    await payOut('payout-1');
    bench.vendor.lagMs = 30_000;
    await expect(payOut('payout-2')).rejects.toThrow(/doesn’t show/);
    await expect(payOut('payout-2')).rejects.toThrow(/doesn’t show/);
    await bench.clock.advance(30_000);
    await payOut('payout-2');
    expect([callsOf('/TradingAccount/UpdateBalance').length, account.balance]).toEqual([2, 49_000]);
  });

  test('commission transactions are not counted twice; what was moved by hand is reported once', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bench.clock.advance(1_000);
    bench.vendor.firm.trade(vendorId, buy);
    bench.vendor.firm.move(vendorId, 3, 40.5);
    await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
    await poll(bridge);
    await poll(bridge);
    expect(ofType(bridge, 'adjustment')).toMatchObject([
      { amountCents: 4_050, cause: 'correction', at: start + 1_000 },
    ]);
  });
});

describe('Volumetrica: locks', () => {
  const locked = { trading: false, flatten: true, until: null, reason: 'breach', revision: 7 } as const;

  test('a lock is effective only once the vendor shows the account flat', async () => {
    const bridge = connect();
    const { account, vendorId } = await openOne(bridge);
    await bridge.run();
    bench.vendor.closesPositions = false;
    bench.vendor.firm.trade(vendorId, { ...buy, qty: 2 });
    expect(await bridge.adapter.setAccess('acc-1', locked)).toEqual({ effective: false });
    expect(account.tradingPermission).toBe(1);
    bench.vendor.firm.trade(vendorId, { ...buy, action: 'Sell', qty: 2 });
    await bench.clock.advance(2_000);
    expect(await bridge.received('access-effective', 1)).toMatchObject([{ accountId: 'acc-1', revision: 7 }]);
  });

  test('flatten false still lets the trader close, and a day’s lock ends on time after a restart', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    await bridge.adapter.setAccess('acc-1', { ...locked, flatten: false, reason: 'past-due' });
    expect(account.tradingPermission).toBe(3);
    await bridge.adapter.setAccess('acc-1', { ...locked, revision: 8, reason: 'daily-limit', until: start + hourMs });
    expect(account.tradingPermission).toBe(1);
    bridge.store.close();
    const again = connect();
    await bench.clock.advance(hourMs);
    await again.run();
    await eventually(() => account.tradingPermission === 0);
  });

  test('an account that the vendor has failed trades again only after a verdict of the site', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    account.status = 4;
    await poll(bridge);
    await bridge.adapter.setAccess('acc-1', { ...locked, reason: 'payout-transfer' });
    const resume = (revision: number) => bridge.adapter.setAccess('acc-1', { revision, trading: true });
    await expect(resume(8)).rejects.toMatchObject({ reason: 'person' });
    await bridge.adapter.setAccess('acc-1', { ...locked, revision: 9 });
    expect(await resume(10)).toEqual({ effective: true });
    expect([account.status, account.tradingPermission]).toEqual([1, 0]);
  });

  test('a halt is a rule of its own, which the end of the halt takes back', async () => {
    const bridge = connect();
    const { account } = await openOne(bridge);
    const before = account.tradingRuleId;
    await bridge.adapter.setAccess('acc-1', { revision: 2, trading: true, haltedInstruments: ['ES'] });
    const rule = bench.vendor.firm.rules.find(({ ruleId }) => ruleId === account.tradingRuleId);
    expect([account.tradingRuleId === before, rule?.['symbolContracts']]).toEqual([
      false,
      expect.arrayContaining([expect.objectContaining({ maxContracts: 0 })]),
    ]);
    await bridge.adapter.setAccess('acc-1', { revision: 3, trading: true });
    expect(account.tradingRuleId).toBe(before);
  });
});

describe('Volumetrica: market data', () => {
  const headers = { 'x-api-key': webhookSecret };
  const message = (object: object) => JSON.stringify({ category: 2, event: 1, object });

  async function subscribe(bridge: ReturnType<typeof connect>, marketData: readonly string[]) {
    await openOne(bridge);
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, marketData });
    await bridge.run();
    await bridge.received('data-agreement', 1);
  }

  test('UserOnHold, PropfirmOnHold surface', async () => {
    bench.vendor.subscriptionStatus = 3;
    const bridge = connect();
    await subscribe(bridge, ['cme-all-depth']);
    expect(bench.vendor.firm.subscriptions).toMatchObject([{ dxDataProducts: [4, 5, 6, 7] }]);
    const [row] = bench.vendor.firm.subscriptions;
    bridge.adapter.receive?.(headers, message({ ...row, status: 4, lastVersionId: 9 }));
    expect(await bridge.received('data-agreement', 2)).toMatchObject([
      { status: 'unsigned', url: 'https://agreement.example/sign' },
      { status: 'professional', url: null },
    ]);
  });

  test('webhook repeated, reordered, stale lastVersionId ignored', async () => {
    bench.vendor.subscriptionStatus = 3;
    const bridge = connect();
    await subscribe(bridge, ['cme-top']);
    const [row] = bench.vendor.firm.subscriptions;
    const signed = message({ ...row, status: 1, lastVersionId: 9 });
    const answers = [signed, signed, message({ ...row, status: 3, lastVersionId: 8 }), '{'].map((body) =>
      bridge.adapter.receive?.(headers, body),
    );
    expect(answers).toEqual([200, 200, 200, 200]);
    expect((await bridge.received('data-agreement', 2)).map(({ status }) => status)).toEqual(['unsigned', 'signed']);
  });

  test('webhook with wrong secret refused', async () => {
    const bridge = connect();
    const [row] = [{ userId: 'user-1', subscriptionId: 'sub-1', status: 1, lastVersionId: 1 }];
    expect(bridge.adapter.receive?.({ 'x-api-key': 'guessed' }, message(row))).toBe(401);
    expect(bridge.store.list('subscriptions')).toEqual([]);
  });
});
