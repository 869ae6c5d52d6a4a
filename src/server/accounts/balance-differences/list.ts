import { listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import type { accountDetails } from '#shared/accounts/contract-details.ts';
import type { DataOf } from '#shared/core/call.ts';

const maxDifferences = 10;

/** An account's differences from the platform, newest first. */
export async function listDifferences(
  deps: Deps,
  accountId: string,
): Promise<DataOf<typeof accountDetails>['differences']> {
  const rows = await listRows(deps.db, 'balance_difference', { account_id: accountId }, undefined, {
    orderBy: ['opened_at desc', 'id'],
    limit: maxDifferences,
  });
  return rows.map((row) => ({
    id: row.id,
    at: row.at.getTime(),
    platformBalanceCents: row.platform_balance_cents,
    ownBalanceCents: row.own_balance_cents,
    positions: row.platform_positions && { platform: [...row.platform_positions], own: [...(row.own_positions ?? [])] },
    status: row.status,
    reason: row.reason,
    settledAt: row.settled_at?.getTime() ?? null,
  }));
}
