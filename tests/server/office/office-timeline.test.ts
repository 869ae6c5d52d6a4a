import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId, type PlainAction, writeAudit } from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import { auditActions, auditActionsByList } from '#shared/core/audit-actions.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListFilter, ListQuery } from '#shared/office/define-list.ts';
import { openTicket } from '#shared/support/contract.ts';
import { officeTicketAssign } from '#shared/support/contract-office.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { type FundedTrader, fundTrader, signInStaff } from '../support/funded.ts';
import { signInPerson } from '../support/people.ts';

const { page, record, file } = officeLists.timeline;

let server: TestApp;
let ask: ReturnType<typeof client>;
let trader: FundedTrader;
let payoutId: string;
let orderId: string;
let ticketId: string;

/** A trader who requested a payout, wrote a ticket that an agent took, and got a refund. */
beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
  trader = await fundTrader(server);
  payoutId = (await trader.request(100_000)).data.payout.id;
  const body = { topic: 'payment', message: 'When is it paid?' } as const;
  ({ ticketId } = (await ask(openTicket, { token: trader.token, idempotencyKey: newId(), body })).data);
  const agent = await signInStaff(server, 'support');
  await ask(officeTicketAssign, { token: agent.token, body: { ticketId, assigneeId: agent.personId } });
  const finance = await signInStaff(server, 'finance');
  const { id, total_cents: refundCents } = await server.deps.db
    .selectFrom('orders')
    .select(['id', 'total_cents'])
    .where('person_id', '=', trader.personId)
    .executeTakeFirstOrThrow();
  await ask(refundOrder, {
    token: finance.token,
    body: { orderId: id, items: ['package'], refundCents, reason: 'goodwill' },
  });
  orderId = id;
});

afterAll(() => server.close());

async function readAs(role: Role) {
  const { token } = await signInStaff(server, role);
  const list = async (query: ListFilter) => (await ask(page, { token, query: query as ListQuery })).data;
  return {
    list,
    subjects: async (query: ListFilter) => new Set((await list(query)).rows.map(({ entity }) => entity)),
    record: async (id: string) => (await ask(record, { token, query: { id } })).response_status,
    file: async (query: Record<string, string>) => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await server.app.request(`/api/${file.path}?${new URLSearchParams(query)}`, { headers });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

test('a role reads only the parts of a person’s timeline whose lists it may open, in pages, records and files', async () => {
  const person = { person: trader.personId };
  const admin = await readAs('admin');
  const { rows } = await admin.list(person);
  expect(rows.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['account', 'order', 'payout', 'ticket']));
  const idOf = (entity: string) => rows.find((row) => row.entity === entity)?.id ?? '';

  for (const [role, shown, hidden] of [
    ['support', ['account', 'order', 'ticket'], ['payout']],
    ['finance', ['account', 'order', 'payout'], ['ticket']],
    ['reviewer', ['account', 'payout'], ['order', 'ticket']],
    ['risk_manager', ['account'], ['order', 'payout', 'ticket']],
  ] as const) {
    const reader = await readAs(role);
    const subjects = await reader.subjects(person);
    const { text } = await reader.file(person);
    for (const entity of shown) {
      expect([...subjects], role).toContain(entity);
      expect(await reader.record(idOf(entity)), `${role}, ${entity}`).toBe(200);
      expect(text, role).toContain(`,${entity},`);
    }
    for (const entity of hidden) {
      expect([...subjects], role).not.toContain(entity);
      expect(await reader.record(idOf(entity)), `${role}, ${entity}`).toBe(404);
      expect(text, role).not.toContain(`,${entity},`);
    }
    expect((await reader.list(person)).count, role).toBe(rows.filter(({ entity }) => subjects.has(entity)).length);
  }
});

test('a payout or ticket shows no timeline to a role that may not open it', async () => {
  const [support, finance] = [await readAs('support'), await readAs('finance')];
  expect((await support.list({ payout: payoutId })).rows).toEqual([]);
  expect((await finance.list({ payout: payoutId })).rows).not.toEqual([]);
  expect((await finance.list({ ticket: ticketId })).rows).toEqual([]);
  expect((await support.list({ ticket: ticketId })).rows).not.toEqual([]);
});

test('an order’s timeline contains that order’s events and no others', async () => {
  const { list } = await readAs('finance');
  const { rows } = await list({ order: orderId });
  expect(rows.map(({ action }) => action)).toContain('refund-by-operator');
  expect(new Set(rows.map(({ entityId }) => entityId))).toEqual(new Set([orderId]));
  // Its number, as staff know it.
  const { number } = await server.deps.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(new Set(rows.map((row) => row.record))).toEqual(new Set([number]));
  expect((await list({ order: 'no-such-order' })).rows).toEqual([]);
});

test.each(['support', 'admin'] as const)('%s must choose a record and can’t read the whole audit log', async (role) => {
  const { token } = await signInStaff(server, role);
  for (const query of [{}, { q: 'registered' }, { from: '2026-01-01' }]) {
    const answer = await ask(page, { token, query });
    expect(answer.response_status).toBe(422);
    expect(answer.validation_errors).toEqual({ person: ['Choose the record whose timeline you want to read.'] });
  }
  expect((await (await readAs(role)).file({})).status).toBe(422);
});

const notes = ['finding-stored', 'risk-suspend', 'account-note', 'conduct-opened', 'documents-requested'] as const;

test.each([
  [
    'support',
    [...notes, 'signed-in', 'balance-differs', 'sanctions-cleared'],
    ['account-breached', 'account-disputed'],
  ],
  ['reviewer', [...notes, 'signed-in', 'account-disputed', 'order-paid'], ['account-breached', 'sanctions-cleared']],
  ['finance', [...notes, 'signed-in'], ['account-breached', 'payout-destination-added', 'registered']],
  ['risk_manager', ['signed-in', 'sanctions-cleared', 'payout-destination-added'], [...notes, 'balance-differs']],
  ['admin', [], [...notes, 'signed-in', 'sanctions-cleared', 'account-breached']],
] as const)(
  '%s reads only actions of lists it may open, also about a person it may see',
  async (role, hidden, shown) => {
    const owner = await signInPerson(server);
    for (const action of auditActions) {
      const details = { secret: action };
      await writeAudit(
        server.deps,
        server.deps.db,
        'system',
        action as PlainAction,
        ['person', owner.personId],
        details,
      );
    }
    const reader = await readAs(role);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const query: ListQuery = { person: owner.personId, ...(cursor === undefined ? {} : { cursor }) };
      const { rows, older } = await reader.list(query);
      found.push(...rows.map(({ action }) => action));
      cursor = older ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(expect.arrayContaining([...shown]));
    expect(hidden.filter((action) => found.includes(action))).toEqual([]);
    const { text } = await reader.file({ person: owner.personId });
    expect(hidden.filter((action) => text.includes(`"secret"":""${action}"`))).toEqual([]);
    for (const [list, actions] of Object.entries(auditActionsByList)) {
      const mayOpen = officeLists[list as keyof typeof officeLists].roles.some((each) => each === role);
      expect(
        found.some((action) => (actions as readonly string[]).includes(action)),
        list,
      ).toBe(mayOpen);
    }
  },
);
