import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryJob } from '../../src/contract/admin.ts';
import { officeLists } from '../../src/contract/office/lists.ts';
import type { JobPayloads } from '../../src/server/jobs/payloads.ts';
import { handlers, jobNames, jobs } from '../../src/server/jobs/registry.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { client } from './support/client.ts';
import { giveRoles, signInPerson } from './support/people.ts';

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp();
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
  await vi.waitFor(() => expect(ran).toHaveLength(ids.length + 1), { timeout: 20_000, interval: 100 });
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
  await vi.waitFor(() => expect(running).toEqual(['slow']), { timeout: 10_000, interval: 50 });
  await send('next', 1);
  await vi.waitFor(() => expect(running).toEqual(['slow', 'next']), { timeout: 10_000, interval: 50 });
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
