import { sql } from 'kysely';
import { fullName } from '#lib/person-name.ts';
import type { Deps } from '#server/core/deps.ts';
import { notFound } from '#server/core/errors.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchPayoutQueue, inspectPayout } from '#shared/payouts/contract-office.ts';
import { openStatuses, type PayoutStatus } from '#shared/payouts/stages.ts';
import { listValidApprovals } from './approvals.ts';
import { listApprovalsRequired } from './approvals-required.ts';
import { describePayouts } from './describe.ts';
import { readChecklist } from './read-checklist.ts';
import type { StoredPayout } from './tables.ts';

type QueuedPayout = DataOf<typeof fetchPayoutQueue>['payouts'][number];

const maxRows = 100;

/** Payouts in a status, or all open ones, those due first. */
export async function listPayoutQueue(
  deps: Deps,
  status: PayoutStatus | undefined,
): Promise<{ payouts: QueuedPayout[] }> {
  const rows = await deps.db
    .selectFrom('payout')
    .selectAll()
    .where('status', 'in', status === undefined ? [...openStatuses] : [status])
    .orderBy('due_at')
    .orderBy('requested_at')
    .limit(maxRows)
    .execute();
  return { payouts: await describeQueuedPayouts(deps, rows) };
}

/** @throws {ServiceError} 404 */
export async function readQueuedPayout(deps: Deps, payoutId: string): Promise<DataOf<typeof inspectPayout>> {
  const row = await deps.db.selectFrom('payout').selectAll().where('id', '=', payoutId).executeTakeFirst();
  if (!row) throw notFound();
  const [queued] = await describeQueuedPayouts(deps, [row]);
  if (!queued) throw notFound();
  const history = await deps.db
    .selectFrom('audit')
    .innerJoin('audit_link', 'audit_link.audit_id', 'audit.id')
    .select(['audit.at', 'actor', 'action'])
    .where('entity', '=', 'payout')
    .where('entity_id', '=', payoutId)
    .orderBy('audit.at')
    .orderBy('audit_link.number')
    .execute();
  return {
    ...queued,
    payee: await readPayeeRecord(deps, row.person_id),
    quote: row.quote,
    checklist: await readChecklist(deps, row),
    history: history.map(({ at, actor, action }) => ({ at: at.getTime(), actor, action })),
  };
}

async function readPayeeRecord({ db }: Deps, personId: string): Promise<DataOf<typeof inspectPayout>['payee']> {
  const { rows } = await sql<Omit<DataOf<typeof inspectPayout>['payee'], 'since'> & { readonly since: Date }>`
    select created_at as since,
      (select count(*) from trading_account where person_id = person.id and ended_at is null) as "openAccounts",
      (select coalesce(sum(trader_cents - fee_cents), 0)::bigint from payout
        where person_id = person.id and status = 'paid') as "paidCents",
      (select coalesce(sum(total_cents), 0)::bigint from orders
        where person_id = person.id and paid_at is not null and status <> 'refunded') as "feesCents",
      (select count(*) from payment_dispute d join orders o on o.id = d.order_id
        where o.person_id = person.id) as chargebacks
    from person where id = ${personId}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, since: found.since.getTime() };
}

async function describeQueuedPayouts(deps: Deps, rows: readonly StoredPayout[]): Promise<QueuedPayout[]> {
  if (rows.length === 0) return [];
  const [payouts, people, approvals, required] = await Promise.all([
    describePayouts(deps, deps.db, rows),
    deps.db
      .selectFrom('person')
      .select(['id', 'first_name', 'last_name', 'email', 'country'])
      .where('id', 'in', [...new Set(rows.map(({ person_id }) => person_id))])
      .execute(),
    listValidApprovals(deps.db, rows),
    listApprovalsRequired(deps, deps.db, rows),
  ]);
  return rows.map((row, index) => {
    const payout = payouts[index];
    const person = people.find(({ id }) => id === row.person_id);
    if (!payout || !person) throw new Error(`The payout ${row.id} could not be described`);
    return {
      payout,
      person: {
        id: person.id,
        name: fullName(person),
        email: person.email,
        country: person.country,
      },
      approvals: [...(approvals.get(row.id) ?? [])],
      approvalsRequired: required.get(row.id) ?? 2,
    };
  });
}
