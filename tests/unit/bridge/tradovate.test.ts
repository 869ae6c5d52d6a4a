import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics } from '#bridge/core/metrics.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { createRequests } from '#bridge/core/requests.ts';
import { openStore } from '#bridge/core/store.ts';
import { createTradovateAdapter } from '#bridge/tradovate/adapter.ts';
import { readSettings } from '#bridge/tradovate/settings.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { type Emulator, startEmulator } from '../../emulators/tradovate/emulator.ts';
import { eventually as waitFor } from '../../support/eventually.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { trailing } from '../support.ts';

/** 10:00 in Chicago on a Wednesday. */
const start = Date.UTC(2026, 2, 11, 15);

/** Waits until a condition holds. */
const eventually = (check: () => boolean | Promise<boolean>) =>
  waitFor('the bridge', async () => {
    if (!(await check())) throw new Error('not yet');
  });

type Sent = {
  readonly accountId: string;
  readonly sourceId: string;
  readonly type: string;
  readonly [field: string]: unknown;
};

let folder: string;
let clock: ReturnType<typeof createTestClock>;
let vendor: Emulator;
let stopping: AbortController[];
let isSiteDown: boolean;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-tradovate-'));
  clock = createTestClock(start);
  vendor = await startEmulator({ now: () => clock.now() });
  stopping = [];
  isSiteDown = false;
});

afterEach(async () => {
  for (const each of stopping) each.abort();
  await vendor.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A bridge on the emulator, as it starts again from the same folder. */
function connect({
  password = 'right',
  environment = {},
}: {
  password?: string;
  environment?: Record<string, string>;
} = {}) {
  const sent: Sent[] = [];
  const said: string[] = [];
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = {
    async post(_path: string, message: object) {
      if (isSiteDown) throw new Error('no route to the site');
      const { deliveries } = message as {
        deliveries: { account: { accountId: string }; events: { sourceId: string; event: object }[] }[];
      };
      for (const { account, events } of deliveries)
        for (const { sourceId, event } of events) sent.push({ ...account, sourceId, ...event } as Sent);
      return { deliveries: deliveries.map(() => ({ status: 200 })) };
    },
  };
  const say = (line: string) => void said.push(line);
  const outbox = createOutbox(store, site, say);
  const metrics = createMetrics();
  const settings = readSettings({
    ...{ TRADOVATE_USER: 'firm', TRADOVATE_PASSWORD: password, TRADOVATE_APP_ID: 'a', TRADOVATE_CID: '1' },
    ...{ TRADOVATE_SECRET: 's', TRADOVATE_TEMPLATE_ACCOUNT: '1', TRADOVATE_PLAN: '1' },
    ...{ TRADOVATE_LIVE_URL: vendor.url, TRADOVATE_DEMO_URL: vendor.url },
    ...{ TRADOVATE_FEE_WAIT_MS: '0', TRADOVATE_SYNC_QUIET_MS: '0', ...environment },
  });
  const parts = {
    clock,
    store,
    outbox,
    metrics,
    requests: createRequests(store),
    record: () => undefined,
    say,
  };
  const adapter = createTradovateAdapter(settings, parts);
  const abort = new AbortController();
  stopping.push(abort);
  return {
    ...{ adapter, sent, said, store, metrics },
    async run() {
      void adapter.run(abort.signal);
      await eventually(() => adapter.standing().isSynced);
    },
    stop: () => abort.abort(),
    /** Waits until the site has received this many events of a type. */
    async received(type: string, count: number) {
      await eventually(async () => {
        await outbox.flush().catch(() => undefined);
        return sent.filter((each) => each.type === type).length >= count;
      });
      return sent.filter((each) => each.type === type);
    },
  };
}

const request = (accountId: string) => ({
  ...{ accountId, rules: trailing, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
});

async function openOne(bridge: ReturnType<typeof connect>, accountId = 'acc-1') {
  const opened = await bridge.adapter.open(request(accountId));
  const account = vendor.firm.find('account', opened.platformAccountId);
  return { ...opened, vendorId: account?.id ?? 0 };
}

const callsOf = (path: string) => vendor.calls.filter((call) => call.path === path);

describe('Tradovate, stage 1: authentication', () => {
  test('renews before expirationTime, never logs in twice', async () => {
    const bridge = connect();
    await openOne(bridge);
    for (let times = 0; times < 4; times += 1) {
      await clock.advance(75 * minuteMs);
      await bridge.adapter.examine();
    }
    expect([vendor.signIns(), callsOf('/auth/renewaccesstoken').length]).toEqual([1, 4]);
  });

  test('third session kills the oldest and the adapter recovers', async () => {
    const bridge = connect();
    await openOne(bridge);
    vendor.signInElsewhere();
    vendor.signInElsewhere();
    await openOne(bridge, 'acc-2');
    expect(vendor.signIns()).toBe(2);
  });

  test('bad password stops after one try', async () => {
    const bridge = connect({ password: 'wrong' });
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/Incorrect username or password/);
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow(/start the bridge again/);
    expect(vendor.signIns()).toBe(1);
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

  test('sends [] every 2.5 s, and a silent connection is opened again', async () => {
    const bridge = connect();
    await bridge.run();
    await clock.advance(2_500);
    await eventually(() => bridge.metrics.text().includes('frames'));
    vendor.disconnect();
    await eventually(() => !bridge.adapter.standing().isSynced);
    await clock.advance(2_000);
    await eventually(() => bridge.adapter.standing().isSynced);
    expect(callsOf('authorize')).toHaveLength(2);
  });

  test('two partial fills, two sourceIds, each with its fee and account', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 3, price: 6_850.25 }, [1, 2]);
    const fills = await bridge.received('fill', 2);
    // 6,850.25 are 27,401 ticks; $2.10 a contract.
    const fill = { accountId: 'acc-1', instrument: 'ES', month: '2026-12', side: 'buy', priceTicks: 27_401, at: start };
    expect(fills).toMatchObject([
      { ...fill, quantity: 1, feeCents: 210 },
      { ...fill, quantity: 2, feeCents: 420 },
    ]);
    expect(new Set(fills.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test('fill before its order, fee after its fill: one event', async () => {
    await vendor.stop();
    vendor = await startEmulator({ now: () => clock.now(), shuffle: (all) => all.toReversed() });
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    vendor.firm.trade({ accountId: vendorId, contract: 'MNQZ6', action: 'Sell', qty: 2, price: 25_000.5 });
    const fills = await bridge.received('fill', 1);
    // A quarter point is a tick.
    expect(fills).toMatchObject([{ instrument: 'MNQ', side: 'sell', quantity: 2, priceTicks: 100_002, feeCents: 420 }]);
    expect(bridge.sent.filter(({ type }) => type === 'fill-fee')).toEqual([]);
  });

  test('duplicate props counted once, and a late fee follows its fill', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const [fill] = vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await bridge.received('fill', 1);
    vendor.firm.put('fill', fill as never);
    vendor.firm.put('fillFee', { id: fill?.id ?? 0, commission: 3.5 });
    const fees = await bridge.received('fill-fee', 1);
    expect(fees).toMatchObject([{ of: `fill-${fill?.id}`, feeCents: 350 }]);
    expect(await bridge.received('fill', 1)).toHaveLength(1);
  });

  test('TradeCancel and TradeCorrect become corrections', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    const place = { accountId: vendorId, contract: 'ESZ6', qty: 1 } as const;
    const [first] = vendor.firm.trade({ ...place, action: 'Buy', price: 6_000 });
    const [second] = vendor.firm.trade({ ...place, action: 'Sell', price: 6_010 });
    await bridge.received('fill', 2);
    vendor.firm.bust(first?.id ?? 0);
    const corrected = {
      execType: 'TradeCorrect',
      execRefId: String(second?.id),
      lastQty: 1,
      lastPx: 6_009.5,
      action: 'Sell',
    };
    const order = { orderId: second?.['orderId'], contractId: second?.['contractId'] };
    vendor.firm.put('executionReport', { id: vendor.firm.newId(), ...order, ...corrected });
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
    vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    const again = connect();
    await again.run();
    expect(await again.received('fill', 1)).toMatchObject([{ accountId: 'acc-1', priceTicks: 24_000 }]);
  });

  test('events wait on disk while the site is down', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    isSiteDown = true;
    vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    await eventually(() => bridge.store.list('outbox').length > 0);
    bridge.stop();
    bridge.store.close();
    isSiteDown = false;
    expect(await connect().received('fill', 1)).toMatchObject([{ accountId: 'acc-1', feeCents: 210 }]);
  });
});

describe('Tradovate, penalties', () => {
  test('p-ticket in a 200 is not success: the identical body is sent again after p-time', async () => {
    vendor.fault({ path: '/user/createevaluationusers', kind: 'answer', body: { 'p-ticket': 't1', 'p-time': 5 } });
    const opening = connect().adapter.open(request('acc-1'));
    await eventually(() => callsOf('/user/createevaluationusers').length === 1);
    await clock.advance(5_000);
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
    vendor.fault({ path: '/account/find', ...fault });
    const until = start + hourMs;
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toMatchObject({ reason: 'vendor-limit', until });
    const before = vendor.calls.length;
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toMatchObject({ reason: 'vendor-limit', until });
    expect(vendor.calls.length).toBe(before);
    await clock.advance(hourMs);
    await openOne(bridge, 'acc-2');
  });
});

describe('Tradovate, stages 3 to 5: users, accounts, money', () => {
  test('UserAlreadyExists finds the user', async () => {
    vendor.fault({ path: '/user/find', kind: 'status', status: 404 });
    vendor.fault({ path: '/user/createevaluationusers', kind: 'lose' });
    await expect(connect().adapter.open(request('acc-1'))).rejects.toThrow();
    vendor.fault({ path: '/user/find', kind: 'status', status: 404 });
    await openOne(connect());
    expect(vendor.firm.list('user')).toHaveLength(1);
  });

  test('creation timed out but the account exists: found by name, not doubled', async () => {
    vendor.fault({ path: '/user/createevaluationaccounts', kind: 'lose' });
    const bridge = connect();
    await expect(bridge.adapter.open(request('acc-1'))).rejects.toThrow();
    const { platformAccountId } = await openOne(bridge);
    expect(vendor.firm.list('account').map((row) => row['name'])).toEqual([platformAccountId]);
    expect(platformAccountId).toMatch(/^TDV\d{17}$/);
  });

  test('an opening in maintenance waits for its end', async () => {
    // 16:10 in Chicago; the window of a Wednesday ends at 17:00.
    await clock.advance(6 * hourMs + 10 * minuteMs);
    const until = Date.UTC(2026, 2, 11, 22);
    await expect(connect().adapter.open(request('acc-1'))).rejects.toMatchObject({ reason: 'maintenance', until });
    expect(vendor.calls).toEqual([]);
  });

  test.each([
    ['errorText in a 200 fails the opening', { results: [{ errorText: 'WeakPassword' }] }, /WeakPassword/],
    ['violations shown', { violations: [{ description: 'No permission for plan 1' }] }, /No permission for plan 1/],
  ])('%s', async (_title, body, words) => {
    vendor.fault({ path: '/user/createevaluationusers', kind: 'answer', body });
    await expect(connect().adapter.open(request('acc-1'))).rejects.toThrow(words);
  });

  test('limits are set with the account and read back; other ones keep trading off', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const [created] = callsOf('/user/createevaluationaccounts');
    expect(created?.body).toMatchObject({
      accounts: [{ initialBalance: trailing.startingBalanceCents / 100, postTradeRisk: { doNotUnlock: true } }],
    });
    expect(vendor.firm.rowOf('userAccountAutoLiq', vendorId)).toMatchObject({
      trailingMaxDrawdownMode: expect.any(String),
    });
    for (const path of ['/userAccountAutoLiq/deps', '/userAccountAutoLiq/deps'])
      vendor.fault({ path, kind: 'answer', body: {} });
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toThrow(/other limits/);
    expect(vendor.firm.list('accountRiskStatus').at(-1)).toMatchObject({ adminAction: 'LockTradingImmediately' });
  });

  describe('money', () => {
    const sends = () => callsOf('/fundTransaction/adjustcash').length;
    /** The account after one payout of $1,250. */
    const paidOnce = trailing.startingBalanceCents / 100 - 1_250;

    test('adjustcash answer lost: paid once', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'lose' });
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow();
      const { transferredAt } = await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      expect(transferredAt).toBe(start);
      expect(sends()).toBe(1);
      expect(vendor.firm.rowOf('cashBalance', vendorId)?.['amount']).toBe(paidOnce);
    });

    test('a log that lags behind doesn’t send the money twice, also after a restart', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      vendor.logLagMs = 30_000;
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow(/doesn’t show/);
      await expect(bridge.adapter.transfer('acc-1', -125_000, 'payout-1')).rejects.toThrow(/doesn’t show/);
      bridge.store.close();
      await clock.advance(30_000);
      expect(await connect().adapter.transfer('acc-1', -125_000, 'payout-1')).toEqual({ transferredAt: start });
      expect([sends(), vendor.firm.rowOf('cashBalance', vendorId)?.['amount']]).toEqual([1, paidOnce]);
    });

    test('once the log has moved to the next session, a person looks; nothing is sent again until they say so', async () => {
      const bridge = connect();
      const { vendorId } = await openOne(bridge);
      const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'lose' });
      await expect(payOut()).rejects.toThrow();
      // 17:30 in Chicago, in the next session.
      await clock.advance(7 * hourMs + 30 * minuteMs);
      await expect(payOut()).rejects.toMatchObject({ reason: 'person' });
      expect(bridge.adapter.tasks()).toMatchObject([{ id: 'payout-1', kind: 'transfer-money', requestedAt: start }]);
      bridge.adapter.settleTransfer('payout-1', true);
      expect([await payOut(), bridge.adapter.tasks()]).toEqual([{ transferredAt: start }, []]);
      expect([sends(), vendor.firm.rowOf('cashBalance', vendorId)?.['amount']]).toEqual([1, paidOnce]);
    });

    test('what a person finds wasn’t made is sent again, and what the vendor refused needs nobody', async () => {
      const bridge = connect();
      await openOne(bridge);
      const payOut = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
      vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'answer', body: { errorText: 'No scope' } });
      await expect(payOut()).rejects.toThrow('No scope');
      vendor.fault({ path: '/fundTransaction/adjustcash', kind: 'fail' });
      await expect(payOut()).rejects.toThrow();
      await clock.advance(10 * minuteMs);
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
    vendor.closesPositions = false;
    vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 2, price: 6_000 });
    await bridge.received('fill', 1);
    expect(await bridge.adapter.setAccess('acc-1', locked)).toEqual({ effective: false });
    const sellOne = { accountId: vendorId, contract: 'ESZ6', action: 'Sell', qty: 1, price: 5_990 } as const;
    vendor.firm.trade(sellOne);
    await bridge.received('fill', 2);
    expect(vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
    vendor.firm.trade(sellOne);
    expect(await bridge.received('access-effective', 1)).toMatchObject([{ accountId: 'acc-1', revision: 7 }]);
    expect(vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LockTradingImmediately');
  });

  test('flatten false still lets the trader close', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const pastDue = { ...locked, flatten: false, reason: 'past-due' };
    expect(await bridge.adapter.setAccess('acc-1', pastDue)).toEqual({ effective: true });
    expect(vendor.firm.rowOf('accountRiskStatus', vendorId)).toMatchObject({ liquidateOnly: true });
  });

  test('day lock lifted on time even after a restart', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.adapter.setAccess('acc-1', { ...locked, reason: 'daily-limit', until: start + hourMs });
    bridge.store.close();
    const again = connect();
    await again.run();
    const action = () => vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction'];
    expect(action()).toBe('LockTradingImmediately');
    await clock.advance(hourMs + 1_000);
    await eventually(() => action() === 'Normal');
  });
});
