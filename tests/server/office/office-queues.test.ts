import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeOverview, officeSearch } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListQuery } from '#shared/office/define-list.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let admin: { token: string };

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  admin = await signInStaff(server, 'admin');
});

afterAll(() => server.close());

/** Commission payouts requested a day apart from January 1, 2026; `dueDay` is a day of January, or null if paid. */
async function addPayouts(personId: string, dueDays: readonly (number | null)[]): Promise<void> {
  const { db } = server.deps;
  await sql`
    insert into payout_destination (id, person_id, method, kind, details, masked, payee_name, added_by, created_at, usable_at)
    values (${`d-${personId}`}, ${personId}, 'wise', 'wise', '', 'a…@example.com', 'Ada Ferreira', ${personId}, now(), now())
  `.execute(db);
  for (const [index, dueDay] of dueDays.entries()) {
    const at = new Date(Date.UTC(2026, 0, 1 + index));
    const number = `P2026-9${String(index).padStart(5, '0')}`;
    await sql`
      insert into payout (id, number, source, person_id, destination_id, method, amount_cents, trader_cents, firm_cents,
        fee_cents, status, idempotency_key, request_hash, requested_at, decision_due_at, due_at)
      values (${`q-${index}`}, ${number}, 'affiliate', ${personId}, ${`d-${personId}`}, 'wise', 10000, 10000, 0, 0,
        ${dueDay === null ? 'paid' : 'sent'}, ${String(index)}, '', ${at}, ${at},
        ${dueDay === null ? null : new Date(Date.UTC(2026, 0, dueDay))})
    `.execute(db);
  }
}

describe('the payouts queue', () => {
  beforeAll(async () => {
    await sql`drop index payout_open_affiliate`.execute(server.deps.db);
    const { personId } = await signInPerson(server);
    // 0 and 3 are paid; the others are due on the 9th, 5th, 9th and 7th.
    await addPayouts(personId, [null, 9, 5, null, 9, 7, ...Array.from({ length: 60 }, () => 20)]);
  });

  const read = async (query: ListQuery) => (await ask(officeLists.payouts.page, { token: admin.token, query })).data;
  const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

  test('starts with what is due first and ends with what is paid, page by page, in both directions', async () => {
    const first = await read({});
    expect(idsOf(first).slice(0, 5)).toEqual(['q-2', 'q-5', 'q-1', 'q-4', 'q-10']);
    expect([first.newer, first.count, idsOf(first).length]).toEqual([null, 66, 50]);
    const second = await read({ cursor: String(first.older), direction: 'older' });
    expect(second.older).toBeNull();
    expect(idsOf(second).slice(-2)).toEqual(['q-3', 'q-0']);
    expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(66);
    expect(idsOf(await read({ cursor: String(second.newer), direction: 'newer' }))).toEqual(idsOf(first));
    expect(idsOf(await read({ direction: 'newer' })).slice(-2)).toEqual(['q-3', 'q-0']);
  });

  test('lists the newest first on request, and rejects any other order', async () => {
    expect(idsOf(await read({ order: 'newest' })).slice(0, 2)).toEqual(['q-65', 'q-64']);
    const refused = await ask(officeLists.payouts.page, { token: admin.token, query: { order: 'amount' as never } });
    expect([refused.response_status, Object.keys(refused.validation_errors ?? {})]).toEqual([422, ['order']]);
  });

  test('sorts by amount and by time, either way and across pages', async () => {
    // q-0 is the smallest, at $100.00, and q-65 the largest; the 60 in between are $200.00, over the page's end.
    await sql`update payout set amount_cents = amount, trader_cents = amount
      from (select id, case when n between 3 and 62 then 20000 else 10000 + 700 * n end as amount
        from (select id, substr(id, 3)::int as n from payout) numbered) given
      where given.id = payout.id`.execute(server.deps.db);
    const largest = await read({ sort: '-amountCents' });
    expect(idsOf(largest).slice(0, 4)).toEqual(['q-65', 'q-64', 'q-63', 'q-9']);
    const rest = await read({ sort: '-amountCents', cursor: String(largest.older), direction: 'older' });
    expect(idsOf(rest).slice(-4)).toEqual(['q-10', 'q-2', 'q-1', 'q-0']);
    expect(new Set([...idsOf(largest), ...idsOf(rest)]).size).toBe(66);
    expect(idsOf(await read({ sort: '-amountCents', cursor: String(rest.newer), direction: 'newer' }))).toEqual(
      idsOf(largest),
    );
    expect(idsOf(await read({ sort: 'amountCents' })).slice(0, 2)).toEqual(['q-0', 'q-1']);
    expect(idsOf(await read({ sort: 'at' })).slice(0, 2)).toEqual(['q-0', 'q-1']);
    expect(idsOf(await read({ sort: '-at' })).slice(0, 2)).toEqual(['q-65', 'q-64']);
    const refused = await ask(officeLists.payouts.page, { token: admin.token, query: { sort: 'destination' } });
    expect([refused.response_status, Object.keys(refused.validation_errors ?? {})]).toEqual([422, ['sort']]);
  });

  test('finds a payout by its number', async () => {
    const find = async (q: string, token: string) =>
      (await ask(officeSearch, { token, query: { q } })).data.found.map(({ list, id }) => [list, id]);
    expect(await find('p2026-900002', admin.token)).toEqual([['payouts', 'q-2']]);
    expect(await find('P2026-900002', (await signInStaff(server, 'support')).token)).toEqual([]);
  });
});

test('the overview says what is due next in a queue, and how much money waits, to those who see payouts', async () => {
  await sql`update payout set status = 'in-review', due_at = ${new Date(Date.UTC(2026, 0, 4))}, amount_cents = 9000,
    trader_cents = 9000 where id = 'q-2'`.execute(server.deps.db);
  const { queues, money } = (await ask(officeOverview, { token: admin.token })).data;
  expect(queues.find(({ list }) => list === 'payouts')).toMatchObject({ count: 1, dueAt: Date.UTC(2026, 0, 4) });
  expect(queues.find(({ list }) => list === 'jobs')).toMatchObject({ dueAt: null });
  expect(money).toMatchObject({ undecidedCents: 9_000, unsentCents: 0, disputedCents: 0 });
  const { token } = await signInStaff(server, 'risk_manager');
  expect((await ask(officeOverview, { token })).data.money).toBeNull();
});

test('the overview says what banks are disputing to those who see chargebacks alone', async () => {
  const trader = await signInPerson(server);
  const { id } = await payOrder(server, trader.personId);
  await server.deps.db
    .insertInto('payment_dispute')
    .values({
      ...{ id: 'overview-dispute', provider: 'sandbox', order_id: id, amount_cents: 14_900, status: 'open' },
      ...{ reason: 'fraudulent', opened_at: server.clock.now() },
    })
    .execute();
  const read = async (role: 'finance' | 'reviewer') => {
    const { token } = await signInStaff(server, role);
    return (await ask(officeOverview, { token })).data.money;
  };
  expect(await read('finance')).toMatchObject({ undecidedCents: 9_000, disputedCents: 14_900 });
  expect(await read('reviewer')).toMatchObject({ undecidedCents: 9_000, disputedCents: null });
});

test('order names are in the reader’s language in lists, records, files and search', async () => {
  const trader = await signInPerson(server);
  await buyAccount(server, trader.personId);
  const { db, catalog } = server.deps;
  const [thor] = catalog.packages.thor;
  const count = thor?.followers ?? 0;
  const { id, number } = await db
    .updateTable('orders')
    .set({ kind: 'thor', package_id: thor?.id ?? '', name: `Thor, ${count} follower${count > 1 ? 's' : ''}` })
    .where('person_id', '=', trader.personId)
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  const french = `Thor, ${count} compte${count > 1 ? 's' : ''} suiveur${count > 1 ? 's' : ''}`;
  const common = { token: admin.token, locale: 'fr' };
  const { page, record, file } = officeLists.orders;
  expect((await ask(page, { ...common, query: { q: number } })).data.rows.map(({ name }) => name)).toEqual([french]);
  expect((await ask(record, { ...common, query: { id } })).data.row.name).toBe(french);
  expect((await ask(officeSearch, { ...common, query: { q: number } })).data.found[0]?.detail).toContain(french);
  const answer = await server.app.request(`/api/${file.path}?q=${number}`, {
    headers: { Authorization: `Bearer ${admin.token}`, 'Accept-Language': 'fr' },
  });
  expect(await answer.text()).toContain(french);

  // Sold when Thor had another number of followers: today's catalog must not change its name.
  await db.updateTable('orders').set({ name: 'Thor, 97 followers' }).where('id', '=', id).execute();
  expect((await ask(record, { ...common, query: { id } })).data.row.name).toBe('Thor, 97 followers');
  expect((await ask(officeSearch, { ...common, query: { q: number } })).data.found[0]?.detail).toContain('Thor, 97 f');
});

test('the audit log can be filtered by action and by entity', async () => {
  const { token } = admin;
  await server.app.request('/api/admin/newsletter/file', { headers: { Authorization: `Bearer ${token}` } });
  const read = async (query: ListQuery) =>
    (await ask(officeLists.audit.page, { token, query })).data.rows.map(({ action }) => action);
  expect(await read({ action: 'list-exported', entity: 'list' })).toContain('list-exported');
  expect(new Set(await read({ action: 'list-exported' })).size).toBe(1);
  expect(await read({ action: 'list-exported', entity: 'halt' })).toEqual([]);
});
