import { lockRow } from '#server/core/database/rows.ts';
import { notFound, type Trx } from '#server/core/deps.ts';
import type { StoredIncident } from './tables.ts';

/** @throws {ServiceError} 404 */
export async function lockIncident(trx: Trx, incidentId: string): Promise<StoredIncident> {
  const row = await lockRow(trx, 'incident', incidentId);
  if (!row) throw notFound();
  return row;
}
