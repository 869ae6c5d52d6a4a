import { requireLockedRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, ServiceError, writeAudit } from '#server/core/deps.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeIncidentAccounts } from '#shared/status/contract-office.ts';

/**
 * Adds accounts to the outage ledger, all or none, and notifies their owners. Only an entry without a remedy is replaced:
 * staff add, they never take away.
 * @throws {ServiceError} 404, 403 for one's own account, 409 for an incident that isn't confirmed or an entry that has a
 * remedy, 422 if a number is unknown
 */
export async function recordAffectedAccounts(
  deps: Deps,
  operator: Actor,
  { incidentId, accounts, remedy, note }: BodyOf<typeof officeIncidentAccounts>,
): Promise<{ count: number }> {
  const numbers = [...new Set(accounts.split(/[\s,;]+/).filter((number) => number !== ''))];
  const actor = `person:${operator.personId}`;
  return deps.db.transaction().execute(async (trx) => {
    const incident = await requireLockedRow(trx, 'incident', incidentId);
    if (incident.confirmed_at === null) throw new ServiceError(409, 'incident_over');
    const rows = await trx
      .selectFrom('trading_account')
      .select(['id', 'person_id', 'platform_account_id'])
      .where('platform_account_id', 'in', ['', ...numbers])
      .orderBy('id')
      .execute();
    if (rows.length !== numbers.length) throw invalid({ accounts: ['accounts_unknown'] });
    if (rows.some((row) => row.person_id === operator.personId)) throw new ServiceError(403, 'own_case');
    const at = deps.clock();
    const entry = { remedy, note, actor, at };
    const before = await trx
      .selectFrom('incident_account')
      .select(['account_id as id', 'remedy', 'note'])
      .where('incident_id', '=', incidentId)
      .where('account_id', 'in', ['', ...rows.map(({ id }) => id)])
      .orderBy('account_id')
      .execute();
    const isTaken = before.some((row) => row.remedy !== 'none' && (row.remedy !== remedy || row.note !== note));
    if (isTaken) throw new ServiceError(409, 'remedy_stands');
    for (const { id, person_id: personId, platform_account_id: account } of rows) {
      await trx
        .insertInto('incident_account')
        .values({ incident_id: incidentId, account_id: id, ...entry })
        .onConflict((conflict) => conflict.columns(['incident_id', 'account_id']).doUpdateSet(entry))
        .execute();
      await addNotification(deps, trx, {
        dedupeKey: `incident:${incidentId}:${id}:${remedy}`,
        personId,
        kind: 'outage_recorded',
        details: { number: account },
        path: '/status',
      });
    }
    await writeAudit(deps, trx, actor, 'incident-accounts', ['incident', incidentId], {
      before,
      after: { remedy, note, accounts: rows.map(({ id }) => id) },
    });
    return { count: rows.length };
  });
}
