import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../src/contract/call.ts';
import { idempotencyHeader } from '../../src/contract/constants.ts';
import { deleteProfile } from '../../src/contract/profile.ts';
import { callsByArea } from '../../src/server/http/calls.ts';
import { jsonSchemaOf } from '../../src/server/http/openapi.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { buyAccount, payOrder, signInPerson } from './support/people.ts';

const streams = new Set(['accountStream']);
const calls = Object.values(callsByArea)
  .flat()
  .filter(({ name }) => !streams.has(name));

let server: TestApp;
let stranger: string;
/** What belongs to the owner: ids a stranger may have learnt, and texts that no answer may tell. */
let ids: string[];
let secrets: string[];

beforeAll(async () => {
  server = await startTestApp();
  const owner = await signInPerson(server);
  stranger = (await signInPerson(server)).token;
  const { db } = server.deps;
  const accountId = await buyAccount(server, owner.personId);
  const order = await payOrder(server, owner.personId);
  await db
    .updateTable('person')
    .set({ first_name: 'Ownerfirst', last_name: 'Ownerlast', unread_notices: 77 })
    .where('id', '=', owner.personId)
    .execute();
  await db
    .insertInto('notice')
    .values({
      id: 'owner-notice',
      person_id: owner.personId,
      dedupe_key: 'owner-notice',
      kind: 'welcome',
      details: JSON.stringify({ secret: 'Ownernotice' }),
      path: '/owner-path',
      created_at: server.clock.now(),
    })
    .execute();
  const person = await db.selectFrom('person').selectAll().where('id', '=', owner.personId).executeTakeFirstOrThrow();
  const account = await db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  ids = [
    accountId,
    order.id,
    account.order_id,
    owner.personId,
    owner.sessionId,
    person.email,
    account.platform_account_id,
  ];
  secrets = [
    'Ownerfirst',
    'Ownerlast',
    'Ownernotice',
    '/owner-path',
    account.platform_user,
    account.platform_account_id,
  ];
});

afterAll(() => server.close());

type Shape = { type?: string; properties?: Record<string, Shape>; enum?: unknown[]; const?: unknown; anyOf?: Shape[] };

/** A value of the right form, with the owner's id wherever a text may stand. */
function fill(shape: Shape, id: string): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf?.[0]) return fill(shape.anyOf[0], id);
  if (shape.properties) {
    return Object.fromEntries(Object.entries(shape.properties).map(([key, each]) => [key, fill(each, id)]));
  }
  if (shape.type === 'integer' || shape.type === 'number') return 1;
  return shape.type === 'array' ? [] : id;
}

async function request(call: Call, id: string): Promise<string> {
  const query = call.query ? (fill(jsonSchemaOf(call.query, 'input'), id) as Record<string, string>) : {};
  const path = call.path.replace(/\{\w+\}/g, encodeURIComponent(id));
  const body = call.body ? JSON.stringify(fill(jsonSchemaOf(call.body, 'input'), id)) : undefined;
  const response = await server.app.request(`/api/${path}?${new URLSearchParams(query)}`, {
    method: call.method,
    headers: {
      Authorization: `Bearer ${stranger}`,
      'Content-Type': 'application/json',
      [idempotencyHeader]: `two-people-${ids.indexOf(id)}`,
    },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.status).toBeLessThan(500);
  return response.text();
}

describe('a stranger who is signed in and knows every id', () => {
  test.each(calls.filter(({ name }) => name !== deleteProfile.name).map((call) => [call.path, call] as const))(
    '%s tells nothing of another person',
    async (_, call) => {
      for (const id of ids) {
        const text = await request(call, id);
        const told = secrets.filter((secret) => secret !== id && text.includes(secret));
        expect(told).toEqual([]);
      }
    },
  );

  test('has ended none of the other’s sessions and changed nothing of theirs', async () => {
    const [, , , personId = '', sessionId = ''] = ids;
    const session = await server.deps.db
      .selectFrom('session')
      .select('ended_at')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(session.ended_at).toBeNull();
    const person = await server.deps.db
      .selectFrom('person')
      .select(['first_name', 'unread_notices'])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(person.first_name).toBe('Ownerfirst');
    expect(person.unread_notices).toBeGreaterThanOrEqual(77);
  });
});
