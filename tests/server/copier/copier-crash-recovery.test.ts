import { expect, onTestFinished, test } from 'vitest';
import { type CopyRecord, hashCopyRecord, signCopyHash } from '#server/copier/append-log.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import type { Db } from '#server/core/deps.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { knownPrices, startTestApp } from '../support/app.ts';
import { openCopyGroup } from '../support/copier.ts';
import type { Death } from '../support/die-at-commit.ts';
import { makePostgresDatabase } from '../support/process-database.ts';
import type { CopierRun, LeaderAction } from '../support/run-copier.ts';
import { runProgram } from '../support/run-program.ts';
import { findFrame, june, quoteAt, terminalOf } from '../support/terminal.ts';

const program = new URL('../support/run-copier.ts', import.meta.url);
/** @returns how the process ended. */
const start = async (run: CopierRun) => (await runProgram(program, run)).ended;

const logged = (action: string, when: Death['when']): Death => {
  return { statement: `insert into "copy_log".*action\\W+${action}\\W`, when };
};
const orderStored: Death = { statement: 'insert into "trading_order"', when: 'after' };

test('a copier killed at every step copies everything exactly once', async () => {
  const database = await makePostgresDatabase();
  const server = await startTestApp({ place: database, environment: knownPrices });
  const group = await openCopyGroup(server, [{ copyMode: 'order' }, {}]);
  const [inOrderMode = '', inExecutionMode = ''] = group.ids;
  const { askTicks } = terminalOf(server, { ...group, account: group.leaderId }).quote();
  const openedAt = server.clock.now().getTime();
  await server.close();

  const base = { ...database, appSecret: knownPrices.APP_SECRET, personId: group.personId, leaderId: group.leaderId };
  let now = openedAt;
  /** Runs the copier from now on until it dies at the given step, within a second. @returns when it started. */
  const killed = async (dieAt: Death, action?: LeaderAction): Promise<number> => {
    const from = now;
    now += 5 * frameMs;
    expect(await start({ ...base, from, until: now - frameMs, dieAt, action }), JSON.stringify(dieAt)).toBe('SIGKILL');
    return from;
  };
  const leaderOrder = async (requestId: string) => {
    const { db, close } = await connectPostgres(database.databaseUrl);
    const row = await db
      .selectFrom('trading_order')
      .selectAll()
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow();
    await close();
    return row;
  };

  // A working order that is placed, changed and canceled.
  const priceTicks = askTicks - 400;
  const limit = { requestId: 'resting', ...june, side: 'buy', quantity: 1, type: 'limit', priceTicks } as const;
  await killed(orderStored, { place: limit });
  await killed(logged('order-placed', 'before'));
  await killed(logged('order-placed', 'after'));
  const { id: orderId } = await leaderOrder('resting');
  const change = { orderId, quantity: 2, priceTicks: priceTicks - 8 };
  await killed(logged('order-changed', 'before'), { change });
  await killed(logged('order-changed', 'after'));
  await killed(logged('order-canceled', 'before'), { cancel: orderId });
  await killed(logged('order-canceled', 'after'));

  // An entry with a bracket whose stop closes everything.
  const bracket = { targetTicks: 4_000, stopTicks: 12 };
  const entry = { requestId: 'entry', ...june, side: 'buy', quantity: 2, type: 'market', bracket } as const;
  await killed(orderStored, { place: entry });
  await killed(logged('filled', 'before'));
  const enteredAt = await killed(logged('filled', 'after'));
  await killed(logged('order-placed', 'before'));
  await killed(logged('order-placed', 'after'));
  const stopTicks = ((await leaderOrder('entry')).fill_ticks ?? 0) - 12;
  const touched = findFrame(server, enteredAt, ({ bidTicks }) => bidTicks <= stopTicks);
  expect(touched.at).toBeGreaterThan(now);
  now = touched.at;
  await killed({ statement: 'insert into "trading_order".*"filled"', when: 'before' });
  await killed({ statement: 'insert into "trading_order".*"filled"', when: 'after' });
  await killed(logged('filled', 'before'));
  await killed(logged('filled', 'after'));
  expect(await start({ ...base, from: now, until: now + 8 * frameMs })).toBe('finished');

  const { db, close } = await connectPostgres(database.databaseUrl);
  onTestFinished(close);
  // The leader exits at its stop, and both followers at the same price.
  const [bought, sold] = [quoteAt(server, enteredAt).askTicks, touched.quote.bidTicks];
  expect(await fillsOf(db, inExecutionMode)).toEqual([
    ['buy', 2, bought],
    ['sell', 2, sold],
  ]);
  expect(await fillsOf(db, inOrderMode)).toEqual([
    ['buy', 2, bought],
    ['sell', 2, sold],
  ]);
  const accounts = await db.selectFrom('trading_account').select('state').execute();
  expect(accounts.map(({ state }) => state.positions)).toEqual([[], [], []]);
  const orders = await db.selectFrom('trading_order').selectAll().where('account_id', '=', inOrderMode).execute();
  expect(orders.map((row) => [row.role, row.status, row.reason, row.quantity, row.price_ticks]).sort()).toEqual([
    ['own', 'canceled', 'copied', 2, priceTicks - 8],
    ['protective-stop', 'filled', null, 2, stopTicks],
    ['target', 'canceled', 'oco', 2, stopTicks + 4_012],
  ]);
  expect(await db.selectFrom('copy_queue').selectAll().execute()).toEqual([]);
  const log = await db.selectFrom('copy_log').selectAll().orderBy('number').execute();
  let hash = '';
  for (const [index, row] of log.entries()) {
    hash = hashCopyRecord(hash, index + 1, row.at.getTime(), row.record);
    expect([row.number, row.hash, row.signature]).toEqual([index + 1, hash, signCopyHash(server.deps.keys, hash)]);
  }
  const actions = (accountId: string) =>
    log
      .filter((row) => row.account_id === accountId)
      .map(({ record }) => JSON.parse(record) as CopyRecord)
      .map(({ action, order }) => [action, order?.quantity, order?.priceTicks].filter((each) => each !== undefined));
  expect(actions(inExecutionMode)).toEqual([['armed'], ['filled', 2, bought], ['filled', -2, sold]]);
  expect(actions(inOrderMode)).toEqual([
    ['armed'],
    ['order-placed', 1, priceTicks],
    ['order-changed', 2, priceTicks - 8],
    ['order-canceled', 2, priceTicks - 8],
    ['filled', 2, bought],
    ['order-placed', -2, stopTicks + 4_012],
    ['order-placed', -2, stopTicks],
    ['order-canceled', -2, stopTicks + 4_012],
    ['filled', -2, sold],
  ]);
});

async function fillsOf(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .orderBy('sequence')
    .execute();
  return rows.map(({ event }) => event.type === 'fill' && [event.side, event.quantity, event.priceTicks]);
}
