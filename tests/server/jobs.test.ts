import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JobPayloads } from '../../src/server/jobs/names.ts';
import { startTestApp, type TestApp } from './support/app.ts';

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp();
});

afterEach(() => server.close());

test('of jobs that waited together one that fails is tried again alone; the others run once', async () => {
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
  await vi.waitFor(() => expect(ran).toHaveLength(ids.length + 1), { timeout: 30_000, interval: 100 });
  expect([...ran].sort()).toEqual([...ids, 'mail-2'].sort());
});
