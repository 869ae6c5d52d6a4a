import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { App } from '#server/core/http/context.ts';
import { answerWithinMs, fileWithinMs, type StartTimer } from '#server/core/http/limit-time.ts';
import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import { startTestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';

/** An account that a bridge feeds. */
async function startBridged() {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await server.deps.db.deleteFrom('simulated_trader').execute();
  await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
  return {
    deps: { ...server.deps, env: { ...server.deps.env, bridge: { url: 'http://localhost:1', secret } } },
    accountId,
  };
}

function deliver(app: App, accountId: string) {
  const mark = { type: 'mark', at: testStart, instrument: 'MES', month: '2026-03', priceTicks: 27_000 };
  const body = JSON.stringify({ account: { accountId }, events: [{ sourceId: 'late-1', event: mark }] });
  const { timestamp, signature } = sign(secret, body, new Date(testStart));
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  return Promise.resolve(app.request('/api/bridge/events', { method: 'POST', headers, body }));
}

/** A clock for time limits that stands still until a test moves it. */
function createTimers() {
  const running = new Map<object, { at: number; expire: () => void }>();
  const waiting: { ms: number; resolve: () => void }[] = [];
  let now = 0;
  const startTimer: StartTimer = (expire, ms) => {
    const timer = { stop: () => void running.delete(timer) };
    running.set(timer, { at: now + ms, expire });
    for (const one of waiting) if (one.ms === ms) one.resolve();
    return timer;
  };
  return {
    startTimer,
    /** Resolves when a limit of this length begins. */
    begin: (ms: number) => new Promise<void>((resolve) => void waiting.push({ ms, resolve })),
    pass(ms: number): void {
      now += ms;
      for (const [timer, { at, expire }] of running) {
        if (at > now) continue;
        running.delete(timer);
        expire();
      }
    },
  };
}

/** Holds a row or a table in a transaction until it is let go. */
async function hold({ db }: Deps, work: (trx: Trx) => Promise<unknown>) {
  const [held, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = db.transaction().execute(async (trx) => {
    await work(trx);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  return async () => {
    held.resolve();
    await holder;
  };
}

test('a call that takes too long gets a 503 with Retry-After, and counts once', async () => {
  const { deps, accountId } = await startBridged();
  const timers = createTimers();
  const begun = timers.begin(answerWithinMs);
  const letGo = await hold(deps, (trx) =>
    trx.selectFrom('trading_account').select('id').where('id', '=', accountId).forUpdate().execute(),
  );
  const asked = deliver(createApp(deps, { startTimer: timers.startTimer }), accountId);
  await begun;
  timers.pass(30_000);
  const late = await asked;
  expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '5']);
  await letGo();

  const again = await deliver(createApp(deps), accountId);
  expect(again.status).toBe(200);
  const { accepted, duplicates } = (await again.json()) as { accepted: number; duplicates: number };
  expect(accepted + duplicates).toBe(1);
  const stored = await deps.db
    .selectFrom('account_event')
    .select('source_id')
    .where('source_id', '=', 'late-1')
    .execute();
  expect(stored).toHaveLength(1);
});

test('an export may take five minutes, other calls of the same data thirty seconds', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const { token } = await signInPerson(server);
  const timers = createTimers();
  const app = createApp(server.deps, { startTimer: timers.startTimer });
  const ask = async (path: string) => app.request(path, { headers: { Authorization: `Bearer ${token}` } });
  const holdInvoices = () => hold(server.deps, (trx) => sql`lock table invoice in access exclusive mode`.execute(trx));

  const letGo = await holdInvoices();
  let begun = timers.begin(answerWithinMs);
  const call = ask('/api/billing/document?number=INV-2026-000001');
  await begun;
  begun = timers.begin(fileWithinMs);
  const file = ask('/api/billing/history.csv');
  await begun;
  timers.pass(30_000);
  expect((await call).status).toBe(503);
  timers.pass(4 * 60_000);
  await letGo();
  const arrived = await file;
  expect([arrived.status, (await arrived.text()).split(',')[0]]).toEqual([200, 'number']);

  const letGoAgain = await holdInvoices();
  begun = timers.begin(fileWithinMs);
  const tooLate = ask('/api/billing/history.csv');
  await begun;
  timers.pass(5 * 60_000);
  expect((await tooLate).status).toBe(503);
  await letGoAgain();
});
