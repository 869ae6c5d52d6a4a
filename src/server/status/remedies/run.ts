import { setImmediate as turn } from 'node:timers/promises';
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
import type { Outage } from '#shared/status/outage.ts';
import type { StoredIncident } from '../tables.ts';
import { applyRemedy } from './apply.ts';
import { countDays, findLoss, hasPaidTime } from './find.ts';

/** Gives what staff have added, and what was left undone. @throws {Error} while remedies are late, which alerts the operator */
export async function resumeRemedies(deps: Deps): Promise<void> {
  const added = await listRows(deps.db, 'remedy', { reason: isNotNull, applied_at: isNull });
  for (const remedy of added) await attempt(deps, remedy.account_id, () => applyRemedy(deps, remedy));
  const open = await listRows(deps.db, 'incident', { remedies_due_at: isNotNull, remedied_at: isNull });
  for (const { id: incidentId } of open)
    await deps.jobs.send(deps.db, 'remedy-incident', { incidentId }, { singletonKey: incidentId });
  const late = await listRows(deps.db, 'incident', { remedies_due_at: atMost(deps.clock()), remedied_at: isNull });
  if (late.length > 0) throw new Error(`remedies are late: ${late.map(({ id }) => id).join()}`);
}

/** So many take seconds, far less than the time after which the queue takes a job for dead. */
const batchSize = 200;

export type RemedyBatch = { readonly incidentId: string; readonly after?: string };

/**
 * Gives a batch of the affected accounts what the table says, and enqueues the next. The incident is done when none waits
 * for a price or its platform.
 */
export async function remedyIncident(deps: Deps, { incidentId, after = '' }: RemedyBatch): Promise<void> {
  const incident = await findRow(deps.db, 'incident', { id: incidentId, remedied_at: isNull });
  if (!incident?.remedies_due_at) return;
  const outage = { from: incident.outage_from?.getTime() ?? 0, until: incident.outage_until?.getTime() ?? 0 };
  const run = { incidentId, version: incident.remedies_version, outage };
  const days = countDays(deps, run.version, outage);
  const ids = await listAffected(deps, incident, after);
  for (const id of ids) {
    // The embedded database answers without giving other requests a turn.
    await turn();
    await attempt(deps, id, () => remedyAccount(deps, { ...run, days }, id));
  }
  const last = ids.length < batchSize ? undefined : ids.at(-1);
  const next = { incidentId, after: last ?? '' };
  if (last !== undefined)
    return deps.jobs.send(deps.db, 'remedy-incident', next, { singletonKey: `${incidentId} ${last}` });
  if ((await listAffected(deps, incident)).length > 0) return;
  await deps.db.transaction().execute(async (trx) => {
    const change = { remedied_at: deps.clock() };
    if (await changeRow(trx, 'incident', { id: incidentId, remedied_at: isNull }, change))
      await writeAudit(deps, trx, 'rule', 'incident-remedied', ['incident', incidentId]);
  });
}

/** One that fails is repeated by the schedule, and holds up nobody. */
const attempt = (deps: Deps, accountId: string, act: () => Promise<void>): Promise<void> =>
  act().catch((error: unknown) => deps.log.error({ err: error, accountId }, 'a remedy could not be applied'));

/**
 * Those without theirs that were on the platform, or in web trading if our site was down; not those of our staff, about
 * which colleagues decide.
 */
async function listAffected({ db }: Deps, incident: StoredIncident, after = ''): Promise<readonly string[]> {
  const { outage_platform: platform, outage_from: from, outage_until: until } = incident;
  const { rows } = await sql<{ id: string }>`select a.id from trading_account a join person p on p.id = a.person_id
    where a.opened_at < ${until} and a.ended_at is null and not p.roles && ${[...staffRoles]}::text[]
    and (a.simulated or ${incident.component} <> 'site') and (${platform} in ('all', a.platform) or exists (select from audit where entity = 'account' and entity_id = a.id
      and action = 'account-moved' and at > ${from} and details ->> 'from' = ${platform}))
    and not exists (select from remedy where incident_id = ${incident.id} and account_id = a.id and reason is null
      and applied_at is not null)
    and a.state ->> 'status' <> 'passed' and a.id > ${after} order by a.id limit ${batchSize}`.execute(db);
  return rows.map(({ id }) => id);
}

type Run = {
  readonly incidentId: string;
  readonly version: number | null;
  readonly outage: Outage;
  readonly days: number;
};

async function remedyAccount(deps: Deps, { incidentId, version, outage, days }: Run, accountId: string): Promise<void> {
  const key = { incident_id: incidentId, account_id: accountId, reason: isNull } as const;
  if (!(await findRow(deps.db, 'remedy', key, ['id']))) {
    const account = await getRow(deps.db, 'trading_account', accountId);
    const loss = await findLoss(deps, account, outage);
    if (loss === null) return;
    const openedAt = account.opened_at.getTime();
    // One that was opened meanwhile lost only the days since.
    const lost = openedAt > outage.from ? countDays(deps, version, { ...outage, from: openedAt }) : days;
    const given = lost > 0 && (await hasPaidTime(deps.db, account)) ? lost : 0;
    const ids = { id: newId(), incident_id: incidentId, account_id: accountId };
    await insertOnce(deps.db, 'remedy', { ...ids, ...loss, days: given, created_at: deps.clock() });
  }
  await applyRemedy(deps, await getRow(deps.db, 'remedy', key));
}
