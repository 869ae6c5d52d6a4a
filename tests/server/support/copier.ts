import { expect } from 'vitest';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { runDueCopies } from '#server/copier/run-copier.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { armFollowers, fetchCopier, fetchCopyLog, saveCopier } from '#shared/copier/contract.ts';
import type { CopyMode } from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import type { TestApp } from './app.ts';
import { client } from './client.ts';
import { buyAccount, payOrder, signInPerson } from './people.ts';
import { play } from './trading.ts';

export const wholeRatio: Sizing = { mode: 'ratio', hundredths: 100, size: 'leader' };

/** A Thor package in its first month. @returns the subscription's id */
export async function buyThor(server: TestApp, personId: string, packageId = 'thor-monthly'): Promise<string> {
  const paid = await payOrder(server, personId);
  const order = await server.deps.db
    .updateTable('orders')
    .set({ kind: 'thor', package_id: packageId })
    .where('id', '=', paid.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await server.deps.db
    .transaction()
    .execute((trx) =>
      startSubscription(server.deps, trx, order, { kind: 'thor', billingInterval: 'monthly', days: null }),
    );
  const row = await server.deps.db
    .selectFrom('subscription')
    .select('id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  return row.id;
}

/** A follower as it is saved, in execution mode and without its daily stop. */
export const executionFollower = (accountId: string, sizing = wholeRatio) => ({
  accountId,
  copyMode: 'execution' as const,
  sizing,
  dailyStopCents: null,
});

type FollowerOptions = {
  readonly sizing?: Sizing;
  readonly dailyStopCents?: number | null;
  readonly copyMode?: CopyMode;
  readonly packageId?: string;
};

/** A person with Thor, a leader and armed followers. */
export async function openCopyGroup(
  server: TestApp,
  wanted: readonly FollowerOptions[] = [{}],
  thorPackage = 'thor-monthly',
) {
  const { personId, token } = await signInPerson(server);
  const subscriptionId = await buyThor(server, personId, thorPackage);
  const leaderId = await buyAccount(server, personId);
  const ids: string[] = [];
  for (const { packageId } of wanted) ids.push(await buyAccount(server, personId, packageId));
  const ask = client(server);
  const followers = wanted.map(({ copyMode = 'execution', sizing = wholeRatio, dailyStopCents = null }, index) => ({
    ...{ accountId: ids[index] ?? '', copyMode, sizing, dailyStopCents },
  }));
  const saved = await ask(saveCopier, { token, body: { leaderId, followers } });
  expect(saved.response_status).toBe(200);
  const armed = await ask(armFollowers, { token, body: { accountIds: ids } });
  expect(armed.response_status).toBe(200);
  let ticks = 24_000;
  /** `lateMs`: how late a fill is delivered. */
  const trade = async (side: Fill['side'], quantity: number, priceTicks = ticks, lateMs = 0) => {
    ticks = priceTicks;
    await server.clock.advance(1_000);
    const at = server.clock.now().getTime() - lateMs;
    const fill = { type: 'fill', at, instrument: 'ES', month: '2026-06', side, quantity, priceTicks, feeCents: 0 };
    await play(server, leaderId, [fill as Fill]);
  };
  const mark = async (priceTicks: number) => {
    ticks = priceTicks;
    await server.clock.advance(1_000);
    const at = server.clock.now().getTime();
    await play(server, leaderId, [{ type: 'mark', at, instrument: 'ES', month: '2026-06', priceTicks }]);
  };
  const copy = () => runDueCopies(server.deps);
  const read = async () => (await ask(fetchCopier, { token })).data;
  const followerOf = async (index = 0) => {
    const account = (await read()).accounts.find(({ id }) => id === ids[index]);
    if (!account?.follower) throw new Error('no follower');
    return { ...account.follower, held: account.positions.map((each) => [each.instrument, each.quantity]) };
  };
  const log = async () => (await ask(fetchCopyLog, { token, query: {} })).data.entries;
  return { personId, token, subscriptionId, leaderId, ids, ask, trade, mark, copy, read, followerOf, log };
}
