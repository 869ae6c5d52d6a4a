import { sql } from 'kysely';
import {
  atMost,
  changeRow,
  findRow,
  getRow,
  insertOnce,
  isNotNull,
  isNull,
  listRows,
} from '#server/core/database/rows.ts';
import { type Deps, newId, writeAudit } from '#server/core/deps.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import type { StoredIncident } from '../tables.ts';
import { applyRemedy } from './apply.ts';
import { findRemedy } from './find.ts';

/** Continues what was left undone. @throws {Error} while remedies are late, which alerts the operator */
export async function resumeRemedies(deps: Deps): Promise<void> {
  const open = await listRows(deps.db, 'incident', { remedies_due_at: isNotNull, remedied_at: isNull });
  for (const { id: incidentId } of open) await remedyIncident(deps, { incidentId });
  const late = await listRows(deps.db, 'incident', { remedies_due_at: atMost(deps.clock()), remedied_at: isNull });
  if (late.length > 0) throw new Error(`remedies are late: ${late.map(({ id }) => id).join()}`);
}

/** Gives every affected account what the table says. The incident is done when none waits for a price or its platform. */
export async function remedyIncident(deps: Deps, { incidentId }: { readonly incidentId: string }): Promise<void> {
  const incident = await findRow(deps.db, 'incident', { id: incidentId, remedied_at: isNull });
  if (!incident?.remedies_due_at) return;
  let isDone = true;
  for (const id of await listAffected(deps, incident)) {
    const isGiven = await remedyAccount(deps, incident, id).catch((error: unknown) => {
      deps.log.error({ err: error, incidentId, accountId: id }, 'a remedy could not be applied');
      return false;
    });
    isDone &&= isGiven;
  }
  if (!isDone) return;
  await deps.db.transaction().execute(async (trx) => {
    const change = { remedied_at: deps.clock() };
    if (await changeRow(trx, 'incident', { id: incidentId, remedied_at: isNull }, change))
      await writeAudit(deps, trx, 'rule', 'incident-remedied', ['incident', incidentId]);
  });
}

/** Those that were on the platform, and whose owner isn't on our staff: colleagues decide about those. */
async function listAffected({ db }: Deps, incident: StoredIncident): Promise<readonly string[]> {
  const { outage_platform: platform, outage_from: from, outage_until: until } = incident;
  const { rows } = await sql<{ id: string }>`select a.id from trading_account a join person p on p.id = a.person_id
    where a.opened_at < ${until} and a.ended_at is null and not p.roles && ${[...staffRoles]}::text[]
    and (${platform} in ('all', a.platform) or exists (select from audit where entity = 'account' and entity_id = a.id
      and action = 'account-moved' and at > ${from} and details ->> 'from' = ${platform}))
    and a.state ->> 'status' <> 'passed' order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function remedyAccount(deps: Deps, incident: StoredIncident, accountId: string): Promise<boolean> {
  const key = { incident_id: incident.id, account_id: accountId };
  if (!(await findRow(deps.db, 'remedy', key, ['id']))) {
    const outage = { from: incident.outage_from?.getTime() ?? 0, until: incident.outage_until?.getTime() ?? 0 };
    const found = await findRemedy(deps, await getRow(deps.db, 'trading_account', accountId), outage);
    const rows = found?.map((remedy) => ({ ...key, ...remedy, id: newId(), created_at: deps.clock() })) ?? [];
    if (rows.length > 0) await insertOnce(deps.db, 'remedy', rows);
    if (rows.length === 0) return found !== null;
  }
  await applyRemedy(deps, incident, accountId);
  return true;
}
