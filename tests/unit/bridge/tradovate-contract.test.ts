import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { findFault, listBreaches } from '../../emulators/contract.ts';
import { contract } from '../../emulators/tradovate/contract.ts';
import { trailing } from '../support.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

/** What the bridge never asks for: the calls of trading programs. */
const others = ['POST /order/placeorder', 'POST /cashBalance/getcashbalancesnapshot'];
const sent = Object.keys(contract).filter((name) => !others.includes(name));
const environment = {
  ...{ TRADOVATE_DATA_ENTITLEMENTS: '7', TRADOVATE_DEPTH_PLANS: '9', TRADOVATE_PERSONAL_STOPS: 'vendor' },
  TRADOVATE_ENTITLEMENTS: '3',
};

/** Everything that the bridge asks the vendor for: opens, watches, stops, locks, resets, pays and closes an account. */
async function doEverything() {
  const bridge = connect({ environment });
  const { vendorId } = await openOne(bridge);
  await bridge.run();
  const personalStop = { lossCents: 50_000, profitCents: 80_000, trades: null };
  const marketData = ['cme-all-top', 'cme-all-depth'];
  await bridge.adapter.setAccess('acc-1', { revision: 1, trading: true, personalStop, marketData });
  await bench.clock.advance(5_000);
  await eventually(() => callsOf('/user/addmarketdatasubscription').length > 0);
  await bridge.adapter.setAccess('acc-1', { revision: 2, trading: false, flatten: true, reason: 'breach' });
  const [limit] = bench.vendor.firm.list('userAccountPositionLimit');
  bench.vendor.firm.put('userAccountPositionLimit', { ...limit, id: limit?.id ?? 0, exposedLimit: 99 });
  await bridge.adapter.reset('acc-1', 'reset-1');
  bench.vendor.fault({ path: '/userAccountPositionLimit/deps', kind: 'answer', body: [] });
  await bridge.adapter.reset('acc-1', 'reset-1');
  await bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
  await bridge.adapter.close('acc-1');
  return { vendorId };
}

/** The body of the last such request, over REST or the stream. */
function lastBody(name: string) {
  const [, path = ''] = name.split(' ');
  const [call] = [...callsOf(path), ...callsOf(path.slice(1))].slice(-1);
  if (!call) throw new Error(`the bridge never sends ${name}`);
  return call.body;
}

async function post(path: string, body: unknown) {
  const { accessToken } = bench.vendor.signInElsewhere();
  const response = await fetch(`${bench.vendor.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

describe('Tradovate: what its pages require', () => {
  test('every call of the table is sent as it stands there, and without any of its rows it is refused', async () => {
    await doEverything();
    const wrong = sent.flatMap((name) => {
      const fault = findFault(contract[name]?.fields ?? {}, lastBody(name));
      return fault === undefined ? [] : [`${name}: ${fault}`];
    });
    expect(wrong).toEqual([]);
    const accepted: string[] = [];
    let tried = 0;
    for (const name of sent)
      for (const { path, what, body } of listBreaches(contract[name]?.fields ?? {}, lastBody(name))) {
        tried += 1;
        const { status, answer } = await post(name.split(' ')[1] ?? '', body);
        if (status !== 400 || !String(answer['errorText']).includes(path.split('.')[0] ?? ''))
          accepted.push(`${name}: ${path} ${what}`);
      }
    expect(accepted).toEqual([]);
    // Each field of each call, one by one.
    expect(tried).toBeGreaterThan(100);
  });

  test('the table names a page for each call', () => {
    for (const { source } of Object.values(contract))
      expect(source).toMatch(/^https:\/\/partner\.tradovate\.com\/\S+$/);
  });

  test.each([
    ['reset', () => connect().adapter.reset('acc-1', 'r-1'), '/account/resetdemoaccountstate'],
    ['payout', () => connect().adapter.transfer('acc-1', -100, 'p-1'), '/fundTransaction/adjustcash'],
    [
      'lock',
      () => connect().adapter.setAccess('acc-1', { revision: 1, trading: false, flatten: true }),
      '/accountRiskStatus/setadminautoliqaction',
    ],
  ])('a %s that the vendor doesn’t understand is refused for good, with its words', async (_title, act, path) => {
    const bridge = connect();
    await openOne(bridge);
    bridge.store.close();
    bench.vendor.fault({ path, kind: 'answer', status: 400, body: { errorText: 'accountId is required' } });
    await expect(act()).rejects.toThrow(/accountId is required/);
    expect(callsOf(path)).toHaveLength(1);
  });

  test('what the vendor’s rows refuse opens nothing', async () => {
    const account = { name: 'TDV1', userId: 999, templateAccountId: 1, initialBalance: 50_000 };
    const create = async (changes: object) => {
      const { answer } = await post('/user/createevaluationaccounts', { accounts: [{ ...account, ...changes }] });
      return (answer['results'] as { errorText: string }[])[0]?.errorText;
    };
    expect(await create({})).toMatch(/no user 999/);
    const { userId } = bench.vendor.firm.put('user', { id: 999, userId: 999, name: 'ada' });
    expect(await create({ userId, templateAccountId: 5 })).toMatch(/template/);
    expect(await create({ userId, initialBalance: -1 })).toMatch(/negative/);
    expect(await create({ userId })).toBe('');
  });
});

describe('Tradovate: figures that the vendor holds', () => {
  const openWith = async (drawdown: typeof trailing.drawdown, more: Partial<typeof trailing> = {}) => {
    const bridge = connect();
    const rules = { ...trailing, drawdown, ...more };
    const { platformAccountId } = await bridge.adapter.open({ ...request('acc-1'), rules });
    const { id = 0 } = bench.vendor.firm.find('account', platformAccountId) ?? {};
    return { bridge, limits: bench.vendor.firm.rowOf('userAccountAutoLiq', id) };
  };

  // A start of $50,000 and a maximum loss of $2,000. The vendor's own example stops at 100,100 for a start of 100,000.
  test.each([
    ['at the start', { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 0 } }, 50_000],
    ['$100 above it', { mode: 'end-of-day', maxLossCents: 200_000, lock: { offsetCents: 10_000 } }, 50_100],
    ['nowhere', { mode: 'intraday', maxLossCents: 200_000, lock: null }, undefined],
    ['where it begins', { mode: 'static', maxLossCents: 200_000 }, 48_000],
  ] as const)('a floor that stops %s is held so', async (_title, drawdown, limit) => {
    const { limits } = await openWith(drawdown);
    expect([limits?.['trailingMaxDrawdown'], limits?.['trailingMaxDrawdownLimit']]).toEqual([2_000, limit]);
  });

  // forum pages of the entity UserAccountAutoLiq: the same as a sum, of the day’s start, for dailyLossPercentageAutoLiq.
  test('a daily limit that is a share is held as a percentage, and a floor at a share of the peak isn’t held', async () => {
    const { limits } = await openWith(
      { mode: 'end-of-day-percent', maxLossBps: 600, lock: null },
      { dailyLoss: { mode: 'hard', limitBps: 250 } },
    );
    expect(limits).toMatchObject({ dailyLossPercentageAutoLiq: 2.5, doNotUnlock: true });
    expect(limits).not.toHaveProperty('dailyLossAutoLiq');
    expect(limits).not.toHaveProperty('trailingMaxDrawdown');
  });

  test('a floor that never stops isn’t given a limit by somebody else', async () => {
    const { bridge, limits } = await openWith({ mode: 'end-of-day', maxLossCents: 200_000, lock: null });
    bench.vendor.firm.put('userAccountAutoLiq', { ...limits, id: limits?.id ?? 0, trailingMaxDrawdownLimit: 50_000 });
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect(bench.vendor.firm.rowOf('userAccountAutoLiq', limits?.id ?? 0)).not.toHaveProperty(
      'trailingMaxDrawdownLimit',
    );
  });

  test('an account is reset to the day on which it was opened, and locked with the time since when', async () => {
    await openOne(connect());
    const bridge = connect();
    await bridge.run();
    await bridge.adapter.reset('acc-1', 'reset-1');
    expect(lastBody('POST /account/resetdemoaccountstate')).toMatchObject({
      resetTradeDate: { day: 11, month: 3, year: 2026 },
    });
    const [status] = bench.vendor.firm.list('accountRiskStatus');
    const since = new Date(start - hourMs).toISOString();
    bench.vendor.firm.put('accountRiskStatus', { ...status, id: status?.id ?? 0, liquidateOnly: since });
    expect(await bridge.received('platform-lock', 1)).toMatchObject([{ isLocked: true, reason: 'liquidateOnly' }]);
  });
});
