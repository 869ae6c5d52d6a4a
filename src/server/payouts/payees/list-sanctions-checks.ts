import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchSanctionsChecks } from '#shared/payouts/contract-office-payees.ts';
import type { SanctionsStatus } from '#shared/payouts/payees/sanctions.ts';

const maxChecks = 100;

/** Checks in a status, oldest first. */
export async function listSanctionsChecks(
  { db }: Deps,
  status: SanctionsStatus,
): Promise<DataOf<typeof fetchSanctionsChecks>['checks']> {
  const rows = await db
    .selectFrom('sanctions_check')
    .selectAll()
    .where('status', '=', status)
    .orderBy('checked_at')
    .orderBy('id')
    .limit(maxChecks)
    .execute();
  return rows.map((row) => ({
    checkId: row.id,
    personId: row.person_id,
    name: row.name,
    cause: row.cause,
    subjectId: row.subject_id,
    status: row.status,
    listVersion: row.list_version === '' ? null : row.list_version,
    matches: row.matches.map(({ entryId, name, score }) => ({ entryId, name, score })),
    checkedAt: row.checked_at.getTime(),
    reason: row.reason,
    decidedAt: row.decided_at?.getTime() ?? null,
  }));
}
