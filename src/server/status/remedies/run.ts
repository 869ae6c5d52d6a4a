import { sql } from 'kysely';
import { changeRow, findRow, getRow, insertOnce, isNotNull, isNull, listRows } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx, writeAudit } from '#server/core/deps.ts';
import { staffRoles } from '#shared/core/staff-roles.ts';
import type { StoredIncident } from '../tables.ts';
import { applyRemedies } from './apply.ts';
import { findRemedies, type OutageParts, readOutage } from './find.ts';

/** `after` is the last account of the batch before; `waiting` counts those that wait for a price or their platform. */
export type RemedyRun = { readonly incidentId: string; readonly after: string; readonly waiting: number };

const batchSize = 100;

/** Continues what a stop, a silent platform or a closed market has left undone, also what staff have added. */
export async function resumeRemedies(deps: Deps): Promise<void> {
  const open = { remedies_due_at: isNotNull, remedied_at: isNull } as const;
  for (const { id } of await listRows(deps.db, 'incident', open, ['id'])) await queueRemedies(deps, deps.db, id);
  const added = { version: isNull, applied_at: isNull } as const;
  for (const { incident_id: incidentId, account_id: accountId } of await listRows(deps.db, 'remedy', added))
    await tryTo(deps, accountId, () => applyRemedies(deps, incidentId, accountId));
}

export async function queueRemedies(deps: Deps, executor: Deps['db'] | Trx, incidentId: string): Promise<void> {
  const first = { incidentId, after: '', waiting: 0 };
  await deps.jobs.send(executor, 'remedy-incident', first, { singletonKey: incidentId });
}

/** @returns whether it was done; what fails is repeated later */
export async function tryTo(deps: Deps, accountId: string, give: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await give()) !== false;
  } catch (error) {
    deps.log.error({ err: error, accountId }, 'a remedy could not be applied');
    return false;
  }
}

/** Gives a batch of accounts what the table says, and queues the next. The incident is done when none waits. */
export async function remedyIncident(deps: Deps, { incidentId, after, waiting: before }: RemedyRun): Promise<void> {
  const incident = await findRow(deps.db, 'incident', { id: incidentId, remedied_at: isNull });
  if (!incident?.remedies_due_at) return;
  const outage = await readOutage(deps, incident);
  const ids = await listAffected(deps, incident, after);
  let waiting = before;
  for (const id of ids) if (!(await tryTo(deps, id, () => remedyAccount(deps, incident, outage, id)))) waiting += 1;
  const last = ids.at(-1);
  if (last !== undefined) {
    const next = { incidentId, after: last, waiting };
    await deps.jobs.send(deps.db, 'remedy-incident', next, { singletonKey: `${incidentId} ${last}` });
  } else if (waiting === 0)
    await deps.db.transaction().execute(async (trx) => {
      const change = { remedied_at: deps.clock() };
      if (await changeRow(trx, 'incident', { id: incidentId, remedied_at: isNull }, change))
        await writeAudit(deps, trx, 'rule', 'incident-remedied', ['incident', incidentId]);
    });
}

/** Those that were on the platform, and whose owner isn't on our staff: colleagues decide about those. */
async function listAffected({ db }: Deps, incident: StoredIncident, after: string): Promise<readonly string[]> {
  const { outage_platform: platform, outage_from: from, outage_until: until } = incident;
  const { rows } = await sql<{ id: string }>`select a.id from trading_account a join person p on p.id = a.person_id
    where a.id > ${after} and a.opened_at < ${until} and a.ended_at is null and not p.roles && ${[...staffRoles]}::text[]
    and (${platform} in ('all', a.platform) or exists (select from audit where entity = 'account' and entity_id = a.id
      and action = 'account-moved' and at > ${from} and details ->> 'from' = ${platform}))
    order by a.id limit ${batchSize}`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns false while it can't be known what the account gets */
async function remedyAccount(deps: Deps, incident: StoredIncident, outage: OutageParts, accountId: string) {
  const { id: incidentId, remedies_version: version } = incident;
  const ofAccount = { incident_id: incidentId, account_id: accountId };
  if ((await findRow(deps.db, 'remedy', { ...ofAccount, version: isNotNull }, ['id'])) === undefined) {
    const found = await findRemedies(deps, await getRow(deps.db, 'trading_account', accountId), incident, outage);
    if (found === null) return false;
    const common = { ...ofAccount, version, actor: 'rule', created_at: deps.clock() };
    const rows = found.map((remedy) => ({ ...common, ...remedy, id: newId() }));
    if (rows.length > 0) await insertOnce(deps.db, 'remedy', rows);
  }
  await applyRemedies(deps, incidentId, accountId);
  return true;
}
