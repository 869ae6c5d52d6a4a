import type { Selectable } from 'kysely';
import { giveTimeBack } from '#server/billing/subscriptions/give-time-back.ts';
import { getRow, updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { creditSourceId } from '#shared/accounts/dispute-credit.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { restartInactivity } from '../inactivity/restart.ts';
import { lockAccount } from '../lock.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';
import { rulesOf } from '../rules-of.ts';
import { restartTrader } from '../simulator/simulated-traders.ts';
import type { AccountDisputeTable, StoredAccount } from '../tables.ts';

type Dispute = Pick<Selectable<AccountDisputeTable>, 'id' | 'account_id' | 'breach_at' | 'created_at'> & {
  readonly credit_cents: number;
};

/**
 * Restores the account of an upheld dispute: the platform credits what the breach cost, and an event voids the breach,
 * which gives the platform access back. Each step can be repeated.
 */
export async function restoreAccount(deps: Deps, disputeId: string): Promise<void> {
  const { credit_cents: creditCents, ...dispute } = await deps.db
    .selectFrom('account_dispute')
    .select(['id', 'account_id', 'breach_at', 'created_at', 'credit_cents', 'restored_at'])
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow();
  if (creditCents === null || dispute.restored_at !== null) return;
  const creditedAt =
    creditCents === 0 ? null : await creditAtPlatform(deps, dispute.account_id, creditCents, dispute.id);
  await deps.db
    .transaction()
    .execute((trx) => voidBreach(deps, trx, { ...dispute, credit_cents: creditCents }, creditedAt));
}

export async function creditAtPlatform(deps: Deps, accountId: string, cents: number, requestId: string) {
  const { platform, platform_account_id: platformAccountId } = await getRow(deps.db, 'trading_account', accountId, [
    'platform',
    'platform_account_id',
  ]);
  return (await deps.platform.transferMoney({ accountId, platform, platformAccountId }, cents, requestId))
    .transferredAt;
}

async function voidBreach(deps: Deps, trx: Trx, dispute: Dispute, creditedAt: number | null): Promise<void> {
  const account = await lockAccount(trx, dispute.account_id);
  const now = deps.clock();
  const restored = await trx
    .updateTable('account_dispute')
    .set({ restored_at: now })
    .where('id', '=', dispute.id)
    .where('restored_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!restored) return;
  await ingestInTransaction(deps, trx, account.id, eventsOf(account, dispute, creditedAt, now.getTime()));
  if (account.simulated) await restartTrader(trx, account.id, dispute.id, rulesOf(deps.catalog, account), now);
  await extendTrial(trx, account, now.getTime() - dispute.breach_at.getTime());
  await giveTimeBack(deps, trx, account.id, dispute.breach_at.getTime());
  await restartInactivity(deps, trx, account.id);
  await writeAudit(deps, trx, 'system', 'account-restored', ['account', account.id], {
    disputeId: dispute.id,
    creditCents: dispute.credit_cents,
    breachAt: dispute.breach_at.getTime(),
  });
}

/** The credit, then the end of the breach, after all earlier events. */
function eventsOf(account: StoredAccount, dispute: Dispute, creditedAt: number | null, now: number): DeliveredEvent[] {
  const at = Math.max(now, creditedAt ?? 0, (account.state.lastEventAt ?? 0) + 1);
  const breachAt = dispute.breach_at.getTime();
  const voided: DeliveredEvent = {
    sourceId: `breach-void-${dispute.id}`,
    event: { type: 'breach-void', at, breachAt },
  };
  if (creditedAt === null) return [voided];
  const credit = { type: 'adjustment', at: creditedAt, amountCents: dispute.credit_cents, cause: 'dispute' } as const;
  return [{ sourceId: creditSourceId(dispute.id), event: credit }, voided];
}

/** A trial runs longer by the time it couldn't trade. */
export async function extendTrial(trx: Trx, { id, expires_at: expiresAt }: StoredAccount, lostMs: number) {
  if (expiresAt === null) return;
  await updateRow(trx, 'trading_account', id, { expires_at: new Date(expiresAt.getTime() + lostMs) });
}
