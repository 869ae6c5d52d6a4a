import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { compareBalance } from '#server/accounts/balance-differences/compare.ts';
import { listSources } from '#server/firm/office/lists.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import type { Role } from '#shared/core/access.ts';
import { officeOverview, officeSearch } from '#shared/firm/contract-office.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';
import { openTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let admin: { token: string; personId: string };

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  admin = await signInStaff('admin');
});

afterAll(() => server.close());

async function signInStaff(role: Role) {
  const person = await signInPerson(server);
  await giveRoles(server, person.personId, [role]);
  return person;
}

/** People who registered within a microsecond of each other, whom a cursor in milliseconds would mix up. */
async function addPeople(prefix: string, count: number): Promise<string[]> {
  await sql`
    insert into person (id, email, first_name, last_name, country, locale, created_at)
    select ${prefix} || lpad(n::text, 3, '0'), ${prefix} || lpad(n::text, 3, '0') || '@example.org', 'Ada', 'Lima', 'PT',
      'en', timestamptz '2026-01-05 10:00:00.000001+00' + (n / 3) * interval '1 microsecond'
    from generate_series(1, ${count}::int) as given (n)
  `.execute(server.deps.db);
  return Array.from({ length: count }, (_, index) => `${prefix}${String(count - index).padStart(3, '0')}`);
}

async function readFile(path: string, query: Record<string, string>, token = admin.token): Promise<string> {
  const response = await server.app.request(`/api/${path}?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('.csv');
  return response.text();
}

describe('list pages', () => {
  test('return rows of the same millisecond without gaps or repeats, in both directions and from the end', async () => {
    const expected = await addPeople('pager-', 120);
    const read = (query: object) =>
      ask(officeLists.people.page, { token: admin.token, query: { q: 'pager-', ...query } }).then(({ data }) => data);
    const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);
    const first = await read({});
    expect({ newer: first.newer, count: first.count, more: first.more }).toEqual({
      newer: null,
      count: 120,
      more: false,
    });
    const second = await read({ cursor: first.older, direction: 'older' });
    const third = await read({ cursor: second.older, direction: 'older' });
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(expected);
    expect(third.older).toBeNull();
    expect(ids(await read({ cursor: third.newer, direction: 'newer' }))).toEqual(ids(second));
    expect(ids(await read({ direction: 'newer' }))).toEqual(expected.slice(-50));
  });

  test('count up to ten thousand rows', async () => {
    await sql`
      insert into person (id, email, first_name, last_name, country, locale, created_at)
      select 'many-' || n, 'many-' || n || '@example.org', '', '', 'PT', 'en', timestamptz '2025-01-05' + n * interval '1 s'
      from generate_series(1, 10001) as given (n)
    `.execute(server.deps.db);
    const { data } = await ask(officeLists.people.page, { token: admin.token, query: { q: 'many-' } });
    expect({ count: data.count, more: data.more }).toEqual({ count: 10_000, more: true });
  });

  test.each([
    ['cursor', 'yesterday'],
    ['cursor', '2026-02-30T00:00:00.000000Z~x'],
    ['from', '2026-02-30'],
    ['status', 'unheard-of'],
  ])('reject an impossible %s, %s, by field', async (name, value) => {
    const answer = await ask(officeLists.people.page, { token: admin.token, query: { [name]: value } });
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors)).toEqual([name]);
  });

  test('can be searched for a percent sign', async () => {
    const { data } = await ask(officeLists.people.page, { token: admin.token, query: { q: '%' } });
    expect(data.rows).toEqual([]);
  });
});

describe('list exports', () => {
  test('contain the whole filter, neutralize formulas and are audited', async () => {
    await addPeople('export-', 60);
    await server.deps.db
      .updateTable('person')
      .set({ first_name: '=HYPERLINK("http://x")', last_name: '' })
      .where('id', '=', 'export-001')
      .execute();
    const text = await readFile('admin/people/file', { q: 'export-' });
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(61);
    expect(lines[0]).toBe('at,id,email,name,country,language,status,roles,accounts,orders,two_factor');
    expect(lines.at(-1)).toBe(
      `2026-01-05T10:00:00.000Z,export-001,export-001@example.org,"'=HYPERLINK(""http://x"")",PT,en,unverified,,0,0,no`,
    );
    const { data } = await ask(officeLists.audit.page, { token: admin.token, query: { q: 'list-export' } });
    const entries = data.rows.map(({ action, entityId, details }) => [action, entityId, JSON.parse(details)]);
    expect(entries.sort()).toEqual([
      ['list-export-finished', 'people', { filter: { q: 'export-' }, rows: 60 }],
      ['list-exported', 'people', { filter: { q: 'export-' } }],
    ]);
  });
});

describe('list records', () => {
  test('show an account, its balance difference and its owner’s timeline', async () => {
    const trader = await signInPerson(server);
    const accountId = await buyAccount(server, trader.personId);
    await compareBalance(server.deps, accountId, { at: testStart, balanceCents: 4_999_786 });
    const { token } = await signInStaff('risk_manager');
    const { data } = await ask(officeLists.accounts.record, { token, query: { id: accountId } });
    expect(data.row).toMatchObject({ accountId, status: 'active', equityCents: 5_000_000, personId: trader.personId });
    const differences = await ask(officeLists.differences.page, { token, query: { account: accountId } });
    expect(differences.data.rows).toMatchObject([{ status: 'open', differenceCents: -214, accountId }]);
    // Four ticks of $12.50.
    await play(server, accountId, [...trade(testStart, 4), ...trade(testStart + dayMs, 0)]);
    const { points } = (await ask(officeEquity, { token, query: { accountId } })).data;
    expect(points.at(-1)).toMatchObject({ equityCents: 5_005_000 });
    expect((await ask(officeEquity, { token, query: { accountId: 'nobody' } })).response_status).toBe(404);
    const timeline = await ask(officeLists.timeline.page, { token, query: { person: trader.personId } });
    expect(timeline.data.rows.map(({ action }) => action)).toContain('balance-differs');
    expect((await ask(officeLists.accounts.record, { token, query: { id: 'nobody' } })).response_status).toBe(404);
  });

  test('every list returns a page, and a 404 for an unknown record', async () => {
    for (const { page, record, isRecordOnly, filters, sorts, name } of Object.values(officeLists)) {
      const query = isRecordOnly ? { [Object.keys(filters)[0] ?? '']: 'x' } : {};
      const sources = ['at', ...Object.keys(listSources[name as OfficeListName].sorts ?? {})];
      expect([...sorts].sort(), name).toEqual(sources.sort());
      for (const sort of ['', ...sorts.flatMap((each) => [each, `-${each}`])]) {
        const sorted = sort === '' ? query : { ...query, sort };
        expect((await ask(page, { token: admin.token, query: sorted })).response_status, name).toBe(200);
      }
      expect((await ask(record, { token: admin.token, query: { id: 'x' } })).response_status, name).toBe(404);
    }
  });
});

describe('search and overview', () => {
  test('find people, orders and accounts by address and number, in the role’s lists', async () => {
    const trader = await signInPerson(server);
    const accountId = await buyAccount(server, trader.personId);
    const account = await server.deps.db
      .selectFrom('trading_account')
      .select(['platform_account_id', 'order_id'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const find = async (q: string, token = admin.token) =>
      (await ask(officeSearch, { token, query: { q } })).data.found.map(({ list, id }) => [list, id]);
    expect(await find(`${trader.personId.slice(0, 12)}`)).toEqual([
      ['people', trader.personId],
      ['orders', account.order_id],
      ['accounts', accountId],
    ]);
    expect(await find(account.platform_account_id)).toEqual([['accounts', accountId]]);
    expect(await find(account.order_id)).toEqual([['orders', account.order_id]]);
    const { token } = await signInStaff('reviewer');
    expect(await find(account.order_id, token)).toEqual([]);
  });

  test('find names without accents and in either order, tickets and codes, by the role’s lists', async () => {
    const trader = await signInPerson(server);
    await server.deps.db
      .updateTable('person')
      .set({ first_name: 'Søren-Élodie', last_name: 'Gonçalves Łukasz' })
      .where('id', '=', trader.personId)
      .execute();
    const accountId = await buyAccount(server, trader.personId);
    const opened = await ask(openTicket, {
      token: trader.token,
      idempotencyKey: 'name-search',
      body: { topic: 'other', message: 'Where is my certificate?' },
    });
    await server.deps.db
      .insertInto('coupon')
      .values({
        ...{
          id: 'search-coupon',
          code: 'AUTUMN7',
          percent_bps: 700,
          programs: null,
          uses: null,
          once_per_person: false,
        },
        ...{ starts_at: server.clock.now(), expires_at: new Date('2030-01-01'), created_by: 'x' },
        created_at: server.clock.now(),
      })
      .execute();
    const find = async (q: string, token = admin.token) =>
      (await ask(officeSearch, { token, query: { q } })).data.found.map(({ list, id }) => [list, id]);
    for (const q of ['soren-elodie', 'SØREN-É', 'goncalves lu', 'Gonçalves Łukasz Sør']) {
      const found = await find(q);
      expect(found, q).toContainEqual(['people', trader.personId]);
      expect(found, q).toContainEqual(['accounts', accountId]);
      expect(found, q).toContainEqual(['tickets', opened.data.ticketId]);
    }
    // In the middle of a name nothing is looked up.
    expect(await find('lodie')).toEqual([]);
    expect(await find('autumn7')).toEqual([['coupons', 'search-coupon']]);
    const risk = await signInStaff('risk_manager');
    expect((await find('goncalves', risk.token)).map(([list]) => list)).toEqual(['people', 'accounts']);
    expect(await find('autumn7', risk.token)).toEqual([]);
    const { data } = await ask(officeLists.people.page, { token: admin.token, query: { q: 'gonçalves' } });
    expect(data.rows.map(({ id }) => id)).toEqual([trader.personId]);
  });

  test('name an order after what was bought, in the list, the record and the file', async () => {
    const trader = await signInPerson(server);
    await buyAccount(server, trader.personId);
    const { id, email } = await server.deps.db
      .selectFrom('orders')
      .select(['id', 'email'])
      .where('person_id', '=', trader.personId)
      .executeTakeFirstOrThrow();
    await server.deps.db
      .updateTable('orders')
      .set({ name: '', package_id: 'merit-50k' })
      .where('id', '=', id)
      .execute();
    const { page, record } = officeLists.orders;
    const list = await ask(page, { token: admin.token, query: { q: email } });
    expect(list.data.rows.map(({ name }) => name)).toEqual(['Merit 50K']);
    expect((await ask(record, { token: admin.token, query: { id } })).data.row.name).toBe('Merit 50K');
    expect(await readFile('admin/orders/file', { q: email })).toContain(',Merit 50K,');
    await server.deps.db.updateTable('orders').set({ package_id: 'no-longer-sold' }).where('id', '=', id).execute();
    expect((await ask(record, { token: admin.token, query: { id } })).data.row.name).toBe('no-longer-sold');
  });

  test('count what waits in the role’s lists', async () => {
    const read = async (role: Role) => {
      const { token } = await signInStaff(role);
      const { queues } = (await ask(officeOverview, { token })).data;
      return queues.map(({ list, count }) => [list, count]);
    };
    expect(await read('risk_manager')).toEqual([
      ['findings', 0],
      ['conduct', 0],
      ['requests', 0],
      ['disputes', 0],
      ['incidents', 0],
      ['halts', 0],
      ['differences', 1],
      ['parked', 0],
      ['tasks', 0],
      ['bridge', 0],
    ]);
    expect(await read('finance')).toEqual([
      ['orders', 0],
      ['payouts', 0],
      ['entries', 0],
      ['chargebacks', 0],
    ]);
  });

  test('export a platform that no bridge has reported from with empty times', async () => {
    const { token } = await signInStaff('risk_manager');
    const [columns, row] = (await readFile('admin/bridge/file', { q: 'rithmic' }, token)).split('\r\n');
    expect(columns).toMatch(/^at,id,platform,heartbeat_at,/);
    expect(row).toMatch(/^,rithmic,rithmic,,/);
  });

  test('show a platform whose bridge has been silent for three minutes', async () => {
    const { token } = await signInStaff('risk_manager');
    const heartbeats = [
      { platform: 'rithmic', seen_at: new Date(Date.now() - 150_000) },
      { platform: 'dxfeed', seen_at: new Date(Date.now() - 181_000) },
    ] as const;
    await server.deps.db
      .insertInto('bridge_heartbeat')
      .values([...heartbeats])
      .execute();
    const platforms = async (feed: string) =>
      (await ask(officeLists.bridge.page, { token, query: { feed } })).data.rows.map(({ platform }) => platform);
    expect([await platforms('silent'), await platforms('current')]).toEqual([['dxfeed'], ['rithmic']]);
    const { queues } = (await ask(officeOverview, { token })).data;
    expect(queues.find(({ list }) => list === 'bridge')?.count).toBe(1);
  });
});
