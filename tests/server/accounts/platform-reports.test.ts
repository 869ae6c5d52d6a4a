import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { findHeartbeat } from '#server/accounts/feed/heartbeat.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import { type Platform, PlatformPending, PlatformRefused } from '#server/accounts/ports/platform/platform.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';

let base: TestApp;
let server: TestApp;
/** What the stand-in for the bridge answers. */
let pending: PlatformPending | PlatformRefused | null = null;
let isEffective = true;
let needsPerson = false;

beforeAll(async () => {
  base = await startTestApp({ startAt: testStart + 3 * hourMs });
  const platform: Platform = {
    ...base.deps.platform,
    async openAccount(selection) {
      if (pending) throw pending;
      return base.deps.platform.openAccount(selection);
    },
    async setAccess() {
      if (needsPerson) throw new PlatformPending('a person must do it', { reason: 'person', until: null });
      return { isEffective };
    },
  };
  server = await base.another({ env: { ...base.deps.env, bridge: { url: 'http://127.0.0.1:9/', secret } }, platform });
});

afterAll(() => base.close());

async function post(path: string, message: object) {
  const body = JSON.stringify(message);
  const { timestamp, signature } = sign(secret, body, server.clock.now());
  const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
  const response = await server.app.request(`/api/bridge/${path}`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

async function openOne() {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await server.deps.db.updateTable('trading_account').set({ simulated: false }).where('id', '=', accountId).execute();
  const deliverAt = (asOf: number | undefined, ...events: readonly (readonly [string, object])[]) =>
    post('events', {
      account: { accountId },
      events: events.map(([sourceId, event]) => ({ sourceId, event })),
      ...(asOf !== undefined && { asOf }),
    });
  const deliver = (...events: readonly (readonly [string, object])[]) => deliverAt(undefined, ...events);
  const state = async () => {
    const accounts = server.deps.db.selectFrom('trading_account').select('state').where('id', '=', accountId);
    return (await accounts.executeTakeFirstOrThrow()).state;
  };
  const summary = async () =>
    (await client(server)(accountData, { token, query: { history: accountId } })).data.accounts.find(
      ({ id }) => id === accountId,
    );
  const details = async () => (await client(server)(accountDetails, { query: { accountId }, token })).data;
  return { accountId, personId, token, deliver, deliverAt, state, summary, details };
}

async function parkedFor(accountId: string) {
  const token = (await signInStaff(server, 'risk_manager')).token;
  const { data } = await client(server)(officeLists.parked.page, { token, query: { account: accountId } });
  return data.rows.map((row) => row['parkedFor']);
}

const es = { type: 'fill', instrument: 'ES', month: '2026-12', quantity: 1, feeCents: 0 } as const;
const buy = { ...es, at: testStart, side: 'buy', priceTicks: 24_000 };
/** Twelve ticks of $12.50 above: $150. */
const sell = { ...es, at: testStart + minuteMs, side: 'sell', priceTicks: 24_012 };
const later = testStart + hourMs;

describe('fills that the platform changes later', () => {
  test('a busted fill never happened: its money and its position are as before it', async () => {
    const { deliver, state, summary } = await openOne();
    await deliver(['f1', buy], ['f2', sell]);
    expect(await state()).toMatchObject({ balanceCents: 5_015_000, positions: [] });
    const bust = ['b1', { type: 'fill-correction', at: later, of: 'f2', fill: null }] as const;
    expect((await deliver(bust)).body).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await state()).toMatchObject({ balanceCents: 5_000_000, positions: [{ quantity: 1, costTicks: 24_000 }] });
    expect((await summary())?.history?.fills).toHaveLength(1);
    // Neither the bust nor the fill counts again.
    expect((await deliver(bust, ['f2', sell])).body).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await state()).toMatchObject({ balanceCents: 5_000_000 });
  });

  test('a bust that arrives before its fill keeps it out', async () => {
    const { deliver, state } = await openOne();
    await deliver(['b1', { type: 'fill-correction', at: later, of: 'f2', fill: null }]);
    await deliver(['f1', buy], ['f2', sell]);
    expect(await state()).toMatchObject({ balanceCents: 5_000_000, positions: [{ quantity: 1 }] });
  });

  test('an order’s total books what was filled since, and a person sees one that contradicts it', async () => {
    const { deliver, state, accountId } = await openOne();
    const order = { type: 'order', instrument: 'ES', month: '2026-12', side: 'buy' };
    const total = (at: number, quantity: number, totalTicks: number, feeCents: number) =>
      ['o1', { ...order, at, quantity, totalTicks, feeCents }] as const;
    const first = total(testStart, 1, 24_000, 100);
    expect(await deliver(first)).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 0 } });
    // Two more, at 24,002 and 24,003, in one delivery with the next report, which has the fee.
    expect((await deliver(total(later, 3, 72_005, 100), total(later, 3, 72_005, 300))).body).toMatchObject({
      accepted: 2,
    });
    expect(await state()).toMatchObject({ positions: [{ quantity: 3, costTicks: 72_005 }], balanceCents: 4_999_700 });
    expect((await deliver(first, total(later, 3, 72_005, 300))).body).toMatchObject({ accepted: 0, duplicates: 2 });
    // The same quantity at another price: what was booked last is at 24,002 now, both of it.
    await deliver(total(later, 3, 72_004, 300));
    expect(await state()).toMatchObject({ positions: [{ quantity: 3, costTicks: 72_004 }], balanceCents: 4_999_700 });
    await deliver(total(later + 1, 2, 48_002, 200));
    expect(await state()).toMatchObject({ positions: [{ quantity: 3, costTicks: 72_004 }] });
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
  });

  test('a fill of a later statement with other content is a correction, one of an earlier statement is known', async () => {
    const { deliverAt, state, accountId } = await openOne();
    await deliverAt(later, ['f1', buy], ['f2', sell]);
    const better = { ...sell, priceTicks: 24_014, feeCents: 50 };
    expect((await deliverAt(later + 2, ['f1', buy], ['f2', better])).body).toMatchObject({
      ...{ accepted: 1, duplicates: 1 },
    });
    // Fourteen ticks of $12.50, less $0.50.
    expect(await state()).toMatchObject({ balanceCents: 5_017_450, positions: [] });
    expect((await deliverAt(later + 1, ['f2', sell])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await state()).toMatchObject({ balanceCents: 5_017_450 });
    const other = { ...sell, month: '2027-03' };
    expect((await deliverAt(later + 3, ['f2', other])).body).toMatchObject({ accepted: 0 });
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
  });

  test('a live fill that comes again without the fee that followed it changes nothing', async () => {
    const { deliver, state, accountId } = await openOne();
    await deliver(['f1', buy], ['f2', sell], ['fee', { type: 'fill-fee', at: later, of: 'f2', feeCents: 50 }]);
    expect((await deliver(['f2', sell])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await parkedFor(accountId)).toEqual([]);
    expect(await state()).toMatchObject({ balanceCents: 5_014_950 });
  });

  test('a live fill that comes again with a fee that was missing has it', async () => {
    const { deliver, state, accountId } = await openOne();
    await deliver(['f1', buy], ['f2', sell]);
    const charged = { ...sell, feeCents: 50 };
    expect((await deliver(['f2', charged])).body).toMatchObject({ accepted: 1 });
    expect((await deliver(['f2', sell], ['f2', charged])).body).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(await state()).toMatchObject({ balanceCents: 5_014_950 });
    expect(await parkedFor(accountId)).toEqual([]);
  });

  test.each([
    ['price', { priceTicks: 24_014 }],
    ['quantity', { quantity: 2 }],
    ['side', { side: 'buy' }],
    ['contract', { instrument: 'NQ' }],
    ['month', { month: '2027-03' }],
    ['time', { at: testStart + hourMs / 2 }],
    ['fee', { feeCents: 75 }],
  ])('a live fill that comes again with another %s waits for a person, once, and changes nothing', async (_, other) => {
    const { deliver, state, accountId } = await openOne();
    await deliver(['f1', buy], ['f2', { ...sell, feeCents: 50 }]);
    const said = { ...sell, feeCents: 50, ...other };
    expect((await deliver(['f2', said])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    await deliver(['f2', said]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
    expect(await state()).toMatchObject({ balanceCents: 5_014_950, positions: [] });
  });

  test('money that comes again with another amount or cause waits for a person, once, and changes nothing', async () => {
    const { deliver, state, accountId } = await openOne();
    const fee = { type: 'adjustment', at: later, amountCents: -2_500, cause: 'fee' };
    await deliver(['m1', fee]);
    expect((await deliver(['m1', fee])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await parkedFor(accountId)).toEqual([]);
    for (const _ of [1, 2]) await deliver(['m1', { ...fee, amountCents: -25_000 }]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
    // A payout would use up a cap.
    await deliver(['m1', { ...fee, cause: 'payout' }]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory', 'row-contradictory']);
    expect(await state()).toMatchObject({ balanceCents: 4_997_500 });
  });

  test('a fill under the id of money, and money under the id of a fill, wait for a person and change nothing', async () => {
    const { deliver, state, accountId } = await openOne();
    const fee = { type: 'adjustment', at: later, amountCents: -2_500, cause: 'fee' };
    await deliver(['f1', buy], ['f2', sell], ['m1', fee]);
    for (const _ of [1, 2]) await deliver(['m1', sell], ['f2', fee]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory', 'row-contradictory']);
    expect(await state()).toMatchObject({ balanceCents: 5_012_500, positions: [] });
  });

  test('two live versions of a fill in one delivery: the first counts, and a person sees the other', async () => {
    const { deliver, state, accountId } = await openOne();
    await deliver(['f1', buy], ['f2', sell], ['f2', { ...sell, priceTicks: 24_014 }]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
    expect(await state()).toMatchObject({ balanceCents: 5_015_000 });
  });

  test('a correction explains the fill that came with its content before it, and after it', async () => {
    const { deliver, state, accountId } = await openOne();
    await deliver(['f1', buy], ['f2', sell]);
    const corrected = { ...sell, priceTicks: 24_014 };
    await deliver(['f2', corrected]);
    expect(await parkedFor(accountId)).toEqual(['row-contradictory']);
    const trade = { side: 'sell', quantity: 1, priceTicks: 24_014 };
    await deliver(['c1', { type: 'fill-correction', at: later, of: 'f2', fill: trade }]);
    await deliver(['f2', corrected], ['f2', sell]);
    expect(await parkedFor(accountId)).toEqual([]);
    expect(await state()).toMatchObject({ balanceCents: 5_017_500, positions: [] });
  });

  test('a fill that comes again at another time counts at that time', async () => {
    const { deliverAt, state } = await openOne();
    await deliverAt(later, ['f1', buy], ['f2', sell]);
    await deliverAt(later + 1, ['f1', { ...buy, at: testStart - 24 * hourMs }]);
    expect((await state()).days.map(({ fills }) => fills)).toEqual([1, 1]);
    expect(await state()).toMatchObject({ balanceCents: 5_015_000, positions: [] });
  });

  test('a corrected price counts at the time of the fill, and the newest of two corrections, in any order', async () => {
    const { deliver, state } = await openOne();
    const corrected = (priceTicks: number, at: number) => ({
      ...{ type: 'fill-correction', at, of: 'f2', fill: { side: 'sell', quantity: 1, priceTicks } },
    });
    await deliver(['f1', buy], ['f2', sell]);
    await deliver(['c2', corrected(24_010, later + 1)]);
    await deliver(['c1', corrected(24_100, later)]);
    // Ten ticks: $125.
    expect(await state()).toMatchObject({ balanceCents: 5_012_500, positions: [] });
  });

  test('a bust is taken back by a later correction', async () => {
    const { deliver, state } = await openOne();
    await deliver(['f1', buy], ['f2', sell], ['b1', { type: 'fill-correction', at: later, of: 'f2', fill: null }]);
    const fill = { side: 'sell', quantity: 1, priceTicks: 24_012 };
    await deliver(['b2', { type: 'fill-correction', at: later + 1, of: 'f2', fill }]);
    expect(await state()).toMatchObject({ balanceCents: 5_015_000, positions: [] });
  });

  test('a late fee replaces the one of its fill, on the fill’s own day', async () => {
    const { deliver, state } = await openOne();
    await deliver(['f1', buy], ['f2', sell]);
    await deliver(['fee-2', { type: 'fill-fee', at: later + 1, of: 'f2', feeCents: 210 }]);
    await deliver(['fee-1', { type: 'fill-fee', at: later, of: 'f2', feeCents: 105 }]);
    expect(await state()).toMatchObject({ balanceCents: 5_014_790, days: [{ profitCents: 14_790, fills: 2 }] });
  });

  test('a bust takes back the breach that only its fill caused', async () => {
    const { deliver, state } = await openOne();
    // 161 ticks are $2,012.50, and a Classic 50K may lose $2,000.
    await deliver(['f1', buy], ['f2', { ...sell, priceTicks: 23_839 }]);
    expect((await state()).status).toBe('breached');
    await deliver(['b1', { type: 'fill-correction', at: later, of: 'f2', fill: null }]);
    expect(await state()).toMatchObject({ status: 'active', breach: null, balanceCents: 5_000_000 });
  });
});

describe('equity without prices', () => {
  test('the platform’s open profit counts until a fill, and breaches at the floor', async () => {
    const { deliver, state } = await openOne();
    await deliver(['f1', buy], ['e1', { type: 'equity', at: testStart + 1_000, openProfitCents: 12_300 }]);
    expect(await state()).toMatchObject({ equityCents: 5_012_300, balanceCents: 5_000_000 });
    await deliver(['f2', sell], ['e2', { type: 'equity', at: later, openProfitCents: -900_000 }]);
    // The account is flat, so there is nothing that the second report could be about.
    expect(await state()).toMatchObject({ equityCents: 5_015_000, status: 'active' });
    await deliver(
      ['f3', { ...buy, at: later + 1 }],
      ['e3', { type: 'equity', at: later + 2, openProfitCents: -215_000 }],
    );
    expect(await state()).toMatchObject({
      status: 'breached',
      breach: { equityCents: 4_800_000, floorCents: 4_800_000 },
    });
  });
});

describe('while figures differ', () => {
  test('rules don’t decide; once the missing fill arrives they do, from what really happened', async () => {
    const { accountId, deliver, state, summary, details } = await openOne();
    await deliver(['f1', buy]);
    const report = (at: number, positions: readonly object[]) =>
      post('balances', { balances: [{ account: { accountId }, at, balanceCents: 5_000_000, positions }] });
    const held = [{ instrument: 'ES', month: '2026-12', quantity: 1 }];
    expect((await report(testStart + 1_000, held)).body).toMatchObject({ balances: [{ differs: false }] });
    // The platform sold another contract at the same price, which we don't know yet.
    expect((await report(testStart + 2_000, [])).body).toMatchObject({ balances: [{ differs: true }] });
    expect(await summary()).toMatchObject({ isVerdictHeld: true });
    expect((await details()).differences[0]).toMatchObject({ status: 'open', positions: { platform: [], own: held } });
    await deliver(['m1', { type: 'mark', at: later, instrument: 'ES', month: '2026-12', priceTicks: 23_000 }]);
    expect(await state()).toMatchObject({ status: 'active', equityCents: 3_750_000 });
    await deliver(['f0', { ...sell, at: testStart + 500, priceTicks: 24_000 }]);
    await report(later, []);
    expect(await state()).toMatchObject({ status: 'active', positions: [], equityCents: 5_000_000 });
    expect(await summary()).toMatchObject({ isVerdictHeld: false });
  });

  test('a breach that really happened counts once they agree', async () => {
    const { accountId, deliver, state } = await openOne();
    await deliver(['f1', buy]);
    const report = (at: number, balanceCents: number) =>
      post('balances', { balances: [{ account: { accountId }, at, balanceCents }] });
    await report(testStart + 1_000, 4_999_000);
    await deliver(['f2', { ...sell, priceTicks: 23_800 }]);
    // 200 ticks: $2,500.
    expect(await state()).toMatchObject({ status: 'active', balanceCents: 4_750_000 });
    await report(later, 4_750_000);
    expect(await state()).toMatchObject({ status: 'breached', breach: { at: sell.at, equityCents: 4_750_000 } });
  });
});

describe('what the platform does later', () => {
  test('an account that opens after maintenance is shown with its time, and opens as soon as the bridge says so', async () => {
    const { personId, token } = await signInPerson(server);
    const order = await payOrder(server, personId);
    const until = server.clock.now().getTime() + 2 * hourMs;
    pending = new PlatformPending('closed', { reason: 'maintenance', until });
    await server.deps.jobs.send(server.deps.db, 'fulfill-order', { orderId: order.id }, { singletonKey: order.id });
    await server.drain({ allowFailures: true });
    const read = async () => (await client(server)(myOrders, { query: { unfinished: '1' }, token })).data.orders;
    expect(await read()).toMatchObject([
      { orderId: order.id, opening: { status: 'pending', reason: 'maintenance', until } },
    ]);
    const { account_id: accountId } = await server.deps.db
      .selectFrom('platform_opening')
      .select('account_id')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const tell = (at: number, opening: object) =>
      post('events', {
        account: { accountId },
        events: [{ sourceId: `o${at}`, event: { type: 'opening', at, ...opening } }],
      });
    const now = server.clock.now().getTime();
    expect((await tell(now + 2, { status: 'failed', reason: 'WeakPassword' })).body).toMatchObject({ accepted: 1 });
    expect((await tell(now + 1, { status: 'pending', reason: 'maintenance', until })).body).toMatchObject({
      accepted: 0,
    });
    expect(await read()).toMatchObject([{ opening: { status: 'failed', reason: 'WeakPassword' } }]);
    pending = null;
    await tell(now + 3, { status: 'opened' });
    await server.drain({ allowFailures: true });
    expect(await read()).toEqual([]);
    expect((await client(server)(accountData, { token })).data.accounts).toMatchObject([{ id: accountId }]);
  });

  test('an opening that the platform refuses at once is shown as failed, with its words', async () => {
    const { personId, token } = await signInPerson(server);
    const order = await payOrder(server, personId);
    pending = new PlatformRefused('EmailAlreadyRegistered');
    await server.deps.jobs.send(server.deps.db, 'fulfill-order', { orderId: order.id }, { singletonKey: order.id });
    await server.drain({ allowFailures: true });
    pending = null;
    const { data } = await client(server)(myOrders, { query: { unfinished: '1' }, token });
    expect(data.orders).toMatchObject([{ opening: { status: 'failed', reason: 'EmailAlreadyRegistered' } }]);
  });

  test('a lock that isn’t effective is shown until the platform confirms its revision', async () => {
    const { accountId, deliver, summary } = await openOne();
    isEffective = false;
    const suspension = { accountId, source: 'risk:1', reason: 'risk' } as const;
    await server.deps.db.transaction().execute((trx) => suspendAccount(server.deps, trx, suspension));
    await syncAccess(server.deps, accountId);
    isEffective = true;
    expect((await summary())?.lockPendingSince).toBe(server.clock.now().getTime());
    const { token } = await signInStaff(server, 'risk_manager');
    const pendingLocks = async () => {
      const { data } = await client(server)(officeLists.bridge.page, { query: { platform: 'rithmic' }, token });
      return data.rows[0]?.locksPending;
    };
    expect(await pendingLocks()).toBe(1);
    await deliver(['a0', { type: 'access-effective', at: later, revision: 0 }]);
    expect(await pendingLocks()).toBe(1);
    await deliver(['a1', { type: 'access-effective', at: later, revision: 1 }]);
    expect([await pendingLocks(), (await summary())?.lockPendingSince]).toEqual([0, null]);
  });

  test('a lock that a person must set is shown until they have', async () => {
    const { accountId, summary } = await openOne();
    needsPerson = true;
    const suspension = { accountId, source: 'risk:2', reason: 'risk' } as const;
    await server.deps.db.transaction().execute((trx) => suspendAccount(server.deps, trx, suspension));
    const sentAt = server.clock.now().getTime();
    for (let attempts = 0; attempts < 2; attempts += 1) {
      await expect(syncAccess(server.deps, accountId)).rejects.toThrow(PlatformPending);
      expect((await summary())?.lockPendingSince).toBe(sentAt);
      server.clock.advance(minuteMs);
    }
    needsPerson = false;
    await syncAccess(server.deps, accountId);
    expect((await summary())?.lockPendingSince).toBeNull();
  });

  test('of two words about a data agreement the newer counts, and a lock of the platform’s own decides nothing', async () => {
    const { deliver, state, details } = await openOne();
    const url = 'https://platform.example/agreement';
    await deliver(['d2', { type: 'data-agreement', at: later, status: 'unsigned', url }]);
    await deliver(['d1', { type: 'data-agreement', at: later - 1, status: 'signed', url: null }]);
    expect((await details()).dataAgreement).toEqual({ status: 'unsigned', url });
    const lock = { type: 'platform-lock', at: later, isLocked: true, floorCents: 4_800_000, equityCents: 4_799_000 };
    await deliver(['l1', { ...lock, reason: 'LiquidateImmediately' }]);
    expect((await state()).status).toBe('active');
    await deliver(['d3', { type: 'data-agreement', at: later + 1, status: 'signed', url: null }]);
    expect((await details()).dataAgreement).toBeNull();
  });

  test('the office sees what a heartbeat says of lag and maintenance, and a newer bridge may know more', async () => {
    const maintenanceUntil = later + hourMs;
    const capabilities = ['canFlatten', 'takesOrders', 'readsMinds'];
    const sent = { platform: 'tradovate', capabilities, feedLagMs: 340, maintenanceUntil };
    expect((await post('heartbeat', sent)).status).toBe(200);
    const { token } = await signInStaff(server, 'risk_manager');
    const { data } = await client(server)(officeLists.bridge.page, { query: { platform: 'tradovate' }, token });
    expect(data.rows).toMatchObject([{ feedLagMs: 340, maintenanceUntil, takesOrders: true }]);
  });

  test('a platform that the bridge can’t vouch for is silent, with its reason, until it can', async () => {
    const { accountId } = await openOne();
    const { token } = await signInStaff(server, 'risk_manager');
    const rows = async (list: 'bridge' | 'tasks', query: Readonly<Record<string, string>>) =>
      (await client(server)(officeLists[list].page, { query, token })).data.rows;
    const task = { id: 'T1', accountId, kind: 'set-access', text: 'Let RTH-1 trade.', requestedAt: later };
    const command = 'node rithmic-bridge.mjs confirm T1';
    const bridgeProblem = 'The site refuses fill-7 (422).';
    const sent = { platform: 'rithmic', tasks: [{ ...task, command }] };
    const before = await findHeartbeat(server.deps, 'rithmic');
    server.clock.advance(hourMs);
    expect((await post('heartbeat', { ...sent, problem: bridgeProblem })).status).toBe(200);
    expect(await findHeartbeat(server.deps, 'rithmic')).toBe(before);
    expect(await rows('bridge', { platform: 'rithmic', feed: 'silent' })).toMatchObject([{ bridgeProblem }]);
    expect(await rows('tasks', { account: accountId })).toMatchObject([{ toDo: task.text, command }]);
    await post('heartbeat', { ...sent, problem: null });
    expect(await findHeartbeat(server.deps, 'rithmic')).toBe(server.clock.now().getTime());
    expect(await rows('bridge', { platform: 'rithmic' })).toMatchObject([{ bridgeProblem: null }]);
  });
});
