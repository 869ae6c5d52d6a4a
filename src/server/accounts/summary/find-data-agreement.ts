import { findRow } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { accountDetails } from '#shared/accounts/contract-details.ts';
import type { DataOf } from '#shared/core/call.ts';

/** What the owner must still do for market data at the platform; null if nothing. The newest report counts. */
export async function findDataAgreement(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
): Promise<DataOf<typeof accountDetails>['dataAgreement']> {
  const row = await findRow(
    db,
    'platform_report',
    { account_id: accountId, type: 'data-agreement' },
    ['report'],
    ['at desc', 'source_id desc'],
  );
  if (row?.report.type !== 'data-agreement' || row.report.status === 'signed') return null;
  const { status, url } = row.report;
  return { status, url };
}
