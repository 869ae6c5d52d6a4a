import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import { officePerson } from '#shared/firm/contract-office.ts';
import { openTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

const newKey = () => ({ idempotencyKey: newId() });

async function summaryFor(role: Role, personId: string) {
  const { token } = await signInStaff(server, role);
  return (await ask(officePerson, { token, query: { personId } })).data;
}

/** A buyer of three orders of $149.00: one returned, one disputed, and one that opened an account. */
async function addBuyer() {
  const { db } = server.deps;
  const buyer = await signInPerson(server);
  await buyAccount(server, buyer.personId);
  const [returned, disputed] = [await payOrder(server, buyer.personId), await payOrder(server, buyer.personId)];
  const { rows: orders } = await sql<{ id: string }>`select id from orders where person_id = ${buyer.personId}`.execute(
    db,
  );
  for (const [index, { id }] of orders.entries()) await issue(`I-${buyer.personId}-${index}`, 'invoice', id, 14_900);
  await issue(`C-${buyer.personId}`, 'credit', returned.id, -14_900);
  const dispute = { provider: 'sandbox', order_id: disputed.id, amount_cents: 14_900, reason: 'fraudulent' };
  const times = { opened_at: server.clock.now(), evidence_due_at: new Date(server.clock.now().getTime() + 86_400_000) };
  await db
    .insertInto('payment_dispute')
    .values([
      { ...dispute, ...times, id: `open-${buyer.personId}`, status: 'open' },
      { ...dispute, ...times, id: `won-${buyer.personId}`, status: 'won', closed_at: times.opened_at },
    ])
    .execute();
  return buyer;

  function issue(number: string, kind: 'invoice' | 'credit', orderId: string, totalCents: number) {
    return sql`insert into invoice (number, kind, cause, order_id, person_id, document, issued_at)
      values (${number}, ${kind}, ${kind === 'invoice' ? 'payment' : 'refund'}, ${orderId}, ${buyer.personId},
        ${JSON.stringify({ totalCents })}::jsonb, now()) on conflict do nothing`.execute(db);
  }
}

test('a person’s record sums what they paid, got back and dispute, and lists what waits for whom reads it', async () => {
  const buyer = await addBuyer();
  const stranger = await signInPerson(server);
  await payOrder(server, stranger.personId);
  const body = { topic: 'payment', message: 'Which of the two fees is the platform’s?' } as const;
  await ask(openTicket, { token: buyer.token, body, ...newKey() });

  const admin = await summaryFor('admin', buyer.personId);
  expect(admin).toMatchObject({ invoicedCents: 44_700, creditedCents: 14_900, paidOutCents: 0, owedCents: 0 });
  expect(admin).toMatchObject({ disputedCents: 14_900, openAccounts: 1 });
  const waiting = admin.waiting.flatMap(({ list, rows }) => rows.map((row) => [list, row['subject'] ?? row.id]));
  expect(waiting.map(([list]) => list)).toEqual(['tickets', 'chargebacks']);
  expect(waiting[1]).toEqual(['chargebacks', `open-${buyer.personId}`]);
  expect(admin.accounts.map(({ row, equity }) => [row['personId'], equity.points.length > 0])).toEqual([
    [buyer.personId, true],
  ]);
});

test.each([
  ['support', { invoicedCents: 44_700, paidOutCents: null, disputedCents: null }, ['tickets']],
  ['finance', { invoicedCents: 44_700, paidOutCents: 0, disputedCents: 14_900 }, ['chargebacks']],
  ['risk_manager', { invoicedCents: null, paidOutCents: null, disputedCents: null }, []],
] as const)('%s sees of a person’s money and decisions what their lists show', async (role, money, lists) => {
  const buyer = await addBuyer();
  await ask(openTicket, { token: buyer.token, body: { topic: 'other', message: 'Hello.' }, ...newKey() });
  const summary = await summaryFor(role, buyer.personId);
  expect(summary).toMatchObject(money);
  expect(summary.waiting.filter(({ rows }) => rows.length > 0).map(({ list }) => list)).toEqual(lists);
});

test('nobody has no record', async () => {
  const { token } = await signInStaff(server, 'admin');
  expect((await ask(officePerson, { token, query: { personId: 'nobody' } })).response_status).toBe(404);
});
