import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import type { Platform } from '#server/accounts/ports/platform/platform.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import type { AccountAccess } from '#server/accounts/trading-access.ts';
import { sessionOpenAt } from '#shared/exchange/trading-day.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { quoteAt } from '../support/terminal.ts';
import { lose, play, trade } from '../support/trading.ts';

/** Thursday's session opens on Wednesday at 17:00 in Chicago, 22:00 UTC in daylight saving time. */
const nextOpen = Date.UTC(2026, 2, 11, 22);

type Message = AccountAccess & { readonly revision: number };

let base: TestApp;
let server: TestApp;
let isDown = false;
const messages = new Map<string, Message[]>();

beforeAll(async () => {
  base = await startTestApp();
  const { platform } = base.deps;
  const watched: Platform = {
    ...platform,
    async setAccess(account, access, revision) {
      if (isDown) throw new Error('The platform is down');
      messages.set(account.accountId, [...(messages.get(account.accountId) ?? []), { ...access, revision }]);
      return platform.setAccess(account, access, revision);
    },
  };
  server = await base.another({ platform: watched });
});

afterAll(() => base.close());

async function buyNewAccount(packageId?: string) {
  const { personId } = await signInPerson(server);
  return buyAccount(server, personId, packageId);
}

async function readSimulatedAccount(accountId: string) {
  return server.deps.db
    .selectFrom('simulated_account')
    .select(['suspended', 'suspended_until', 'flatten'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

describe('platform access', () => {
  test('a breached account is flattened and stopped until a reset', async () => {
    const accountId = await buyNewAccount();
    await lose(server, accountId);
    await server.drain();
    const stop = { trading: false, flatten: true, until: null, reason: 'breach', marketData: [], revision: 1 };
    expect(messages.get(accountId)).toEqual([stop]);
    await play(server, accountId, trade(testStart + hourMs, 4));
    await server.drain();
    expect(messages.get(accountId)).toHaveLength(1);
    const { state } = await server.deps.db
      .selectFrom('trading_account')
      .select('state')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    // 10 − 180 + 5 + 4 ticks of $12.50: the late fill is booked but doesn't change the verdict.
    expect(state).toMatchObject({ status: 'breached', balanceCents: 5_000_000 - 161 * 1_250 });
    await resetAccount(server.deps, accountId, 'once');
    await server.drain();
    expect(messages.get(accountId)?.at(-1)).toEqual({ trading: true, marketData: [], revision: 2 });
  });

  test('a locked account stays flat until the next session opens, then trades again', async () => {
    const accountId = await buyNewAccount('merit-25k');
    await play(server, accountId, trade(testStart, -60));
    await server.drain();
    const stop = { trading: false, flatten: true, until: nextOpen, reason: 'daily-limit', marketData: [], revision: 1 };
    expect(sessionOpenAt('2026-03-12' as never)).toBe(nextOpen);
    expect(messages.get(accountId)).toEqual([stop]);
    expect(await readSimulatedAccount(accountId)).toEqual({
      suspended: true,
      suspended_until: new Date(nextOpen),
      flatten: true,
    });
    await reconcileAccess(server.deps);
    await server.drain();
    expect(messages.get(accountId)).toHaveLength(1);
    await server.clock.advance(nextOpen - server.clock.now().getTime());
    await reconcileAccess(server.deps);
    await server.drain();
    expect(messages.get(accountId)?.at(-1)).toEqual({ trading: true, marketData: [], revision: 2 });
  });

  test.each(['liquidate-only', 'past-due', 'dispute'] as const)(
    'an account suspended for %s, which may still close positions, is flattened when it hits the daily loss limit',
    async (reason) => {
      const accountId = await buyNewAccount('merit-25k');
      const at = server.clock.now().getTime();
      const [entry] = trade(at - hourMs, 0);
      if (!entry) throw new Error('no trade');
      await play(server, accountId, [entry]);
      await server.deps.db
        .transaction()
        .execute((trx) => suspendAccount(server.deps, trx, { accountId, source: `test:${accountId}`, reason }));
      await server.drain();
      expect(messages.get(accountId)).toMatchObject([{ trading: false, flatten: false, reason }]);
      // 60 ticks of $12.50 below the entry.
      const mark = { type: 'mark', at, instrument: 'ES', month: '2026-12', priceTicks: 24_000 - 60 } as const;
      await play(server, accountId, [mark]);
      await server.drain();
      expect(messages.get(accountId)?.at(-1)).toMatchObject({
        trading: false,
        flatten: true,
        until: null,
        reason,
      });
      expect(await readSimulatedAccount(accountId)).toMatchObject({ suspended: true, flatten: true });
    },
  );

  test('a platform that was down receives the breach later, under the same revision', async () => {
    const accountId = await buyNewAccount();
    isDown = true;
    await lose(server, accountId, server.clock.now().getTime() - 2 * hourMs);
    await server.drain({ allowFailures: true });
    expect(messages.get(accountId)).toBeUndefined();
    isDown = false;
    await reconcileAccess(server.deps);
    await server.clock.advance(minuteMs);
    await server.drain();
    expect(messages.get(accountId)).toMatchObject([{ trading: false, reason: 'breach', revision: 1 }]);
  });

  test('the simulated platform closes open positions at the market when it is asked to flatten', async () => {
    const accountId = await buyNewAccount();
    const [entry] = trade(server.clock.now().getTime() - hourMs, 0);
    if (!entry) throw new Error('no trade');
    await play(server, accountId, [entry]);
    await server.deps.db
      .updateTable('simulated_account')
      .set({ suspended: true, flatten: true })
      .where('account_id', '=', accountId)
      .execute();
    await server.clock.advance(minuteMs);
    await tickTraders(server.deps);
    const { state } = await server.deps.db
      .selectFrom('trading_account')
      .select('state')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    // Sold at the market's bid, $12.50 a tick, with the commission of every fill.
    const { bidTicks } = quoteAt(server, server.clock.now().getTime(), { instrument: 'ES', month: '2026-12' });
    expect(state).toMatchObject({ positions: [], balanceCents: 5_000_000 + (bidTicks - 24_000) * 1_250 - 204 });
    expect(await readSimulatedAccount(accountId)).toMatchObject({ suspended: true, flatten: false });
  });
});
