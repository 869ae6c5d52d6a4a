import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { toJsonSchema } from '#server/core/http/openapi.ts';
import { createExample } from '#server/core/http/openapi-examples.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { isStaffRole, type Role, roles } from '#shared/core/access.ts';
import type { Call, Schema } from '#shared/core/call.ts';
import { idempotencyHeader } from '#shared/core/constants.ts';
import { listErrors } from '#shared/core/list-errors.ts';
import { registry } from '#shared/firm/registry.ts';
import { startTraderView } from '#shared/people/contract-trader-views.ts';
import { nameOf, permissions, traderViewCalls } from '../../support/permissions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { openAnswerCheck } from '../support/openapi-answer.ts';
import { readOwnedRows } from '../support/owned-rows.ts';
import { giveRoles, signInPerson } from '../support/people.ts';

const bearers = [
  'nobody',
  'unknown-token',
  'ended-session',
  'unverified',
  'trader',
  'payout-code',
  'trader-view',
  ...roles,
  ...roles.map((role) => `${role}-without-second-factor` as const),
] as const;
type Bearer = (typeof bearers)[number];

/** People without a role, and what stands for them: none of them may see or change another trader's records. */
const strangers = ['nobody', 'unverified', 'trader', 'payout-code', 'trader-view', 'affiliate'] as const;

let server: TestApp;
/** The demo's trader, who has a record of almost every kind, and the ids of those records by table. */
let ownerId: string;
let records: ReadonlyMap<string, string>;
let secrets: readonly string[];
/** All ids of the tables with few rows: which of a trader's accounts can do a thing depends on its state. */
let ownIds: readonly string[];
let before: Readonly<Record<string, string>>;
/** What of an answer the OpenAPI document doesn't describe. */
let findMismatches: Awaited<ReturnType<typeof openAnswerCheck>>;

async function sessionOf(given: Parameters<typeof signInPerson>[1] = {}): Promise<string> {
  const { token, sessionId } = await signInPerson(server, given);
  const confirmed = { confirmed_at: server.clock.now() };
  await server.deps.db.updateTable('session').set(confirmed).where('id', '=', sessionId).execute();
  return token;
}

async function signInOwner(): Promise<string> {
  const [token, now] = [newToken(), server.clock.now()];
  const expires_at = new Date(now.getTime() + 3_600_000);
  const session = { id: newId(), person_id: ownerId, token_hash: sha256(token), created_at: now, confirmed_at: now };
  const row = { ...session, expires_at, user_agent: 'test', ip: '127.0.0.1' };
  await server.deps.db.insertInto('session').values(row).execute();
  return token;
}

async function openPayoutAccess(): Promise<string> {
  const [{ personId }, token] = [await signInPerson(server), newToken()];
  const at = server.clock.now();
  const expires_at = new Date(at.getTime() + 900_000);
  const row = { id: newId(), person_id: personId, token_hash: sha256(token), created_at: at, expires_at };
  await server.deps.db.insertInto('payout_access').values(row).execute();
  return token;
}

async function openTraderView(): Promise<string> {
  const [{ personId }, agent] = [await signInPerson(server), await sessionOf({ roles: ['support'] })];
  const body = { personId, reason: 'Ticket 12: the chart is empty.' };
  return (await client(server)(startTraderView, { token: agent, body })).data.token;
}

async function signInWithoutSecondFactor(role: Role): Promise<string> {
  const { token, personId } = await signInPerson(server);
  await giveRoles(server, personId, [role]);
  await server.deps.db.updateTable('person').set({ two_factor_at: null }).where('id', '=', personId).execute();
  return token;
}

/** A token of a new person for each request, because some calls end it. */
function createToken(bearer: Bearer): Promise<string | undefined> | string | undefined {
  if (bearer === 'nobody') return undefined;
  if (bearer === 'unknown-token') return newToken();
  if (bearer === 'ended-session') return sessionOf({ lifetimeMs: -1 });
  if (bearer === 'unverified') return sessionOf({ verified: false });
  if (bearer === 'trader') return sessionOf();
  if (bearer === 'payout-code') return openPayoutAccess();
  if (bearer === 'trader-view') return openTraderView();
  const role = roles.find((each) => bearer.startsWith(each)) ?? 'affiliate';
  return bearer === role ? sessionOf({ roles: [role] }) : signInWithoutSecondFactor(role);
}

/** By hand from the reviewed table, without the contract or the code that decides it. */
function rejectionOf(call: Call, bearer: Bearer): string | null {
  const access = permissions.get(nameOf(call)) ?? '';
  const isViewed = call.method === 'GET' && access === 'any' && call.path !== 'tickets/attachments/{attachmentId}';
  if (bearer === 'trader-view' && !isViewed && !traderViewCalls.has(nameOf(call))) return 'view_only';
  if (access === 'any') return null;
  if (bearer === 'nobody') return 'no_token';
  if (bearer === 'unknown-token' || bearer === 'ended-session') return 'token_invalid';
  if (bearer === 'payout-code') return access === 'payout' ? null : 'token_invalid';
  if (bearer === 'trader-view' || access === 'token') return null;
  if (bearer === 'unverified') return 'not_verified';
  if (access === 'verified' || access === 'payout') return null;
  const role = roles.find((each) => bearer.startsWith(each));
  if (role === undefined || !access.split(' ').includes(role)) return 'not_allowed';
  return bearer !== role && isStaffRole(role) ? 'second_factor_needed' : null;
}

const rejections = [
  ...(['view_only', 'no_token', 'token_invalid'] as const),
  ...(['not_verified', 'not_allowed', 'second_factor_needed'] as const),
];

/** Fields that name a record. */
const idName = /(?:^id|Ids?|^number|^account|^order|^previous|^key)$/;

/** A valid request in which every field that names a record names this one. */
function createInput(schema: Schema | null, id: string): Record<string, unknown> {
  const replace = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => replace(each, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replace(each, key)]));
    return typeof value === 'string' && idName.test(name) ? id : value;
  };
  return schema === null ? {} : (replace(createExample(toJsonSchema(schema, 'input')), '') as Record<string, unknown>);
}

const namesRecord = (call: Call) =>
  call.path.includes('{') ||
  JSON.stringify([call.query, call.body].map((each) => createInput(each, 'a-record'))).includes('a-record');

async function send(call: Call, token: string | undefined, id: string) {
  const query = new URLSearchParams(createInput(call.query, id) as Record<string, string>);
  const path = call.path.replace(/\{\w+\}/g, encodeURIComponent(id));
  const stop = new AbortController();
  const response = await server.app.request(`/api/${path}?${query}`, {
    method: call.method,
    signal: stop.signal,
    headers: {
      'Content-Type': 'application/json',
      [idempotencyHeader]: newId(),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(call.method === 'POST' ? { body: JSON.stringify(createInput(call.body, id)) } : {}),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = isStream ? '' : await response.text();
  stop.abort();
  if (isStream) await response.body?.cancel();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const code = isJson && text.startsWith('{') ? (JSON.parse(text) as { error_code?: string }).error_code : undefined;
  const isKept = !isStream && response.headers.get('cache-control') !== 'no-store';
  const answer = { status: response.status, type: response.headers.get('content-type'), text };
  return { ...answer, code, isKept, mismatches: findMismatches(call.method, `/${call.path}`, answer) };
}

/** A hash of each table's rows, because the rows themselves would fill the screen. */
async function readRecords(): Promise<Readonly<Record<string, string>>> {
  const owned = await readOwnedRows(server.deps, ownerId);
  const hashOf = (rows: readonly object[]) =>
    sha256(
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n'),
    );
  return Object.fromEntries([...owned].map(([table, rows]) => [table, `${rows.length} rows ${hashOf(rows)}`]));
}

/**
 * Calls that name a record the demo's trader has none of, or in another state. Their own tests, which tenant-isolation
 * lists, have one.
 */
const withoutRecord = [
  ...['fetchPackageCoupons', 'fetchBlog', 'quoteOrder', 'createOrder', 'orderResult', 'orderForm', 'resendOrderMails'],
  ...['confirmIdentity', 'endSessionById', 'signInWithPasskey', 'addPasskey', 'renamePasskey', 'removePasskey'],
  ...['ownDocument', 'addJournalPicture'],
  ...['journalPicture', 'saveCopier', 'changeTradingOrder'],
  ...['cancelTradingOrder', 'fetchPayout', 'resendPayout', 'closeDxfeedPayout', 'closeRithmicPayout'],
  ...['closeTradovatePayout'],
  ...['certificateKey', 'certificateStatus', 'fetchAffiliatePayouts', 'requestAffiliatePayout'],
  ...['closeAffiliatePayout', 'ticketAttachment', 'voteFeature'],
];

beforeAll(async () => {
  server = await startTestApp();
  findMismatches = await openAnswerCheck(server);
  const { db } = server.deps;
  await seedDemo(server.deps);
  const owner = db.selectFrom('person').selectAll().where('email', '=', 'trader@example.com');
  const person = await owner.executeTakeFirstOrThrow();
  ownerId = person.id;
  const owned = await readOwnedRows(server.deps, ownerId);
  const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.map(({ id }) => id).filter((id) => typeof id === 'string');
  const named = [...owned].flatMap(([table, rows]) =>
    idsOf(rows)
      .slice(0, 1)
      .map((id) => [table, id] as const),
  );
  ownIds = [...owned.values()].flatMap((rows) => idsOf(rows).slice(0, 20));
  const invoice = owned.get('invoice')?.[0]?.number;
  records = new Map([...named, ['invoice', String(invoice)], ['address', person.email]]);
  const accounts = owned.get('trading_account') ?? [];
  secrets = [
    person.email,
    person.last_name,
    ...accounts.flatMap(({ platform_user: user, platform_account_id: account }) => [String(user), String(account)]),
    // A certificate's id is public: everyone may verify it.
    ...[...owned].flatMap(([table, rows]) => (table === 'certificate' ? [] : idsOf(rows))),
  ].filter((text) => text.length >= 8);
  before = await readRecords();
});

afterAll(() => server.close());

describe('every call', () => {
  test.each(registry.map((call) => [call.name, call] as const))('%s refuses whom it must', async (_, call) => {
    for (const bearer of bearers) {
      const { status, code, isKept, mismatches } = await send(call, await createToken(bearer), 'x');
      expect(status, bearer).toBeLessThan(500);
      expect(mismatches, `${bearer}: differs from the OpenAPI document`).toEqual([]);
      if (call.access !== 'any') expect(isKept, `${bearer}: kept in a cache`).toBe(false);
      const answered = rejections.find((each) => each === code) ?? null;
      // A public call may have a reason of its own, such as a guest's secret that is missing.
      if (call.access === 'any' && answered !== null && listErrors(call).includes(answered)) continue;
      expect([bearer, answered]).toEqual([bearer, rejectionOf(call, bearer)]);
    }
  });

  test.each(registry.map((call) => [call.name, call] as const))(
    '%s tells strangers nothing about records of every kind',
    async (_, call) => {
      for (const bearer of strangers) {
        if (rejectionOf(call, bearer) !== null) continue;
        let token = await createToken(bearer);
        for (const [table, id] of namesRecord(call) ? records : [...records].slice(0, 1)) {
          const { status, text, code, mismatches } = await send(call, token, id);
          expect(mismatches, `${bearer} ${table}`).toEqual([]);
          if (code === 'token_invalid' || call.name === 'logout') token = await createToken(bearer);
          expect(status, `${bearer} ${table}`).toBeLessThan(500);
          const leaked = secrets.filter((secret) => secret !== id && text.includes(secret));
          expect([bearer, table, leaked]).toEqual([bearer, table, []]);
        }
      }
    },
  );

  test('left every record as it was', async () => {
    expect(await readRecords()).toEqual(before);
  });

  /** Without it, a request that is refused for another reason would prove nothing above. */
  test('reaches a record of its owner with the same request', async () => {
    const naming = registry.filter((call) => rejectionOf(call, 'trader') === null && namesRecord(call));
    const unreached: string[] = [];
    for (const call of naming) {
      let isReached = false;
      for (const id of new Set([...records.values(), ...ownIds])) {
        const { status } = await send(call, await signInOwner(), id);
        isReached = ![400, 404, 422].includes(status);
        if (isReached) break;
      }
      if (!isReached) unreached.push(call.name);
    }
    expect(unreached.sort()).toEqual([...withoutRecord].sort());
  });
});
