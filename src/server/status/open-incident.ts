import { insertRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, newId, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { officeIncidentOpen } from '#shared/status/contract-office.ts';
import { addUpdate } from './add-update.ts';

/** Publishes an incident with its first update. */
export async function openIncident(
  deps: Deps,
  operator: Actor,
  { component, impact, title, text }: BodyOf<typeof officeIncidentOpen>,
): Promise<{ incidentId: string }> {
  const id = newId();
  const actor = `person:${operator.personId}`;
  const at = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    await insertRow(trx, 'incident', {
      ...{ id, component, impact, title, status: 'investigating', opened_by: actor },
      started_at: at,
      confirmed_at: at,
    });
    await addUpdate(deps, trx, { incidentId: id, status: 'investigating', text, actor });
    await writeAudit(deps, trx, actor, 'incident-opened', ['incident', id], {
      before: null,
      after: { status: 'investigating', component, impact, title },
    });
  });
  return { incidentId: id };
}
