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
  for (const { id: incidentId } of open) await remedyIncident(deps, { incidentId });
  const late = await listRows(deps.db, 'incident', { remedies_due_at: atMost(deps.clock()), remedied_at: isNull });
  if (late.length > 0) throw new Error(`remedies are late: ${late.map(({ id }) => id).join()}`);
}

/** Gives every affected account what the table says. The incident is done when none waits for a price or its platform. */
export async function remedyIncident(deps: Deps, { incidentId }: { readonly incidentId: string }): Promise<void> {
  const incident = await findRow(deps.db, 'incident', { id: incidentId, remedied_at: isNull });
  if (!incident?.remedies_due_at) return;
  const outage = { from: incident.outage_from?.getTime() ?? 0, until: incident.outage_until?.getTime() ?? 0 };
  const days = countDays(deps, incident.remedies_version, outage);
  let isDone = true;
  for (const id of await listAffected(deps, incident)) {
    isDone = (await attempt(deps, id, () => remedyAccount(deps, { incidentId, outage, days }, id))) && isDone;
  }
  if (!isDone) return;
  await deps.db.transaction().execute(async (trx) => {
    const change = { remedied_at: deps.clock() };
    if (await changeRow(trx, 'incident', { id: incidentId, remedied_at: isNull }, change))
      await writeAudit(deps, trx, 'rule', 'incident-remedied', ['incident', incidentId]);
  });
}

/** @returns false if it failed or waits */
const attempt = (deps: Deps, accountId: string, act: () => Promise<boolean>): Promise<boolean> =>
  act().catch((error: unknown) => {
    deps.log.error({ err: error, accountId }, 'a remedy could not be applied');
    return false;
  });

/** Those without theirs that were on the platform, unless their owner is on our staff: colleagues decide about those. */
async function listAffected({ db }: Deps, incident: StoredIncident): Promise<readonly string[]> {
  const { outage_platform: platform, outage_from: from, outage_until: until } = incident;
  const { rows } = await sql<{ id: string }>`select a.id from trading_account a join person p on p.id = a.person_id
    where a.opened_at < ${until} and a.ended_at is null and not p.roles && ${[...staffRoles]}::text[]
    and (${platform} in ('all', a.platform) or exists (select from audit where entity = 'account' and entity_id = a.id
      and action = 'account-moved' and at > ${from} and details ->> 'from' = ${platform}))
    and not exists (select from remedy where incident_id = ${incident.id} and account_id = a.id and reason is null
      and applied_at is not null)
    and a.state ->> 'status' <> 'passed' order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

type Run = { readonly incidentId: string; readonly outage: Outage; readonly days: number };

async function remedyAccount(deps: Deps, { incidentId, outage, days }: Run, accountId: string): Promise<boolean> {
  const key = { incident_id: incidentId, account_id: accountId, reason: isNull } as const;
  if (!(await findRow(deps.db, 'remedy', key, ['id']))) {
    const account = await getRow(deps.db, 'trading_account', accountId);
    const loss = await findLoss(deps, account, outage);
    if (loss === null) return false;
    const given = days > 0 && (await hasPaidTime(deps.db, account)) ? days : 0;
    const ids = { id: newId(), incident_id: incidentId, account_id: accountId };
    await insertOnce(deps.db, 'remedy', { ...ids, ...loss, days: given, created_at: deps.clock() });
  }
  return applyRemedy(deps, await getRow(deps.db, 'remedy', key));
}
