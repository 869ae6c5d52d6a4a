import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { archiveMonth, compressTo } from '#server/accounts/archive/archive-month.ts';
import { restoreMonth } from '#server/accounts/archive/restore-month.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import type { DeliveredEvent } from '#server/accounts/ports/platform/platform.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

/** March 2026; a year and some weeks later. */
const month = '2026-03';
const later = new Date(testStart + 420 * dayMs);

let server: TestApp;
let folder: string;
let file: string;
let ended: string;
let running: string;

beforeEach(async () => {
  server = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'tidemark-archive-'));
  file = join(folder, 'march.gz');
  const { personId } = await signInPerson(server);
  [ended, running] = [await buyAccount(server, personId), await buyAccount(server, personId)];
  for (const accountId of [ended, running]) await ingestEvents(server.deps, accountId, march);
  const endedAt = new Date(testStart + 2 * dayMs);
  await server.deps.db.updateTable('trading_account').set({ ended_at: endedAt }).where('id', '=', ended).execute();
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** A trade that opens and closes, in March. */
const march: readonly DeliveredEvent[] = [0, 1].map((index) => ({
  sourceId: `fill-${index}`,
  event: {
    ...{ type: 'fill', at: testStart + (index + 1) * hourMs, instrument: 'MES', month: '2026-06' },
    ...{ side: index === 0 ? 'buy' : 'sell', quantity: 1, priceTicks: 27_000 + index, feeCents: 50 },
  } as DeliveredEvent['event'],
}));

/** A hash of everything stored of an account's events, by the database itself. */
async function hashEvents(accountId: string): Promise<string | null> {
  const { rows } = await sql<{ hash: string | null }>`
    select md5(string_agg(concat_ws('|', sequence, source_id, type, extract(epoch from at), event::text), ';' order by source_id)) as hash
    from account_event where account_id = ${accountId}
  `.execute(server.deps.db);
  return rows[0]?.hash ?? null;
}

const archive = (name = month, now = later) =>
  archiveMonth(server.deps.db, name, now, (lines) => compressTo(createWriteStream(file))(lines));

const restore = (path = file) => restoreMonth(server.deps.db, Readable.from([readFileSync(path)]));

test('a month of an account that ended long ago leaves for a file and comes back the same', async () => {
  const before = await hashEvents(ended);
  const other = await hashEvents(running);
  const archived = await archive();
  expect(archived.accounts).toBe(1);
  expect(await hashEvents(ended)).toBe(null);
  expect(await hashEvents(running)).toBe(other);

  expect(await restore()).toEqual({ month, rows: archived.rows, missing: 0 });
  expect(await hashEvents(ended)).toBe(before);
  // Once more changes nothing.
  await restore();
  expect(await hashEvents(ended)).toBe(before);
});

test('a fill whose id has left doesn’t count again, also after a restore', async () => {
  await archive();
  await expect(ingestEvents(server.deps, ended, march)).rejects.toThrow('409 event_too_old');
  expect(await hashEvents(ended)).toBe(null);
  await restore();
  const before = await hashEvents(ended);
  expect(await ingestEvents(server.deps, ended, march)).toMatchObject({ accepted: 0 });
  expect(await hashEvents(ended)).toBe(before);
});

test('nothing leaves that is recent, or if the file can’t be written', async () => {
  const before = await hashEvents(ended);
  await expect(archive(month, new Date(testStart + 300 * dayMs))).rejects.toThrow('must have ended a year ago');
  await expect(archive('2026-02')).rejects.toThrow('no account that ended a year ago has events in 2026-02');
  await expect(archive('March')).rejects.toThrow('name a month such as 2025-06');
  const full = archiveMonth(server.deps.db, month, later, async (lines) => {
    for await (const _ of lines) throw new Error('No space left on device');
  });
  await expect(full).rejects.toThrow('No space left on device');
  expect(await hashEvents(ended)).toBe(before);
});

test.each([
  ['changed', (text: string) => text.replace('27000', '27001'), 'the file is damaged'],
  ['cut off', (text: string) => text.slice(0, text.indexOf('{"rows"')), 'the file is incomplete'],
  ['another’s', () => 'a text', 'the file is no archive of a month'],
])('a file that is %s brings nothing back', async (_, change, message) => {
  await archive();
  const path = join(folder, 'other.gz');
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
  await expect(restore(path)).rejects.toThrow(message);
  expect(await hashEvents(ended)).toBe(null);
});
