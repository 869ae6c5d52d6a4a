import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import { runMatcher } from '#server/trading/run-matcher.ts';
import * as calls from '#shared/trading/contract.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { eventually } from '../../support/eventually.ts';
import { knownPrices, startTestApp, type TestApp } from '../support/app.ts';
import { makeProcessDatabase } from '../support/process-database.ts';
import type { ProcessRun } from '../support/process-server.ts';
import { runProgram } from '../support/run-program.ts';
import { findFrame, newRequestId, openTerminal, placed, runUntil, terminalOf } from '../support/terminal.ts';

const program = new URL('../support/run-matcher.ts', import.meta.url);
/** @returns how the process ended. */
const start = async (run: ProcessRun) => (await runProgram(program, run)).ended;

test('a stop order survives kill -9 and fills once, in the frame that touched it', async () => {
  const database = await makeProcessDatabase();
  const server = await startTestApp({ place: database, environment: knownPrices });
  const terminal = await openTerminal(server);
  const { order } = await placed(terminal.place({ quantity: 2, bracket: { targetTicks: 4_000, stopTicks: 3 } }));
  const stopTicks = (order.fillTicks ?? 0) - 3;
  const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks <= stopTicks);
  await server.close();

  const run = { ...database, appSecret: knownPrices.APP_SECRET };
  const firstOptions = { ...run, from: touched.at - 4 * frameMs, until: touched.at + 8 * frameMs };
  // The first transaction is lost, and a server that starts a minute later matches the frame again.
  const firstRun = await start({
    ...firstOptions,
    dieAt: { statement: 'insert into "trading_order".*"filled"', when: 'before' },
  });
  expect(firstRun).toBe('SIGKILL');
  const lateOptions = { ...run, from: touched.at + 60_000, until: touched.at + 60_000 };
  const secondRun = await start({
    ...lateOptions,
    dieAt: { statement: 'insert into "trading_order".*"filled"', when: 'after' },
  });
  expect(secondRun).toBe('SIGKILL');
  expect(await start({ ...lateOptions, until: lateOptions.until + 8 * frameMs })).toBe('finished');

  const { db, close } = await (database.databaseUrl
    ? connectPostgres(database.databaseUrl)
    : connectEmbedded({ dataDir: database.dataDir }));
  onTestFinished(close);
  const children = await db.selectFrom('trading_order').selectAll().where('parent_id', '=', order.id).execute();
  const outcomes = children.map((row) => [row.role, row.status, row.reason, row.fill_ticks, row.done_at?.getTime()]);
  expect(outcomes.sort()).toEqual([
    ['protective-stop', 'filled', null, touched.quote.bidTicks, touched.at],
    ['target', 'canceled', 'oco', null, touched.at],
  ]);
  const fills = await db.selectFrom('account_event').select('event').where('type', '=', 'fill').execute();
  expect(fills.map(({ event }) => event.type === 'fill' && [event.side, event.quantity, event.at]).sort()).toEqual([
    ['buy', 2, terminal.now()],
    ['sell', 2, touched.at],
  ]);
  const account = await db.selectFrom('trading_account').select('state').executeTakeFirstOrThrow();
  const resultCents = 2 * (touched.quote.bidTicks - (order.fillTicks ?? 0)) * 1_250 - 4 * 204;
  expect([account.state.positions, account.state.balanceCents]).toEqual([[], 5_000_000 + resultCents]);
});

describe('with two servers', () => {
  let server: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    server = await startTestApp({ environment: knownPrices });
    second = await server.another();
  });

  afterAll(() => server.close());

  test('a double click, on one server or both, places one order', async () => {
    const terminal = await openTerminal(server);
    const other = terminalOf(second, terminal);
    const requestId = newRequestId();
    const answers = await Promise.all([
      terminal.place({ requestId }),
      terminal.place({ requestId }),
      other.place({ requestId }),
    ]);
    expect(answers.map(({ response_status }) => response_status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1);
    expect(await terminal.held()).toEqual([['ES', 1]]);
    for (const different of [{ side: 'sell' }, { quantity: 2 }] as const) {
      const refused = await terminal.place({ requestId, ...different });
      expect([refused.response_status, refused.error_code]).toEqual([409, 'idempotency_conflict']);
    }
    // An entry's request id must not be accepted for a flatten.
    const flatten = await terminal.send(calls.flattenPositions, { requestId });
    expect([flatten.response_status, flatten.error_code]).toEqual([409, 'idempotency_conflict']);
  });

  test('a flatten that found no position closes nothing when it is repeated', async () => {
    const terminal = await openTerminal(server);
    const flatten = { requestId: newRequestId() };
    expect((await terminal.send(calls.flattenPositions, flatten)).data.orderId).toBeNull();
    await placed(terminal.place());
    expect((await terminalOf(second, terminal).send(calls.flattenPositions, flatten)).response_status).toBe(200);
    expect(await terminal.held()).toEqual([['ES', 1]]);
  });

  test('two tabs that use the last free contract at once place one order', async () => {
    const terminal = await openTerminal(server);
    await placed(terminal.place({ quantity: 4 }));
    const answers = await Promise.all([terminal.place(), terminalOf(second, terminal).place()]);
    expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
    expect(await terminal.held()).toEqual([['ES', 5]]);
  });

  test('linked orders that are matched and canceled at the same time end once each', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ bracket: { targetTicks: 3, stopTicks: 3 } }));
    const entryTicks = order.fillTicks ?? 0;
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => Math.abs(bidTicks - entryTicks) >= 3);
    const [target] = (await terminal.working()).filter(({ role }) => role === 'target');
    await server.clock.advance(touched.at - terminal.now());
    await Promise.all([
      matchOpenAccounts(server.deps),
      terminal.send(calls.cancelTradingOrder, { orderId: target?.id ?? '' }),
      matchOpenAccounts(second.deps),
      terminalOf(second, terminal).send(calls.flattenPositions, { requestId: newRequestId() }),
    ]);
    await runUntil(server, terminal.now());
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
    const { orders } = await terminal.read();
    const children = orders.filter(({ parentId }) => parentId === order.id);
    expect(children.map(({ status }) => status).sort()).toEqual(['canceled', 'filled']);
    const fills = await server.deps.db
      .selectFrom('account_event')
      .select('sequence')
      .where('account_id', '=', terminal.account)
      .where('type', '=', 'fill')
      .execute();
    expect(fills).toHaveLength(2);
  });

  test('the running matchers fill what a stopped one left, and fill it once', async () => {
    const terminal = await openTerminal(server);
    const priceTicks = terminal.quote().askTicks - 3;
    const { order } = await placed(terminal.place({ type: 'limit', priceTicks }));
    const touched = findFrame(server, terminal.now(), ({ askTicks }) => askTicks <= priceTicks);
    await server.clock.advance(touched.at + hourMs - terminal.now());
    const stops = [runMatcher(server.deps), runMatcher(second.deps)];
    try {
      await eventually('the fill', async () => expect((await terminal.order(order.id)).status).toBe('filled'));
    } finally {
      await Promise.all(stops.map((stop) => stop()));
    }
    expect(await terminal.order(order.id)).toMatchObject({ fillTicks: priceTicks, doneAt: touched.at });
    expect(await terminal.held()).toEqual([['ES', 1]]);
  });
});

describe('after a long outage', () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startTestApp({ environment: knownPrices });
  });

  afterAll(() => server.close());

  test('a stop fills at the price it met, although the account no longer accepts events of that time', async () => {
    const terminal = await openTerminal(server);
    const { order } = await placed(terminal.place({ bracket: { targetTicks: 4_000, stopTicks: 3 } }));
    const stopTicks = (order.fillTicks ?? 0) - 3;
    const touched = findFrame(server, terminal.now(), ({ bidTicks }) => bidTicks <= stopTicks);
    const retainedFrom = new Date(touched.at + hourMs);
    await server.deps.db
      .updateTable('trading_account')
      .set({ marks_retained_from: retainedFrom })
      .where('id', '=', terminal.account)
      .execute();
    await runUntil(server, touched.at + 2 * hourMs);
    const stop = (await terminal.read()).orders.find(({ role }) => role === 'protective-stop');
    expect(stop).toMatchObject({
      ...{ status: 'filled', fillTicks: touched.quote.bidTicks, doneAt: retainedFrom.getTime() },
    });
    expect([await terminal.held(), await terminal.working()]).toEqual([[], []]);
  });

  test('placing an order matches the missed frames in parts, even if the order is refused', async () => {
    const terminal = await openTerminal(server);
    const priceTicks = terminal.quote().bidTicks - 5_000;
    await placed(terminal.place({ type: 'limit', priceTicks }));
    const pausedAt = terminal.now();
    await server.clock.advance(4 * hourMs);
    const refused = await terminal.place({ quantity: 5, dataAt: pausedAt });
    expect(refused.error_code).toBe('trading_stale_data');
    const progress = await server.deps.db
      .selectFrom('trading_progress')
      .select('matched_frame')
      .where('account_id', '=', terminal.account)
      .executeTakeFirstOrThrow();
    // Two parts of 20,000 frames; the rest was rolled back with the refused order.
    expect(progress.matched_frame).toBe(pausedAt / frameMs + 40_000);
    const { order } = await placed(terminal.place());
    expect(order.fillTicks).toBe(terminal.quote().askTicks);
  });
});
