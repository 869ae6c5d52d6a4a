import { type RawBuilder, sql } from 'kysely';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import type { Call } from '#shared/core/call.ts';
import { subjectFieldsOf, subjectsIn } from '#shared/core/own-case.ts';
import type { SubjectField } from '#shared/core/subject-fields.ts';

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
  entryId: (id) => sql`select y.person_id from payout_import_entry e join payout_payment y on y.id = e.payment_id
    where e.id = ${id}`,
  findingId: (id) =>
    ofAccount(sql`select account_id from finding where id = ${id}
    union all select other_account_id from finding where id = ${id}`),
  orderId: (id) => sql`select person_id from orders where id = ${id}`,
  parkedId: (id) => sql`select person_id from trading_account where id = split_part(${id}, ':', 1)`,
  paymentId: (id) => sql`select person_id from payout_payment where id = ${id}`,
  payoutId: (id) => sql`select person_id from payout where id = ${id}`,
  requestId: (id) => ofAccount(sql`select account_id from document_request where id = ${id}`),
  reviewId: (id) => sql`select person_id from performance_review where id = ${id}`,
  ticketId: (id) => sql`select person_id from ticket where id = ${id}
    union all select p.id from ticket t join person p on lower(p.email) = lower(t.email) where t.id = ${id}`,
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
  for (const field of subjectFieldsOf(call)) {
    const own = await listOwn({ db }, field, subjectsIn(call, field, body), { personId });
    if (own.size > 0) throw new ServiceError(403, 'own_case');
  }
}

export async function listOwn(
  { db }: Pick<Deps, 'db'>,
  field: SubjectField,
  ids: readonly string[],
  { personId }: Pick<Actor, 'personId'>,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const id of new Set(ids)) {
    const { rows } = await selectPeople[field](id).execute(db);
    if (rows.some((row) => row.person_id === personId)) own.add(id);
  }
  return own;
}
