import type { StoredIncident } from '../../db/status-tables.ts';
import type { Trx } from '../../deps.ts';
import { notFound } from '../../errors.ts';

/** @throws {ServiceError} 404 */
export async function lockIncident(trx: Trx, incidentId: string): Promise<StoredIncident> {
  const row = await trx.selectFrom('incident').selectAll().where('id', '=', incidentId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
