import { describe, expect, test } from 'vitest';
import { rejections } from '#bridge/tradovate/rejections.ts';
import { hourMs, minuteMs, secondMs } from '#lib/durations.ts';
import { eventually, request, start } from './bench.ts';
import { bench, callsOf, connect, openOne, prepareBench } from './tradovate-bench.ts';

prepareBench();

const authorized = () => callsOf('authorize').length;
const problemOf = (bridge: ReturnType<typeof connect>) => bridge.adapter.standing().problem ?? '';

/** Advances until the bridge is synced. */
const untilSynced = (bridge: ReturnType<typeof connect>) =>
  eventually(async () => {
    await bench.clock.advance(secondMs);
    return bridge.adapter.standing().isSynced;
  });

/** Another program signs in twice, which closes the bridge's session. */
function closeSession(status: number): void {
  bench.vendor.signInElsewhere(status);
  bench.vendor.signInElsewhere(status);
}

describe('Tradovate: a closed session', () => {
  test.each([401, 408, 429, 500])('whose token gets %i is replaced, and what was asked is done', async (status) => {
    const bridge = connect();
    await openOne(bridge);
    closeSession(status);
    await openOne(bridge, 'acc-2');
    expect(bench.vendor.signIns()).toBe(2);
    expect(problemOf(bridge)).toBe('');
  });

  test.each([401, 408, 429, 500])('whose token gets %i keeps no lock waiting', async (status) => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    closeSession(status);
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: false, flatten: true, reason: 'breach' });
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
  });

  test('whose payout may have been made pays it once', async () => {
    const bridge = connect();
    await openOne(bridge);
    closeSession(500);
    const pay = () => bridge.adapter.transfer('acc-1', -125_000, 'payout-1');
    await pay().catch(() => undefined);
    await pay();
    expect(bench.vendor.firm.list('cashBalanceLog').filter((row) => row['comment'] === 'payout-1')).toHaveLength(1);
  });

  test('isn’t suspected while the vendor itself is ill: nobody signs in again', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.fault({ path: '/account/find', kind: 'status', status: 500 });
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toThrow(/answered 500/);
    expect([bench.vendor.signIns(), callsOf('/auth/me').length]).toEqual([1, 1]);
  });
});

describe('Tradovate: limits', () => {
  test('a stream that is answered 429 waits an hour, says so, and still locks', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    bench.vendor.refuseRequests(200, 429);
    bridge.start();
    await eventually(() => problemOf(bridge).includes('too many requests'));
    const before = authorized();
    for (let minutes = 0; minutes < 58; minutes += 1) await bench.clock.advance(minuteMs);
    expect(authorized()).toBe(before);
    expect(problemOf(bridge)).toContain(new Date(start + hourMs).toISOString().slice(0, 13));
    await expect(bridge.adapter.open(request('acc-2'))).rejects.toMatchObject({ reason: 'vendor-limit' });
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: false, flatten: true, reason: 'breach' });
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
    await bench.clock.advance(5 * minuteMs);
    await untilSynced(bridge);
    expect(problemOf(bridge)).toBe('');
  });

  test('reads leave a share of the hour’s requests to locks', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    const read = () => bridge.adapter.open({ ...request('acc-2'), email: 'other@example.com' });
    bench.vendor.fault({ path: '/user/find', kind: 'answer', body: { errorText: 'later' }, times: 5_000 });
    let refused = '';
    for (let count = 0; count < 5_000 && refused === ''; count += 1)
      await read().catch((error: { reason?: string }) => {
        refused = error.reason ?? '';
      });
    expect(refused).toBe('vendor-limit');
    expect(bench.vendor.calls.length).toBeLessThan(4_600);
    await bridge.adapter.setAccess('acc-1', { revision: 1, trading: false, flatten: true, reason: 'breach' });
    expect(bench.vendor.firm.rowOf('accountRiskStatus', vendorId)?.['adminAction']).toBe('LiquidateImmediately');
  });

  test('a stream that keeps being refused is opened less and less often', async () => {
    const bridge = connect();
    await openOne(bridge);
    bench.vendor.refuseRequests(...Array.from({ length: 200 }, () => [200, 503]).flat());
    bridge.start();
    for (let seconds = 0; seconds < 600; seconds += 1) await bench.clock.advance(secondMs);
    // 1, 2, 4, … seconds and then a minute: 16 in ten minutes.
    expect(authorized()).toBeLessThan(20);
    expect(problemOf(bridge)).toContain('503');
  });
});

describe('Tradovate: an organization that moves', () => {
  const move = () => bench.vendor.moveOrganization('localhost');

  test('before the sign-in is found at its own host', async () => {
    move();
    const bridge = connect();
    await openOne(bridge);
    await bridge.run();
    expect(callsOf('upgrade').map(({ body }) => body['status'])).toEqual([101]);
    expect(bench.vendor.signIns()).toBe(1);
  });

  test('during a run is followed by REST with its token, and then by the stream', async () => {
    const bridge = connect();
    const { vendorId } = await openOne(bridge);
    await bridge.run();
    move();
    await openOne(bridge, 'acc-2');
    expect(bench.vendor.signIns()).toBe(1);
    await bench.clock.advance(5_000);
    await eventually(() => callsOf('upgrade').length === 2);
    await untilSynced(bridge);
    bench.vendor.firm.trade({ accountId: vendorId, contract: 'ESZ6', action: 'Buy', qty: 1, price: 6_000 });
    expect(await bridge.received('fill', 1)).toHaveLength(1);
  });

  test('during a run is followed by a stream that got 421', async () => {
    const bridge = connect();
    await openOne(bridge);
    await bridge.run();
    move();
    bench.vendor.disconnect();
    await untilSynced(bridge);
    const statuses = callsOf('upgrade').map(({ body }) => body['status']);
    // A 421 is tried once more by the client below.
    expect([statuses[0], ...new Set(statuses.slice(1, -1)), statuses.at(-1)]).toEqual([101, 421, 101]);
    expect([bench.vendor.signIns(), callsOf('/auth/renewaccesstoken').length]).toEqual([1, 1]);
    expect(problemOf(bridge)).toBe('');
  });

  test.each([403, 421, 426, 503])(
    'an opening that is refused with %i shows the status until it isn’t',
    async (status) => {
      bench.vendor.upgradeStatus = status;
      const bridge = connect();
      bridge.start();
      await eventually(() => problemOf(bridge).includes(`with ${status}`));
      expect(problemOf(bridge)).toContain(new URL(bench.vendor.url).host);
      bench.vendor.upgradeStatus = undefined;
      await untilSynced(bridge);
      expect(problemOf(bridge)).toBe('');
    },
  );
});

test('the table has every refusal of the vendor’s pages', () => {
  // error-handling, rate-limits, access-token-request, and dynamic-api-hosts.
  expect(Object.keys(rejections.rest).map(Number)).toEqual([307, 400, 401, 404, 408, 423, 429, 500]);
  expect(Object.keys(rejections.upgrade).map(Number)).toEqual(expect.arrayContaining([307, 421]));
  expect(rejections.stream[429]).toMatchObject({ alive: 'hour' });
});
