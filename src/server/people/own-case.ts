import { type RawBuilder, sql } from 'kysely';
import type { Actor, Deps } from '#server/core/deps.ts';
import { ServiceError } from '#server/core/errors.ts';
import type { Call } from '#shared/core/call.ts';
import { type SubjectField, subjectFieldsOf } from '#shared/core/own-case.ts';

/** Selects the people whom a subject concerns. */
const selectPeople: { readonly [Field in SubjectField]: (id: string) => RawBuilder<{ person_id: string | null }> } = {
  accountId: (id) => sql`select person_id from trading_account where id = ${id}`,
  actionId: (id) => ofAccount(sql`select account_id from risk_action where id = ${id}`),
  affiliateId: (id) => sql`select ${id}::text as person_id`,
  batchId: (id) => sql`select person_id from payout_payment where batch_id = ${id} and status <> 'removed'`,
  caseId: (id) => ofAccount(sql`select account_id from conduct_case where id = ${id}`),
  checkId: (id) => sql`select person_id from identity_check where id = ${id}
    union all select person_id from sanctions_check where id = ${id}`,
  commissionId: (id) => sql`select affiliate_id as person_id from commission where id = ${id}`,
  differenceId: (id) => ofAccount(sql`select account_id from balance_difference where id = ${id}`),
  disputeId: (id) => sql`select person_id from account_dispute where id = ${id}`,
  findingId: (id) =>
    ofAccount(sql`select account_id from finding where id = ${id}
    union all select other_account_id from finding where id = ${id}`),
  orderId: (id) => sql`select person_id from orders where id = ${id}`,
  paymentId: (id) => sql`select person_id from payout_payment where id = ${id}`,
  payoutId: (id) => sql`select person_id from payout where id = ${id}`,
  requestId: (id) => ofAccount(sql`select account_id from document_request where id = ${id}`),
  reviewId: (id) => sql`select person_id from performance_review where id = ${id}`,
};

function ofAccount(accounts: RawBuilder<unknown>): RawBuilder<{ person_id: string | null }> {
  return sql`select person_id from trading_account where id in (${accounts})`;
}

/**
 * Staff can't decide about themselves: every call that changes something and needs a role passes here first.
 * @throws {ServiceError} 403 `own_case` if the call is about its caller
 */
export async function requireOthersCase(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { personId }: Pick<Actor, 'personId'>,
  body: unknown,
): Promise<void> {
  if (typeof body !== 'object' || body === null) return;
  for (const field of subjectFieldsOf(call)) {
    const id = (body as Readonly<Record<string, unknown>>)[field];
    if (typeof id !== 'string') continue;
    const { rows } = await selectPeople[field](id).execute(db);
    if (rows.some((row) => row.person_id === personId)) throw new ServiceError(403, 'own_case');
  }
}
