import { sql } from 'kysely';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { above, below, findRow, listRows, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { canReport } from '#shared/status/status.ts';
import { addUpdate } from './add-update.ts';
import type { StoredIncident } from './tables.ts';

/**
 * Confirms, updates, resolves or dismisses an incident. Repeating the same status and text changes nothing.
 * @throws {ServiceError} 404, 409 for one that is over or can no longer be dismissed
 */
export async function updateIncident(
  deps: Deps,
  operator: Actor,
  { incidentId, status, text, ...outage }: BodyOf<typeof officeIncidentUpdate>,
): Promise<void> {
  const actor = `person:${operator.personId}`;
  await deps.db.transaction().execute(async (trx) => {
    const incident = await requireLockedRow(trx, 'incident', incidentId);
    const last = await findRow(trx, 'incident_update', { incident_id: incidentId }, ['status', 'text'], 'number desc');
    if (last?.status === status && last.text === text) return;
    if (!canReport(incident.status, status)) throw new ServiceError(409, 'incident_over');
    const now = deps.clock();
    const affected = status === 'resolved' ? await readOutage(deps, trx, incident, outage) : {};
    await updateRow(trx, 'incident', incidentId, {
      status,
      confirmed_at: status === 'dismissed' ? null : (incident.confirmed_at ?? now),
      resolved_at: status === 'resolved' ? now : null,
      ...affected,
    });
    if (status !== 'dismissed') await addUpdate(deps, trx, { incidentId, status, text, actor });
    await writeAudit(deps, trx, actor, `incident-${status}`, ['incident', incidentId], {
      before: { status: incident.status },
      after: { status, text, ...affected },
    });
    if ('outage_from' in affected) await deps.jobs.send(trx, 'remedy-incident', { incidentId });
  });
}

type OutageFields = Pick<BodyOf<typeof officeIncidentUpdate>, 'outage' | 'outageFrom' | 'outageUntil'>;

/** Who couldn't trade, and when. What was published as an outage affected somebody. */
async function readOutage(deps: Deps, trx: Trx, incident: StoredIncident, { outage, ...times }: OutageFields) {
  const now = deps.clock().getTime();
  const { deadlineHours, maximumHours, versions } = deps.catalog.remedies;
  const at = (minute: string | undefined, otherwise: number) => (minute ? new Date(`${minute}Z`).getTime() : otherwise);
  const from = at(times.outageFrom, incident.started_at.getTime());
  const until = at(times.outageUntil, now);
  const inForce = versions.findLast(({ effectiveFrom }) => effectiveFrom.getTime() <= from) ?? versions[0];
  const stopsTrading = inForce?.gives[incident.component]?.includes('position');
  if (!stopsTrading || (outage === 'nobody' && incident.impact !== 'outage')) return {};
  if (!outage || outage === 'nobody') throw invalid({ outage: ['required'] });
  // Two who resolve incidents at once see each other's.
  await sql`select pg_advisory_xact_lock(7105, 6)`.execute(trx);
  const others = await listRows(trx, 'incident', {
    outage_from: below(new Date(until)),
    outage_until: above(new Date(from)),
  });
  const isCovered = others.some(
    (row) => [row.outage_platform, outage].includes('all') || row.outage_platform === outage,
  );
  if (from < now - maximumHours * hourMs || from >= until || until > now || isCovered)
    throw invalid({ outageFrom: ['outage_times'] });
  if (until - from < (inForce?.fromMinutes ?? 0) * minuteMs) return {};
  return {
    ...{ outage_platform: outage, outage_from: new Date(from), outage_until: new Date(until) },
    ...{ remedies_version: inForce?.version ?? null, remedies_due_at: new Date(now + deadlineHours * hourMs) },
  };
}
