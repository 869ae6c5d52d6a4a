import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as calls from '#shared/payouts/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { type FundedTrader, fundTrader } from '../support/funded.ts';

const dayMs = 86_400_000;
const requestCount = 100;
const requestedCents = 50_000;
const onPostgres = inject('databases').kind === 'postgres';
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
});

afterAll(() => server.close());

/** Sends one request per key at the same time, as many browsers would, to the servers in turn. */
function requestAtOnce(trader: FundedTrader, servers: readonly Pick<TestApp, 'app'>[], keys: readonly string[]) {
  const clients = servers.map(client);
  return Promise.all(
    keys.map((idempotencyKey, index) =>
      clients[index % clients.length]?.(calls.requestPayout, {
        body: {
          accountId: trader.accountId,
          amountCents: requestedCents,
          destinationId: trader.destinationId,
          expectedNetCents: requestedCents,
        },
        token: trader.token,
        idempotencyKey,
      }),
    ),
  );
}

const newKeys = (count = requestCount) => Array.from({ length: count }, () => randomUUID());

type Answers = Awaited<ReturnType<typeof requestAtOnce>>;

function countByResult(answers: Answers): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const result = `${answer?.response_status} ${answer?.error_code ?? 'accepted'}`;
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

test('of 100 concurrent requests on one account one is accepted, and the others get its number', async () => {
  const trader = await fundTrader(server);
  const answers = await requestAtOnce(trader, [server], newKeys());
  expect(countByResult(answers)).toEqual({ '200 accepted': 1, '409 payout_open': 99 });
  const [payout, ...more] = await trader.list();
  expect(more).toEqual([]);
  const received = answers.filter((answer) => answer?.response_status === 409).map((answer) => answer?.data);
  expect(received).toEqual(Array.from({ length: 99 }, () => ({ number: payout?.number })));
});

test('two servers accept one of 100 concurrent requests between them', async () => {
  const trader = await fundTrader(server);
  const answers = await requestAtOnce(trader, [server, await server.another()], newKeys());
  expect(countByResult(answers)).toEqual({ '200 accepted': 1, '409 payout_open': 99 });
  expect(await trader.list()).toHaveLength(1);
});

test('concurrent requests with one key get the same payout', async () => {
  const trader = await fundTrader(server);
  const key = randomUUID();
  const repeated = await requestAtOnce(trader, [server], newKeys(20).fill(key));
  expect(countByResult(repeated)).toEqual({ '200 accepted': 20 });
  expect(new Set(repeated.map((answer) => answer?.data.payout.id)).size).toBe(1);
});

test('concurrent requests get the number of a payout that is already open', async () => {
  const trader = await fundTrader(server);
  const first = (await requestAtOnce(trader, [server], newKeys(1)))[0];
  const answers = await requestAtOnce(trader, [server], newKeys(20));
  expect(countByResult(answers)).toEqual({ '409 payout_open': 20 });
  const { number } = first?.data.payout ?? {};
  expect(answers.map((answer) => answer?.data)).toEqual(Array.from({ length: 20 }, () => ({ number })));
});

test('a repeated request gets its earlier payout even among many others', async () => {
  const trader = await fundTrader(server);
  const key = randomUUID();
  const first = (await requestAtOnce(trader, [server], [key]))[0];
  await trader.close(first?.data.payout.id ?? '');
  const answers = await requestAtOnce(trader, [server], [...newKeys(5), key, ...newKeys(5)]);
  expect(countByResult(answers)).toEqual({ '200 accepted': 2, '409 payout_open': 9 });
  expect(answers[5]?.data.payout.id).toBe(first?.data.payout.id);
});

test('every concurrent request on an ineligible account gets the reason', async () => {
  const trader = await fundTrader(server);
  await server.deps.db
    .updateTable('trading_account')
    .set({ phase: 'evaluation' })
    .where('id', '=', trader.accountId)
    .execute();
  const answers = await requestAtOnce(trader, [server], newKeys(20));
  expect(countByResult(answers)).toEqual({ '409 payout_conditions': 20 });
});

test('after a payout is closed, one of the next requests is accepted', async () => {
  const trader = await fundTrader(server);
  const first = (await requestAtOnce(trader, [server], newKeys(1)))[0];
  await trader.close(first?.data.payout.id ?? '');
  const answers = await requestAtOnce(trader, [server], newKeys(10));
  expect(countByResult(answers)).toEqual({ '200 accepted': 1, '409 payout_open': 9 });
});

test.runIf(onPostgres)('requests that wait for a locked account leave connections for other people', async () => {
  const trader = await fundTrader(server);
  const other = await fundTrader(server);
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const blocker = await server.another();
  const blocking = blocker.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('trading_account').where('id', '=', trader.accountId).select('id').forUpdate().execute();
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const crowding = requestAtOnce(trader, [server], newKeys());
  // This response arrives while the account is still locked: the requests haven't used up the connection pool.
  const { quote } = await other.quote();
  release.resolve();
  await blocking;
  expect(quote.allowed).toBe(true);
  expect(countByResult(await crowding)).toEqual({ '200 accepted': 1, '409 payout_open': 99 });
});
