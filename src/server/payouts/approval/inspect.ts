import { sql } from 'kysely';
import { fullName } from '#lib/person-name.ts';
import { requireRow } from '#server/core/database/rows.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import { getPerson } from '#server/people/find-person.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { inspectPayout as inspectCall } from '#shared/payouts/contract-office.ts';
import { describePayouts } from '../describe.ts';
import { listValidApprovals } from './approvals.ts';
import { readApprovalsRequired } from './approvals-required.ts';
import { readChecklist } from './read-checklist.ts';

type Inspected = DataOf<typeof inspectCall>;

/** A payout as staff decide about it. @throws {ServiceError} 404 */
export async function inspectPayout(deps: Deps, payoutId: string): Promise<Inspected> {
  const row = await requireRow(deps.db, 'payout', payoutId);
  const person = await getPerson(deps.db, row.person_id);
  const [payout] = await describePayouts(deps, deps.db, [row]);
  if (!payout) throw new Error(`The payout ${row.id} could not be described`);
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
    payout,
    person: { id: person.id, name: fullName(person), email: person.email, country: person.country },
    approvals: [...((await listValidApprovals(deps.db, [row])).get(row.id) ?? [])],
    approvalsRequired: await readApprovalsRequired(deps, deps.db, row),
    payee: await readPayeeRecord(deps, row.person_id),
    quote: row.quote,
    checklist: await readChecklist(deps, deps.db, row),
    history: history.map(({ at, actor, action }) => ({ at: at.getTime(), actor, action })),
  };
}

async function readPayeeRecord({ db }: Deps, personId: string): Promise<Inspected['payee']> {
  const { rows } = await sql<Omit<Inspected['payee'], 'since'> & { readonly since: Date }>`
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
