import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { countSearch } from '#shared/support/contract-articles.ts';
import { startTestApp, type TestApp } from './app.ts';
import { client } from './client.ts';
import { signInStaff } from './funded.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let networks = 0;

beforeAll(async () => {
  server = await startTestApp({ limits: 'on', environment: { TRUST_PROXY: '1' } });
  ask = client(server);
});

afterAll(() => server.close());

type Searched = { readonly language?: 'en' | 'fr'; readonly kind?: 'none' | 'unclicked'; readonly from?: string };

/** A visitor searches, by default one on a network of their own. */
async function search(text: string, { language = 'en', kind = 'none', from }: Searched = {}): Promise<number> {
  networks += 1;
  const address = from ?? `10.2.${networks >> 8}.${networks & 255}`;
  const response = await server.app.request(`/api/${countSearch.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: JSON.stringify({ text, language, kind }),
  });
  expect(response.headers.getSetCookie()).toEqual([]);
  return response.status;
}

async function twice(text: string): Promise<void> {
  for (const _ of [1, 2]) expect(await search(text)).toBe(200);
}

const listed = async (query: Record<string, string> = {}) => {
  const { token } = await signInStaff(server, 'support');
  return (await ask(officeLists.searches.page, { token, query })).data.rows;
};

const find = async (q: string) => (await listed({ q })).map(({ searched }) => searched);

test('searches in vain are counted by text and language, however they are spelled, and listed from the second on', async () => {
  await search('  Soybean   CRUSH ');
  expect(await find('soybean')).toEqual([]);
  await search('soybean crush', { kind: 'unclicked' });
  await search('soybean\u200bcrush');
  await search('soybean crush', { language: 'fr' });
  // An accent in one character or two.
  await search('caf\u00e9', { language: 'fr' });
  await search('Cafe\u0301', { language: 'fr' });
  expect(await listed({ sort: '-times', language: 'en', q: 'Soy' })).toMatchObject([
    { searched: 'soybean crush', language: 'en', times: 3, withoutAnswer: 2, withoutClick: 1 },
  ]);
  expect(await listed({ language: 'fr' })).toMatchObject([{ searched: 'café', times: 2 }]);
  const columns = await server.deps.db.selectFrom('unanswered_search').selectAll().limit(1).execute();
  expect(Object.keys(columns[0] ?? {}).sort()).toEqual(['count', 'day', 'kind', 'language', 'text']);
});

test('two tabs, a reload or a repeated request of one visitor are one search', async () => {
  const repeated = Array.from({ length: 5 }, () => search('only mine', { from: '10.9.9.9' }));
  expect(await Promise.all(repeated)).toEqual([200, 200, 200, 200, 200]);
  expect(await find('only mine')).toEqual([]);
  await search('only mine', { kind: 'unclicked', from: '10.9.9.9' });
  expect(await find('only mine')).toEqual([]);
  await Promise.all(Array.from({ length: 8 }, () => search('at the same time')));
  expect(await listed({ q: 'at the same' })).toMatchObject([{ times: 8 }]);
});

test('what may be about a person is refused without a word and never stored', async () => {
  const personal = [
    'where is ada@example.org',
    'ada＠example',
    'order 2026-00042',
    'call 1 2 3 4 5',
    '٠١٢٣٤',
    'https://example.org/me',
    'www.example',
    'my-profile.example',
    'a'.repeat(61),
    ' \u200b ',
  ];
  for (const text of personal) await twice(text);
  const stored = await server.deps.db.selectFrom('unanswered_search').select('text').execute();
  expect(stored.filter(({ text }) => /example|2026|1 2|٠|aaa/u.test(text) || text.trim() === '')).toEqual([]);
  await twice('reset at 17:00');
  expect(await find('reset at')).toEqual(['reset at 17:00']);
});

test('requests of another form are refused by field, and too many of one network at all', async () => {
  for (const [body, field] of [
    [{ text: 'a'.repeat(201), language: 'en', kind: 'none' }, 'text'],
    [{ text: 'roll', language: 'xx', kind: 'none' }, 'language'],
    [{ text: 'roll', language: 'en', kind: 'clicked' }, 'kind'],
  ] as const) {
    const answer = await ask(countSearch, { body: body as never });
    expect([answer.response_status, Object.keys(answer.validation_errors)]).toEqual([422, [field]]);
  }
  const statuses: number[] = [];
  for (let time = 0; time <= 60; time += 1) statuses.push(await search('flood', { from: '10.8.8.8' }));
  expect([statuses[59], statuses[60]]).toEqual([200, 429]);
});

test('only support and administrators see the list, and its file has the same rows', async () => {
  for (const role of ['finance', 'reviewer', 'risk_manager'] as const) {
    const { token } = await signInStaff(server, role);
    expect((await ask(officeLists.searches.page, { token, query: {} })).response_status).toBe(403);
  }
  await search('nobody else asks');
  await twice('=everybody asks');
  const { token } = await signInStaff(server, 'admin');
  const file = await server.app.request(`/api/${officeLists.searches.file.path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await file.text();
  expect(text).toContain("'=everybody asks");
  expect(text).not.toContain('nobody else');
  const [row] = await listed({ q: '=everybody' });
  const record = await ask(officeLists.searches.record, { token, query: { id: row?.id ?? '' } });
  expect(record.data.row).toMatchObject({ searched: '=everybody asks', times: 2 });
});

test('a day has at most 500 texts; further ones are counted without theirs, and known ones as before', async () => {
  await server.clock.advance(dayMs);
  await twice('known early');
  for (let text = 1; text < 510; text += 1) await search(`text ${text}`);
  await search('known early');
  const rows = await server.deps.db
    .selectFrom('unanswered_search')
    .select(['text', 'count'])
    .where('day', '=', server.clock.now().toISOString().slice(0, 10))
    .execute();
  expect(rows).toHaveLength(501);
  expect(rows).toEqual(
    expect.arrayContaining([
      { text: '…', count: 10 },
      { text: 'known early', count: 3 },
    ]),
  );
});

test('searches leave the list after 30 days and the database after 90', async () => {
  expect(await find('soybean')).toEqual(['soybean crush']);
  await server.clock.advance(30 * dayMs);
  await server.drain();
  expect(await find('soybean')).toEqual([]);
  const count = async () => (await server.deps.db.selectFrom('unanswered_search').selectAll().execute()).length;
  expect(await count()).toBeGreaterThan(500);
  await server.clock.advance(61 * dayMs);
  await server.deps.jobs.send(server.deps.db, 'delete-expired', {});
  await server.drain();
  expect(await count()).toBe(0);
});
