import type { Deps } from '#server/core/deps.ts';
import { confirmLock } from '../access/confirm-lock.ts';
import type { PlatformReport } from '../ports/platform/bridge-messages.ts';

export type DeliveredReport = { readonly sourceId: string; readonly event: PlatformReport };

/**
 * Stores what a platform says about an account, each report once. A lock of the platform's own is evidence; only our rules
 * decide. @returns how many were new
 */
export async function recordReports(
  deps: Deps,
  accountId: string,
  reports: readonly DeliveredReport[],
): Promise<number> {
  if (reports.length === 0) return 0;
  return deps.db.transaction().execute(async (trx) => {
    const stored = await trx
      .insertInto('platform_report')
      .values(
        reports.map(({ sourceId, event }) => ({
          ...{ account_id: accountId, source_id: sourceId, type: event.type, at: new Date(event.at) },
          ...{ report: JSON.stringify(event), received_at: deps.clock() },
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('report')
      .execute();
    for (const { report } of stored) {
      if (report.type === 'access-effective') await confirmLock(deps, trx, accountId, report.revision);
      else if (report.type === 'platform-lock') deps.log.warn({ accountId, report }, 'the platform changed a lock');
    }
    return stored.length;
  });
}
