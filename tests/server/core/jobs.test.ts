import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobPayloads } from '#server/core/jobs/payloads.ts';
import { handlers, jobNames, jobs } from '#server/firm/jobs.ts';
import { retryJob } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { startOperator } from '../support/operator.ts';
import { giveRoles, signInPerson } from '../support/people.ts';

let server: TestApp;
let lines: { level: number; msg: string; job?: string }[];

beforeEach(async () => {
  lines = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  server = await startTestApp({ log });
});

afterEach(() => server.close());

test('one failing job of a batch is retried alone, and the others run once', async () => {
  const { deps } = server;
  const ids = Array.from({ length: 12 }, (_, index) => `mail-${index}`);
  await deps.db.transaction().execute(async (trx) => {
    for (const mailId of ids) await deps.jobs.send(trx, 'send-mail', { mailId }, { singletonKey: mailId });
  });
  const ran: string[] = [];
  const sendMail = async (_deps: unknown, { mailId }: JobPayloads['send-mail']) => {
    ran.push(mailId);
    if (mailId === 'mail-2' && ran.filter((id) => id === mailId).length === 1) throw new Error('no connection');
  };
  await server.work({ 'send-mail': sendMail });
  await eventually('every job', () => expect(ran).toHaveLength(ids.length + 1));
  expect([...ran].sort()).toEqual([...ids, 'mail-2'].sort());
});

test('delayed jobs run when they are due, and a slow one doesn’t hold up the next', async () => {
  const { deps } = server;
  const running: string[] = [];
  const both = Promise.withResolvers<void>();
  const sendMail = async (_deps: unknown, { mailId }: JobPayloads['send-mail']) => {
    running.push(mailId);
    if (running.length === 2) both.resolve();
    await both.promise;
  };
  await server.work({ 'send-mail': sendMail });
  const send = (mailId: string, startAfterSeconds: number) =>
    deps.jobs.send(deps.db, 'send-mail', { mailId }, { singletonKey: mailId, startAfterSeconds });
  await send('slow', 1);
  await eventually('the slow job', () => expect(running).toEqual(['slow']));
  await send('next', 1);
  await eventually('the next job', () => expect(running).toEqual(['slow', 'next']));
  await both.promise;
});

test('a failing scheduled job does not stop the others', async () => {
  const { deps } = server;
  const clockJobs = jobNames.filter((name) => jobs[name].schedule);
  expect(clockJobs).toEqual(expect.arrayContaining(['reconcile-orders', 'run-renewals', 'expire-accounts']));
  for (const name of clockJobs) await deps.jobs.send(deps.db, name, {});
  const ran: string[] = [];
  const broken = Object.fromEntries(
    clockJobs.map((name) => [
      name,
      async () => {
        ran.push(name);
        if (name === 'reconcile-orders') throw new Error('the provider is down');
      },
    ]),
  );
  const errors = await server.drain({ handlers: { ...handlers, ...broken }, allowFailures: true });
  expect(errors).toHaveLength(1);
  expect([...new Set(ran)].sort()).toEqual([...clockJobs].sort());
});

const [warning, failure] = [40, 50];
const failing = {
  'send-mail': async () => {
    throw new Error('no connection');
  },
};
const levelsOfJob = () => lines.filter(({ job }) => job === 'send-mail').map(({ level, msg }) => [level, msg]);

test('a job that has used up its retries is logged as an error, once; its earlier failures are warnings', async () => {
  const { deps } = server;
  await deps.jobs.send(deps.db, 'send-mail', { mailId: 'mail-1' });
  // Twelve retries, at most half an hour apart.
  for (let half = 0; half <= 14; half += 1) {
    await server.drain({ handlers: failing, allowFailures: true });
    await server.clock.advance(30 * 60_000);
  }
  expect(levelsOfJob()).toEqual([
    ...Array(12).fill([warning, 'a job failed']),
    [failure, 'a job has used up its retries'],
  ]);
  const operator = startOperator(deps, 'JobsGaveUp');
  await operator.expectTold();
  const { token } = await signInPerson(server, { roles: ['admin'] });
  const { data } = await client(server)(officeLists.jobs.page, { token, query: { q: 'send-mail' } });
  await client(server)(retryJob, { token, body: { jobId: data.rows[0]?.id ?? '' } });
  await server.drain({ handlers: { 'send-mail': async () => undefined } });
  await operator.expectOver();
});

test('a running server logs the last failure of a job as an error', async () => {
  const { deps } = server;
  await sql`update jobs.queue set retry_limit = 0 where name = 'send-mail'`.execute(deps.db);
  await deps.jobs.send(deps.db, 'send-mail', { mailId: 'mail-1' });
  await server.work(failing);
  await eventually('the logged failure', () =>
    expect(levelsOfJob()).toEqual([[failure, 'a job has used up its retries']]),
  );
});

test('a start brings the retries of an installation’s queues up to date, and drops schedules that no job has', async () => {
  const { deps } = server;
  await server.work({});
  await sql`update jobs.queue set retry_limit = 3, retry_delay_max = null where name = 'send-mail'`.execute(deps.db);
  await sql`insert into jobs.schedule (name, key, cron, timezone) values
    ('send-mail', '', '* * * * *', 'UTC'), ('check-inactivity', '', '* * * * *', 'UTC')`.execute(deps.db);
  const restarted = await server.another();
  await restarted.work({});
  const queue = sql`select retry_limit, retry_delay_max, policy, notify from jobs.queue where name = 'send-mail'`;
  expect((await queue.execute(deps.db)).rows).toEqual([
    { retry_limit: 12, retry_delay_max: 1_800, policy: 'short', notify: true },
  ]);
  expect((await sql`select name from jobs.schedule`.execute(deps.db)).rows).toEqual([{ name: 'check-inactivity' }]);
  await restarted.deps.db
    .transaction()
    .execute((trx) => restarted.deps.jobs.send(trx, 'send-mail', { mailId: 'mail-1' }));
  expect(await restarted.drain({ handlers: failing, allowFailures: true })).toHaveLength(1);
});

test('staff see a failed job with its cause and can run it again, and a trader can’t', async () => {
  const { deps } = server;
  await deps.jobs.send(deps.db, 'send-mail', { mailId: 'mail-1' });
  const fail = async () => {
    throw new Error('550 mailbox unavailable', { cause: new Error('no route to host') });
  };
  await server.drain({ handlers: { 'send-mail': fail }, allowFailures: true });
  const { token, personId } = await signInPerson(server);
  const ask = client(server);
  expect(await ask(officeLists.jobs.page, { token, query: {} })).toMatchObject({
    response_status: 403,
    error_code: 'not_allowed',
  });
  await giveRoles(server, personId, ['admin']);
  const { data } = await ask(officeLists.jobs.page, { token, query: { q: 'send-mail' } });
  expect(data.rows).toEqual([
    {
      id: expect.any(String),
      at: expect.any(Number),
      job: 'send-mail',
      status: 'retrying',
      retries: 0,
      failure: 'Error: 550 mailbox unavailable; caused by Error: no route to host',
      nextAttemptAt: expect.any(Number),
      payload: '{"mailId": "mail-1"}',
    },
  ]);
  const ran: string[] = [];
  const again = { 'send-mail': async () => void ran.push('again') };
  expect((await ask(retryJob, { token, body: { jobId: data.rows[0]?.id ?? '' } })).response_status).toBe(200);
  await server.drain({ handlers: again });
  expect(ran).toEqual(['again']);
  expect((await ask(retryJob, { token, body: { jobId: data.rows[0]?.id ?? '' } })).response_status).toBe(404);
});
