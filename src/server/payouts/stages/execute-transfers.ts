import { liftSuspension } from '#server/accounts/access/suspend.ts';
import { ingestInTransaction } from '#server/accounts/feed/ingest.ts';
import { clockSkewMs } from '#server/accounts/feed/receive.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import type { StoredAccount } from '#server/accounts/tables.ts';
import { findRow, getLockedRow, isNull, updateRow } from '#server/core/database/rows.ts';
import type { Row } from '#server/core/database/table.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { transferSourceId } from '#shared/payouts/transfer-source.ts';
import type { payoutsTables } from '../tables.ts';
import { changeStatus, postStatus } from './change-status.ts';
import { type LockedPayout, lockPayout } from './lock-payout.ts';
import { notifyPayee } from './notify-payee.ts';
import { transferSuspensionSource } from './request-transfer.ts';
import { becomesOwed, setOwed } from './set-owed.ts';

type Transfer = Row<typeof payoutsTables.payout_transfer>;

/**
 * Makes an account's pending transfers at the platform, in the order they were requested. Each step can be repeated:
 * the platform transfers once per request id, and the adjustment counts once per source id.
 */
export async function executePayoutTransfers(deps: Deps, accountId: string): Promise<void> {
  for (;;) {
    const transfer = await findNext(deps, accountId);
    if (!transfer) return;
    if (transfer.amount_cents < 0) await syncAccess(deps, accountId);
    const account = await startTransfer(deps, transfer);
    if (!account) continue;
    const { platform, platform_account_id: platformAccountId } = account;
    const ref = { accountId, platform, platformAccountId };
    const { transferredAt } = await deps.platform.transferMoney(ref, transfer.amount_cents, transfer.id);
    await runTransaction(deps, (trx) => recordTransfer(deps, trx, transfer, transferredAt));
  }
}

function findNext(deps: Deps, accountId: string): Promise<Transfer | undefined> {
  return findRow(
    deps.db,
    'payout_transfer',
    { account_id: accountId, transferred_at: isNull, voided_at: isNull },
    undefined,
    'number',
  );
}

/**
 * Marks a transfer as attempted; from then on it must be completed. A debit needs the account locked and flat; one
 * that no longer fits above the floor is rejected instead.
 * @returns the account; undefined if the transfer must not be made
 */
async function startTransfer(deps: Deps, transfer: Transfer): Promise<StoredAccount | undefined> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, transfer.payout_id);
    const { account } = locked;
    if (!account) throw new Error(`The payout ${transfer.payout_id} has no account`);
    const current = await getLockedRow(trx, 'payout_transfer', transfer.id);
    if (current.transferred_at !== null || current.voided_at !== null) return undefined;
    if (current.attempted_at !== null) return account;
    if (transfer.amount_cents > 0 && (await oweInstead(deps, trx, locked, current))) return undefined;
    if (transfer.amount_cents < 0) {
      const isStopped = account.suspended_at !== null || account.ended_at !== null || account.state.breach !== null;
      if (!isStopped) throw new Error(`The account ${account.id} is not suspended yet`);
      if (account.lock_pending_revision !== null) throw new Error(`The account ${account.id} is not locked yet`);
      if (contractsIn(account.state.positions) > 0) throw new Error(`The account ${account.id} is not flat yet`);
      if (!isCovered(account, -transfer.amount_cents)) {
        await changeStatus(deps, trx, locked, 'reject', { actor: 'system', reason: 'balance-changed' });
        return undefined;
      }
    }
    await updateRow(trx, 'payout_transfer', transfer.id, { attempted_at: deps.clock() });
    return account;
  });
}

/** Voids the return to an account that was breached or closed in the meantime: its payee is owed the amount. */
async function oweInstead(deps: Deps, trx: Trx, { payout, account }: LockedPayout, { id }: Transfer): Promise<boolean> {
  if (account === null || !(await becomesOwed(trx, account, payout))) return false;
  await updateRow(trx, 'payout_transfer', id, { voided_at: deps.clock() });
  await postStatus(deps, trx, payout, { to: 'owed' });
  await setOwed(trx, payout, deps.clock());
  await notifyPayee(deps, trx, payout, account, 'owed');
  return true;
}

/** Whether the balance stays above the floor without the amount. A later breach or closure doesn't void the request. */
function isCovered({ state, ended_at: endedAt }: StoredAccount, amountCents: number): boolean {
  if (state.breach !== null || endedAt !== null) return true;
  return state.floorCents === null || state.balanceCents - amountCents > state.floorCents;
}

async function recordTransfer(deps: Deps, trx: Trx, transfer: Transfer, transferredAt: number): Promise<void> {
  await lockPayout(trx, transfer.payout_id);
  const now = deps.clock();
  if (transferredAt > now.getTime() + clockSkewMs)
    throw new Error(`The platform completed the transfer ${transfer.id} in the future`);
  const recorded = await trx
    .updateTable('payout_transfer')
    .set({ transferred_at: new Date(transferredAt) })
    .where('id', '=', transfer.id)
    .where('transferred_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!recorded) return;
  const { id, amount_cents: amountCents, payout_id: payoutId } = transfer;
  const event = { type: 'adjustment', at: transferredAt, amountCents, cause: 'payout', payoutId } as const;
  await ingestInTransaction(deps, trx, transfer.account_id, [{ sourceId: transferSourceId(id), event }]);
  if (transfer.amount_cents < 0) {
    await liftSuspension(deps, trx, transferSuspensionSource(transfer.payout_id));
    await deps.jobs.send(trx, 'approve-payouts-by-rule', {}, { singletonKey: 'now' });
  }
  await writeAudit(
    deps,
    trx,
    'system',
    transfer.amount_cents < 0 ? 'payout-amount-deducted' : 'payout-amount-returned',
    ['payout', transfer.payout_id],
    { transferId: transfer.id, amountCents: transfer.amount_cents, transferredAt },
  );
}
