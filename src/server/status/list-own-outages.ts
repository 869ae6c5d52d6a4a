import type { Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchOwnOutages } from '#shared/status/contract.ts';

/** A person's accounts in the outage ledger, newest first. */
export async function listOwnOutages(
  { db }: Deps,
  personId: string,
): Promise<DataOf<typeof fetchOwnOutages>['accounts']> {
  const rows = await db
    .selectFrom('incident_account')
    .innerJoin('trading_account', 'trading_account.id', 'incident_account.account_id')
    .innerJoin('incident', 'incident.id', 'incident_account.incident_id')
    .select(['incident_id', 'platform_account_id', 'remedy', 'note', 'started_at', 'at'])
    .where('trading_account.person_id', '=', personId)
    .orderBy('at', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ incident_id, platform_account_id, remedy, note, started_at, at }) => ({
    ...{ incidentId: incident_id, account: platform_account_id, remedy, note },
    startedAt: started_at.getTime(),
    at: at.getTime(),
  }));
}
