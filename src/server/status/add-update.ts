import { insertRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import type { ReportedStatus } from '#shared/status/status.ts';

type Update = {
  readonly incidentId: string;
  readonly status: ReportedStatus;
  readonly text: string;
  readonly actor: string;
};

export async function addUpdate(deps: Deps, trx: Trx, { incidentId, status, text, actor }: Update): Promise<void> {
  const id = newId();
  await insertRow(trx, 'incident_update', { id, incident_id: incidentId, status, text, actor, at: deps.clock() });
  await deps.jobs.send(trx, 'mail-incident', { updateId: id }, { singletonKey: id });
}
