import { findRow, requireLockedRow, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { canReport } from '#shared/status/status.ts';
import { addUpdate } from './add-update.ts';

/**
 * Confirms, updates, resolves or dismisses an incident. Repeating the same status and text changes nothing.
 * @throws {ServiceError} 404, 409 for one that is over or can no longer be dismissed
 */
export async function updateIncident(
  deps: Deps,
  operator: Actor,
  { incidentId, status, text }: BodyOf<typeof officeIncidentUpdate>,
): Promise<void> {
  const actor = `person:${operator.personId}`;
  await deps.db.transaction().execute(async (trx) => {
    const incident = await requireLockedRow(trx, 'incident', incidentId);
    const last = await findRow(trx, 'incident_update', { incident_id: incidentId }, ['status', 'text'], 'number desc');
    if (last?.status === status && last.text === text) return;
    if (!canReport(incident.status, status)) throw new ServiceError(409, 'incident_over');
    const now = deps.clock();
    await updateRow(trx, 'incident', incidentId, {
      status,
      confirmed_at: status === 'dismissed' ? null : (incident.confirmed_at ?? now),
      resolved_at: status === 'resolved' ? now : null,
    });
    if (status !== 'dismissed') await addUpdate(deps, trx, { incidentId, status, text, actor });
    await writeAudit(deps, trx, actor, `incident-${status}`, ['incident', incidentId], {
      before: { status: incident.status },
      after: { status, text },
    });
  });
}
