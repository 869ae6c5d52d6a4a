import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingCsv } from '#shared/billing/contract.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInPerson } from '../support/people.ts';

const people = 6_000;
/** Number of rows that the server reads at a time. */
const pageRows = 500;

let server: TestApp;
let ask: ReturnType<typeof client>;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  ({ token } = await signInPerson(server, { roles: ['admin'] }));
  await sql`
    insert into person (id, email, first_name, last_name, country, locale, created_at)
    select 'many-' || n, 'many-' || n || '@example.org', 'Ada', 'Lima', 'PT', 'en', timestamptz '2025-01-05' + n * interval '1 s'
    from generate_series(1, ${people}::int) as given (n)
  `.execute(server.deps.db);
});

afterAll(() => server.close());

async function openExport(query: Record<string, string>) {
  const response = await server.app.request(`/api/admin/people/file?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the export has no body');
  return {
    next: async () => (await reader.read()).value ?? '',
    async rest() {
      let text = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
      return text;
    },
    leave: () => reader.cancel(),
  };
}

const rename = (name: string) =>
  sql`update person set last_name = ${name} where id like 'many-%'`.execute(server.deps.db);

/** Takes long enough for a server that ignores its reader to read every page: each query lets one of its own run. */
async function runOtherQueries(): Promise<void> {
  for (let round = 0; round < 60; round += 1) await sql`select count(*) from person`.execute(server.deps.db);
}

async function listAudited(query: string): Promise<unknown[]> {
  const { data } = await ask(officeLists.audit.page, { token, query: { q: 'list-export' } });
  const found = data.rows.map(({ action, details }) => ({ action, ...JSON.parse(details) }));
  return found.filter(({ filter }) => filter.q === query).map(({ action }) => action);
}

test('an export waits for its reader and reads later rows only when they are requested', async () => {
  await rename('Before');
  const file = await openExport({ q: 'many-' });
  let text = '';
  while (!text.includes('Before')) text += await file.next();
  await runOtherQueries();
  await rename('After');
  text += await file.rest();
  const names = text.split('\r\n').slice(1, -1);
  expect(names).toHaveLength(people);
  // The page that was read first, and at most two more on their way.
  const early = names.filter((line) => line.includes('Before')).length;
  expect(early).toBeGreaterThanOrEqual(pageRows);
  expect(early).toBeLessThanOrEqual(3 * pageRows);
  expect(names.filter((line) => line.includes('After'))).toHaveLength(people - early);
});

test('an export whose reader disconnects stops reading and isn’t recorded as finished', async () => {
  const file = await openExport({ q: 'many-2' });
  await file.next();
  await file.next();
  await file.leave();
  await runOtherQueries();
  expect(await listAudited('many-2')).toEqual(['list-exported']);
});

test('an export that fails midway breaks off the download, so nobody mistakes a part for the whole', async () => {
  const file = await openExport({ q: 'many-3' });
  await file.next();
  await sql`alter table trading_account rename to trading_account_away`.execute(server.deps.db);
  await expect(file.rest()).rejects.toThrow('The download ended early');
  await sql`alter table trading_account_away rename to trading_account`.execute(server.deps.db);
  expect(await listAudited('many-3')).toEqual(['list-exported']);
});

test.each([officeLists.people.file.path, billingCsv.path])(
  '%s starts with a byte order mark, for Excel',
  async (path) => {
    const response = await server.app.request(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.subarray(0, 3).toString('hex')]).toEqual([200, 'efbbbf']);
  },
);
