import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { dayMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import type { Call } from '#shared/core/call.ts';
import { bodyFieldsOf, subjectFieldsOf } from '#shared/core/own-case.ts';
import { type SubjectField, subjectFields } from '#shared/core/subject-fields.ts';
import { bulkActions, bulkCalls } from '#shared/firm/bulk-actions.ts';
import { registry } from '#shared/firm/registry.ts';
import { applyBankFile } from '#shared/payouts/contract-office-batches.ts';
import { openTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { statement } from '../support/bank-files.ts';
import { client } from '../support/client.ts';
import { confirmNow, type FundedTrader, fundTrader } from '../support/funded.ts';

const staffCalls = registry.filter(({ access, method }) => method === 'POST' && typeof access === 'object');
const guarded = staffCalls.flatMap((call) => subjectFieldsOf(call).map((field) => ({ call, field })));

let server: TestApp;
let token: string;
/** A record of each kind that concerns the staff member, and the same about a trader. */
let own: Record<SubjectField, string>;
let others: Record<SubjectField, string>;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  const staff = await fundTrader(server);
  token = staff.token;
  const roles: Role[] = ['admin', 'finance', 'support', 'reviewer', 'risk_manager'];
  await confirmNow(server, staff.personId);
  await server.deps.db
    .updateTable('person')
    .set({ roles, two_factor_at: server.clock.now() })
    .where('id', '=', staff.personId)
    .execute();
  own = await storeRecords(staff);
  others = await storeRecords(await fundTrader(server));
});

afterAll(() => server.close());

async function storeRecords(trader: Awaited<ReturnType<typeof fundTrader>>): Promise<Record<SubjectField, string>> {
  const { db } = server.deps;
  const { personId, accountId, destinationId } = trader;
  const at = server.clock.now();
  const id = newId();
  const payoutId = (await trader.request(100_000)).data.payout.id;
  const { order_id: orderId } = await db
    .selectFrom('trading_account')
    .select('order_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const ofAccount = { id, account_id: accountId };
  const batch = { number: id, method: 'bank-transfer', currency: 'USD', format: 'pain-001' } as const;
  await db
    .insertInto('payout_batch')
    .values({ id, ...batch, created_by: personId, created_at: at })
    .execute();
  await db
    .insertInto('payout_payment')
    .values({
      ...{ id, batch_id: id, line: 1, payout_id: payoutId, person_id: personId, destination_id: destinationId },
      ...{ payee_name: 'Ada', amount_cents: 1, reference: id, status: 'returned', changed_at: at },
    })
    .execute();
  await db
    .insertInto('account_dispute')
    .values({
      ...{ ...ofAccount, number: `D-${id}`, person_id: personId, breach_at: at },
      ...{ inputs_sha256: '', message: '', created_at: at },
    })
    .execute();
  await db
    .insertInto('conduct_case')
    .values({
      ...{ ...ofAccount, cause: 'opposite-trades', evidence: '', events: '[]', opened_by: 'system' },
      ...{ opened_at: at, answer_until: at },
    })
    .execute();
  await db
    .insertInto('balance_difference')
    .values({ ...ofAccount, at, platform_balance_cents: 0, own_balance_cents: 1, opened_at: at })
    .execute();
  const { id: checkId } = await db
    .selectFrom('identity_check')
    .select('id')
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return {
    ...{ accountId, payoutId, orderId, checkId, affiliateId: personId },
    ...{ batchId: id, paymentId: id, disputeId: id, caseId: id, differenceId: id },
    ...(await storeMore(trader, orderId)),
    ...(await storeAnswers(trader, id)),
  };
}

/** The kinds whose tables need more than a subject are written with their columns' plainest values. */
async function storeMore({ personId, accountId }: { personId: string; accountId: string }, orderId: string) {
  const { db } = server.deps;
  const id = newId();
  const at = server.clock.now();
  const ofAccount = { id, account_id: accountId };
  await db
    .insertInto('document_request')
    .values({ ...ofAccount, text: 'A test.', requested_by: 'system', requested_at: at })
    .execute();
  await db
    .insertInto('risk_action')
    .values({ ...ofAccount, kind: 'lock', cause: '', requested_by: 'system', requested_at: at })
    .execute();
  await db
    .insertInto('finding')
    .values({
      ...{ ...ofAccount, key: id, kind: 'opposite-trades', day: '2026-03-11', facts: '{}', evidence: '[]' },
      found_at: at,
    } as never)
    .execute();
  await db
    .insertInto('affiliate')
    .values({
      ...{ person_id: personId, code: id, status: 'pending', channel: '', audience: '', terms_version: '1' },
      applied_at: at,
    } as never)
    .execute();
  await db
    .insertInto('commission')
    .values({
      ...{ id, affiliate_id: personId, order_id: orderId, via: 'coupon', base_cents: 100, share_bps: 1_500 },
      ...{ amount_cents: 15, status: 'pending', earned_at: at, available_at: at },
    } as never)
    .execute();
  await db
    .insertInto('performance_review')
    .values({ ...ofAccount, order_id: orderId, person_id: personId, requested_at: at } as never)
    .execute();
  await db
    .insertInto('parked_event')
    .values({
      ...{ account_id: accountId, source_id: id, instrument: 'OLD', month: '2030-12', reason: 'unknown-instrument' },
      ...{ event: '{}', parked_at: at },
    } as never)
    .execute();
  return {
    ...{ requestId: id, actionId: id, commissionId: id, findingId: id, reviewId: id },
    parkedId: `${accountId}:${id}`,
  };
}

/** The bank's answer about a payment, and a question to support. */
async function storeAnswers({ personId, token: own }: Pick<FundedTrader, 'personId' | 'token'>, paymentId: string) {
  const { db } = server.deps;
  const id = newId();
  const at = server.clock.now();
  await db
    .insertInto('payout_import')
    .values({ id, sha256: id, kind: 'camt.053', file_name: 'a.xml', imported_by: personId, imported_at: at } as never)
    .execute();
  await db
    .insertInto('payout_import_entry')
    .values({ id, import_id: id, number: 1, payment_id: paymentId, event: 'booked' } as never)
    .execute();
  const { email } = await db.selectFrom('person').select('email').where('id', '=', personId).executeTakeFirstOrThrow();
  const contact = await client(server)(openTicket, {
    ...{ token: own, idempotencyKey: newId() },
    body: { topic: 'other', message: `A question of ${email}` },
  });
  return { entryId: id, ticketId: contact.data.ticketId };
}

type Definition = {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.ZodMiniType>>;
  readonly entries: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
  readonly element: z.ZodMiniType;
  readonly options: readonly z.ZodMiniType[];
  readonly in: z.ZodMiniType;
};

/** The smallest input that a schema accepts, apart from the fields given. */
function sample(schema: z.ZodMiniType | null, given: Readonly<Record<string, unknown>> = {}): unknown {
  const definition = schema?._zod.def as Definition | undefined;
  switch (definition?.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(definition.shape).flatMap(([name, field]) => {
          const value = name in given ? given[name] : sample(field);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    case 'enum':
      return Object.values(definition.entries)[0];
    case 'literal':
      return definition.values[0];
    case 'array':
      return [sample(definition.element)].filter((value) => typeof value === 'string' && !value.includes(' '));
    case 'nullable':
      return null;
    case 'number':
      return 1;
    case 'string':
      return 'A sufficient text.';
    case 'boolean':
      return true;
    case 'union':
      return sample(definition.options[0] ?? null, given);
    case 'pipe':
      return sample(definition.in, given);
    default:
      return undefined;
  }
}

/** Fields that name nothing that belongs to a customer, or something on which a call decides nothing about them. */
const otherIdFields = [
  'announcementId',
  'assigneeId',
  'closureId',
  'couponId',
  'discountId',
  'featureId',
  'haltId',
  'incidentId',
  'jobId',
  'mailId',
  'personId',
  'reviewerId',
  'sourceIds',
  'viewId',
];

test('every staff call says by its fields whom it decides about', () => {
  const known: ReadonlySet<string> = new Set([...subjectFields, ...otherIdFields]);
  const unknown = staffCalls.flatMap(({ name, body }) =>
    [...bodyFieldsOf(body)].filter((field) => /Ids?$/.test(field) && !known.has(field)).map((field) => [name, field]),
  );
  expect(unknown).toEqual([]);
  // A bulk action has to say what its ids are.
  const withIds = staffCalls.filter(({ body }) => bodyFieldsOf(body).has('ids'));
  expect(withIds.filter(({ name }) => !(name in bulkCalls))).toEqual([]);
  expect(guarded.length).toBeGreaterThan(25);
});

test.each(guarded.map(({ call, field }) => [call.name, field, call] as const))(
  '%s (%s) refuses staff who would decide about themselves',
  async (_name, field, call: Call) => {
    const ask = client(server);
    const send = (id: string) => {
      const given = call.idsName === field ? { ids: [others[field], id] } : { [field]: id };
      return ask(call, { body: sample(call.body, given) as never, token, idempotencyKey: newId() });
    };
    const answer = await send(own[field]);
    expect([answer.response_status, answer.error_code]).toEqual([403, 'own_case']);
    expect((await send(others[field])).error_code).not.toBe('own_case');
  },
);

test('a bank’s file with a payment to oneself is imported by someone else', async () => {
  const upload = async (reference: string) => {
    const form = new FormData();
    form.append('file', new File([statement([{ reference, amount: '0.01' }], { id: reference })], 'report.xml'));
    const headers = { Authorization: `Bearer ${token}` };
    const path = `/api/${applyBankFile.path}`;
    return (await (await server.app.request(path, { method: 'POST', headers, body: form })).json()) as object;
  };
  expect(await upload(own.paymentId)).toMatchObject({ response_status: 403, error_code: 'own_case' });
  expect(await upload(others.paymentId)).toMatchObject({ response_status: 200 });
});

test('a bulk action leaves out what is about oneself, and says why', async () => {
  for (const { preview, idsName } of Object.values(bulkActions)) {
    if (idsName === null) continue;
    const ids = [own[idsName ?? 'accountId'], others[idsName ?? 'accountId']];
    const { data } = await client(server)(preview, { token, body: { ids } });
    expect(data.leftOut).toContainEqual(expect.objectContaining({ id: ids[0], reason: 'own' }));
    expect(data.leftOut).not.toContainEqual(expect.objectContaining({ id: ids[1], reason: 'own' }));
  }
});
