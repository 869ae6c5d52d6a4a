import { isNotNull, isNull, listRows, not, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';

type PendingAction = { readonly id: string; readonly kind: string };

/** Risk actions that the platform hasn't acknowledged. Read them before the permissions that include them. */
export async function listUnacknowledged(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
): Promise<readonly PendingAction[]> {
  return listRows(
    db,
    'risk_action',
    { account_id: accountId, applied_at: isNotNull, acknowledged_at: isNull, kind: not('terminate') },
    ['id', 'kind'],
  );
}

/** Records that the platform has accepted permissions that include these actions. */
export async function acknowledgeActions(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  executor: Trx | Deps['db'] = db,
  actions: readonly PendingAction[] = [],
): Promise<void> {
  if (actions.length === 0) return;
  await updateRow(
    executor,
    'risk_action',
    { id: actions.map(({ id }) => id), acknowledged_at: isNull },
    { acknowledged_at: clock() },
  );
}

export async function acknowledgeTermination({ clock }: Pick<Deps, 'clock'>, trx: Trx, accountId: string) {
  await updateRow(
    trx,
    'risk_action',
    { account_id: accountId, kind: 'terminate', applied_at: isNotNull, acknowledged_at: isNull },
    { acknowledged_at: clock() },
  );
}
