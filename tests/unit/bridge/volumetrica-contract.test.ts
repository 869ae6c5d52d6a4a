import { describe, expect, test } from 'vitest';
import { findFault, listBreaches } from '../../emulators/contract.ts';
import { contract } from '../../emulators/volumetrica/contract.ts';
import { eventually } from './bench.ts';
import { bench, connect, openOne, poll, prepareBench } from './volumetrica-bench.ts';

prepareBench();

const environment = { VOLUMETRICA_PERSONAL_STOPS: 'rule' };
/** What only a vendor's own lock or a professional leads to. */
const rarelySent = ['POST /TradingAccount/Enable', 'POST /Subscription/Confirm'];

const bodyOf = (name: string) => {
  const call = bench.vendor.calls.findLast(({ method, path }) => `${method} ${path}` === name);
  return call?.body;
};

const untilSent = (name: string) =>
  eventually(async () => {
    await bench.clock.advance(5_000);
    return bodyOf(name) !== undefined;
  });

/** Opens, watches, stops, locks, resets, pays and closes an account. */
async function doEverything(): Promise<void> {
  const bridge = connect({ environment });
  await openOne(bridge);
  bridge.start();
  const { adapter } = bridge;
  const personalStop = { lossCents: 50_000, profitCents: 80_000, trades: null };
  await adapter.setAccess('acc-1', { revision: 1, trading: true, personalStop, marketData: ['cme-all-top'] });
  await untilSent('POST /Subscription');
  await adapter.setAccess('acc-1', { revision: 2, trading: true, marketData: ['cme-all-top', 'cme-all-depth'] });
  await untilSent('PUT /Subscription');
  await adapter.setAccess('acc-1', { revision: 3, trading: true, marketData: [] });
  await untilSent('POST /Subscription/Deactive');
  await adapter.setAccess('acc-1', { revision: 4, trading: true, marketData: ['cme-all-top', 'cme-all-depth'] });
  await untilSent('POST /Subscription/Active');
  await adapter.setAccess('acc-1', { revision: 5, trading: false, flatten: true, reason: 'breach' });
  await adapter.reset('acc-1', 'reset-1');
  await adapter.transfer('acc-1', -125_000, 'payout-1').catch(() => undefined);
  await adapter.close('acc-1');
}

async function send(name: string, body: unknown) {
  const [method = '', path = ''] = name.split(' ');
  const headers = { 'Content-Type': 'application/json', 'x-api-key': 'right' };
  const response = await fetch(`${bench.vendor.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

describe('Volumetrica: what its swagger requires', () => {
  test('every call of the table is sent as it stands there, and without any of its rows it is refused', async () => {
    await doEverything();
    const names = Object.keys(contract).filter((name) => !rarelySent.includes(name));
    expect(names.filter((name) => bodyOf(name) === undefined)).toEqual([]);
    const bodies = new Map(names.map((name) => [name, bodyOf(name)] as const));
    const faults = names.flatMap((name) => findFault(contract[name]?.fields ?? {}, bodies.get(name)) ?? []);
    expect(faults).toEqual([]);
    const accepted: string[] = [];
    let tried = 0;
    for (const [name, sent] of bodies)
      for (const { path, what, body } of listBreaches(contract[name]?.fields ?? {}, sent)) {
        tried += 1;
        const { status, text } = await send(name, body);
        if (status !== 400 || !text.includes(path)) accepted.push(`${name}: ${path} ${what}`);
      }
    expect(accepted).toEqual([]);
    expect(tried).toBeGreaterThan(80);
  });

  test('fills that come without paging are each reported once', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const order = { contract: 'ESZ6', qty: 1, price: 6_000 } as const;
    for (const action of ['Buy', 'Sell', 'Buy', 'Sell', 'Buy'] as const)
      bench.vendor.firm.trade(vendorId, { ...order, action });
    await poll(bridge);
    await poll(bridge);
    expect(await bridge.received('fill', 5)).toHaveLength(5);
  });

  test('a call that the vendor doesn’t understand is refused for good, with its words', async () => {
    const bridge = connect();
    await openOne(bridge);
    const body = { success: false, errors: { accountId: 'accountId is required' } };
    bench.vendor.fault({ path: '/TradingAccount/Reset', kind: 'answer', status: 400, body });
    await expect(bridge.adapter.reset('acc-1', 'reset-1')).rejects.toThrow(/accountId is required/);
  });
});
