import { expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { checkInactivity } from '#server/accounts/lifecycle/check-inactivity.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails, resumeMarketData } from '#shared/accounts/contract-details.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { lose, play, trade } from '../support/trading.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

async function moveTo(server: TestApp, text: string): Promise<void> {
  await server.clock.advance(utc(text) - server.clock.now().getTime());
  await checkInactivity(server.deps);
  await server.drain();
  await server.drain();
}

function reader(server: TestApp, accountId: string, token: string) {
  const ask = client(server);
  return {
    accountId,
    ask,
    moveTo: (text: string) => moveTo(server, text),
    details: async () => (await ask(accountDetails, { query: { accountId }, token })).data,
    stage: async () => (await ask(accountData, { token })).data.accounts.find(({ id }) => id === accountId)?.stage,
    marketData: async () =>
      (
        await server.deps.db
          .selectFrom('simulated_account')
          .select('market_data')
          .where('account_id', '=', accountId)
          .executeTakeFirstOrThrow()
      ).market_data,
    subjects: async (email: string) =>
      (await server.mails(email))
        .map(({ subject }) => subject)
        .filter((subject) => /inactiv|trade|paused/.test(subject)),
  };
}

/** A Premium 50K with included data, paid once and traded only on March 11, 2026. */
async function start() {
  const server = await startTestApp();
  const trader = await signInPerson(server, { lifetimeMs: 400 * dayMs });
  const accountId = await buyAccount(server, trader.personId, 'premium-50k');
  await play(server, accountId, trade(testStart, 4));
  await syncAccess(server.deps, accountId);
  const email = `${trader.personId.toLowerCase()}@example.com`;
  const read = reader(server, accountId, trader.token);
  return {
    ...{ server, trader, email },
    ...read,
    mails: () => read.subjects(email),
    resume: (token = trader.token) => read.ask(resumeMarketData, { body: { accountId }, token }),
    close: () => server.close(),
  };
}

const lastFill = testStart + 10 * 60_000;
const pauseAnnounced = 'Premium 50K: inactive for a while';
const paused = 'Premium 50K: market data paused';
const closeAnnounced = 'Premium 50K: closes unless you trade';
const closed = 'Premium 50K: closed for inactivity';

test('each step is announced first and happens once: data pauses after 30 days, the account closes after 60', async () => {
  const idle = await start();
  await idle.moveTo('2026-04-02T21:59');
  expect(await idle.mails()).toEqual([]);
  expect((await idle.details()).inactivity).toBeNull();

  await idle.moveTo('2026-04-02T22:00');
  expect(await idle.mails()).toEqual([pauseAnnounced]);
  expect((await idle.details()).inactivity).toEqual({
    ...{ since: lastFill, isPaused: false, closeAt: null },
    pauseAt: utc('2026-04-10T22:00'),
  });
  expect(await idle.marketData()).toEqual(['cme-all-depth']);

  await Promise.all([checkInactivity(idle.server.deps), checkInactivity(idle.server.deps)]);
  await idle.moveTo('2026-04-10T21:59');
  expect(await idle.mails()).toEqual([pauseAnnounced]);
  await idle.moveTo('2026-04-10T22:00');
  expect(await idle.marketData()).toEqual([]);
  expect(await idle.stage()).toBe('evaluation');
  expect((await idle.details()).inactivity).toMatchObject({ isPaused: true, pauseAt: null });

  await idle.moveTo('2026-05-02T22:00');
  expect((await idle.details()).inactivity).toMatchObject({ closeAt: utc('2026-05-10T22:00') });
  const [mail] = await idle.server.mails(idle.email);
  expect(mail?.subject).toBe(closeAnnounced);
  expect(mail?.text).toContain('May 10, 2026');

  await idle.moveTo('2026-05-10T21:59');
  expect(await idle.stage()).toBe('evaluation');
  await idle.moveTo('2026-05-10T22:00');
  expect(await idle.stage()).toBe('inactivity');
  await idle.moveTo('2026-06-10T22:00');
  expect((await idle.mails()).sort()).toEqual([closed, closeAnnounced, paused, pauseAnnounced].sort());
  const kinds = await idle.server.deps.db
    .selectFrom('notification')
    .select('kind')
    .where('kind', 'like', 'account_inactivity%')
    .execute();
  expect(kinds).toHaveLength(4);
  await idle.close();
});

test('a trade restarts the count and resumes the data', async () => {
  const idle = await start();
  await idle.moveTo('2026-04-02T22:00');
  await idle.moveTo('2026-04-10T22:00');
  expect(await idle.marketData()).toEqual([]);
  await idle.server.clock.advance(2 * dayMs);
  // A price alone is not a trade.
  const now = utc('2026-04-12T23:00');
  await play(idle.server, idle.accountId, [
    { type: 'mark', at: now, instrument: 'ES', month: '2026-06', priceTicks: 24_000 },
  ]);
  await idle.server.drain();
  expect(await idle.marketData()).toEqual([]);
  await idle.server.clock.advance(dayMs);
  await play(idle.server, idle.accountId, trade(utc('2026-04-13T15:00'), 4));
  await idle.server.drain();
  await idle.server.drain();
  expect(await idle.marketData()).toEqual(['cme-all-depth']);
  expect((await idle.details()).inactivity).toBeNull();
  await idle.moveTo('2026-05-05T21:59');
  expect(await idle.mails()).toHaveLength(2);
  // 30 days after April 13 is May 13; eight days earlier is the 5th.
  await idle.moveTo('2026-05-05T22:00');
  expect((await idle.mails()).filter((subject) => subject === pauseAnnounced)).toHaveLength(2);
  await idle.close();
});

test('only the owner can resume paused data, which then stays on until the account closes as announced', async () => {
  const idle = await start();
  await idle.moveTo('2026-04-02T22:00');
  expect((await idle.resume()).response_status).toBe(200);
  await idle.moveTo('2026-04-10T22:00');
  expect(await idle.marketData()).toEqual([]);
  const stranger = await signInPerson(idle.server);
  expect((await idle.resume(stranger.token)).response_status).toBe(404);
  for (const answer of await Promise.all([idle.resume(), idle.resume()])) expect(answer.response_status).toBe(200);
  await idle.server.drain();
  expect(await idle.marketData()).toEqual(['cme-all-depth']);
  const audit = idle.server.deps.db.selectFrom('audit').select('actor').where('action', '=', 'market-data-resumed');
  expect(await audit.execute()).toEqual([{ actor: `person:${idle.trader.personId}` }]);
  await idle.moveTo('2026-05-02T22:00');
  expect(await idle.marketData()).toEqual(['cme-all-depth']);
  await idle.moveTo('2026-05-10T22:00');
  expect(await idle.stage()).toBe('inactivity');
  await idle.close();
});

test('a server that was down for months announces the closing before it closes the account', async () => {
  const idle = await start();
  await idle.moveTo('2026-07-01T03:00');
  expect(await idle.mails()).toEqual([closeAnnounced]);
  expect(await idle.stage()).toBe('evaluation');
  await idle.moveTo('2026-07-08T21:59');
  expect(await idle.stage()).toBe('evaluation');
  await idle.moveTo('2026-07-08T22:00');
  expect(await idle.stage()).toBe('inactivity');
  await idle.close();
});

test('a closing that was missed during an outage is announced again', async () => {
  const idle = await start();
  await idle.moveTo('2026-05-02T22:00');
  expect((await idle.details()).inactivity).toMatchObject({ closeAt: utc('2026-05-10T22:00') });
  await idle.moveTo('2026-05-25T03:00');
  expect(await idle.stage()).toBe('evaluation');
  expect((await idle.details()).inactivity).toMatchObject({ closeAt: utc('2026-06-01T22:00') });
  expect((await idle.mails()).filter((subject) => subject === closeAnnounced)).toHaveLength(2);
  await idle.moveTo('2026-06-01T21:59');
  expect(await idle.stage()).toBe('evaluation');
  await idle.moveTo('2026-06-01T22:00');
  expect(await idle.stage()).toBe('inactivity');
  await idle.close();
});

test('inactivity is not counted while the platform’s bridge is silent, because trades may be missing', async () => {
  const idle = await start();
  const storeHeartbeat = (text: string) =>
    idle.server.deps.db
      .insertInto('bridge_heartbeat')
      .values({ platform: 'rithmic', seen_at: new Date(utc(text)) })
      .onConflict((conflict) => conflict.column('platform').doUpdateSet({ seen_at: new Date(utc(text)) }))
      .execute();
  await storeHeartbeat('2026-03-30T12:00');
  await idle.moveTo('2026-04-02T22:00');
  expect(await idle.mails()).toEqual([]);
  await storeHeartbeat('2026-04-02T23:00');
  await idle.moveTo('2026-04-02T23:00');
  expect(await idle.mails()).toEqual([pauseAnnounced]);
  // The last trade before the date may arrive after it.
  await storeHeartbeat('2026-05-02T22:00');
  await idle.moveTo('2026-05-02T22:00');
  await storeHeartbeat('2026-05-10T21:58');
  await idle.moveTo('2026-05-10T22:00');
  expect(await idle.stage()).toBe('evaluation');
  await play(idle.server, idle.accountId, trade(utc('2026-05-10T21:40'), 4));
  await storeHeartbeat('2026-05-10T22:01');
  await idle.moveTo('2026-05-10T22:01');
  expect(await idle.stage()).toBe('evaluation');
  expect((await idle.details()).inactivity).toBeNull();
  await idle.close();
});

test('the count restarts after a suspension or a reset, and stops while an account has failed', async () => {
  const idle = await start();
  const { deps } = idle.server;
  await idle.moveTo('2026-04-02T22:00');
  const source = `risk:${idle.accountId}`;
  await deps.db
    .transaction()
    .execute((trx) => suspendAccount(deps, trx, { accountId: idle.accountId, source, reason: 'risk' }));
  await idle.server.drain();
  await idle.moveTo('2026-05-20T15:00');
  expect((await idle.details()).inactivity).toBeNull();
  await deps.db.transaction().execute((trx) => liftSuspension(deps, trx, source));
  await idle.server.drain();
  // 30 days after May 20 is June 19; the announcement is due on the 11th.
  await idle.moveTo('2026-06-11T21:59');
  expect((await idle.mails()).filter((subject) => subject === pauseAnnounced)).toHaveLength(1);
  await idle.moveTo('2026-06-11T22:00');
  expect((await idle.mails()).filter((subject) => subject === pauseAnnounced)).toHaveLength(2);

  await lose(idle.server, idle.accountId, utc('2026-06-11T22:30'));
  await idle.moveTo('2026-12-01T15:00');
  expect((await idle.details()).inactivity).toBeNull();
  expect(await idle.stage()).toBe('breached');
  await resetAccount(deps, idle.accountId, 'again');
  await idle.server.drain();
  // 30 days after December 1 is the 31st, at 17:00 winter time; the announcement is due on the 23rd.
  await idle.moveTo('2026-12-23T22:59');
  expect((await idle.details()).inactivity).toBeNull();
  await idle.moveTo('2026-12-23T23:00');
  expect((await idle.details()).inactivity).toMatchObject({ pauseAt: utc('2026-12-31T23:00') });
  await idle.close();
});

test('an open payout stops the count', async () => {
  const server = await startTestApp({ startAt: testStart + 8 * dayMs });
  const trader = await fundTrader(server);
  expect((await trader.request(100_000)).response_status).toBe(200);
  const read = reader(server, trader.accountId, trader.token);
  await read.moveTo('2026-07-01T15:00');
  const open = await server.deps.db.selectFrom('account_inactivity').selectAll().execute();
  expect(open).toEqual([]);
  await server.close();
});

test('a trial is never counted as inactive', async () => {
  const server = await startTestApp();
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId, 'trial-classic-50k');
  const query = server.deps.db.selectFrom('trading_account').select('inactivity_due_at').where('id', '=', accountId);
  expect(await query.executeTakeFirstOrThrow()).toEqual({ inactivity_due_at: null });
  await server.close();
});
