import { requireRow } from '#server/core/database/rows.ts';
import { conflict, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { lockAccount } from '../lock.ts';
import { releaseVerdict } from './hold-verdict.ts';

/**
 * Settles a difference in favor of the platform: a correction adopts its balance from when rules stopped deciding, so that
 * they judge the time since then by the platform's figures. The trader sees the reason.
 * @throws {ServiceError} 404, or 409 if it is no longer open, or if positions differ, which no correction settles
 */
export async function settleDifference(
  deps: Deps,
  actor: string,
  { differenceId, reason }: { readonly differenceId: string; readonly reason: string },
): Promise<{ amountCents: number }> {
  const found = await requireRow(deps.db, 'balance_difference', differenceId, ['account_id']);
  return deps.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, found.account_id);
    const now = deps.clock();
    const settled = await trx
      .updateTable('balance_difference')
      .set({ status: 'settled', reason, settled_at: now })
      .where('id', '=', differenceId)
      .where('status', '=', 'open')
      .returningAll()
      .executeTakeFirstOrThrow(conflict);
    if (settled.platform_positions !== null) throw new ServiceError(409, 'positions_differ');
    const at = account.verdict_held_from?.getTime() ?? Math.max(now.getTime(), (account.state.lastEventAt ?? 0) + 1);
    const amountCents = settled.platform_balance_cents - settled.own_balance_cents;
    const event = { type: 'adjustment', at, amountCents, cause: 'correction' } as const;
    await ingestInTransaction(deps, trx, account.id, [{ sourceId: `difference-${differenceId}`, event }]);
    await releaseVerdict(deps, trx, account.id);
    await writeAudit(deps, trx, actor, 'balance-settled', ['account', account.id], {
      differenceId,
      before: { status: 'open', balanceCents: settled.own_balance_cents },
      after: { status: 'settled', balanceCents: settled.platform_balance_cents },
      amountCents,
      reason,
    });
    await notifyOwner(deps, trx, account, { kind: 'difference_settled', key: `difference-settled:${differenceId}` });
    return { amountCents };
  });
}
