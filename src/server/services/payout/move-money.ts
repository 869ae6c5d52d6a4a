import type { Selectable } from 'kysely';
import { contractsIn } from '../../../domain/account/view-account.ts';
import { moveSourceId } from '../../../domain/payout/move-source.ts';
import type { PayoutTables } from '../../db/payout-tables.ts';
import type { StoredAccount } from '../../db/schema.ts';
import type { Deps, Trx } from '../../deps.ts';
import { liftSuspension } from '../account/suspend.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { clockSkewMs } from '../feed/receive.ts';
import { runTransaction } from '../ledger/run-transaction.ts';
import { syncAccess } from '../lifecycle/sync-access.ts';
import { changeStatus } from './change-status.ts';
import { lockPayout } from './lock-payout.ts';
import { transferSource } from './move-requests.ts';

type Move = Selectable<PayoutTables['payout_move']>;

/**
 * Makes an account's pending moves of money at the platform, in the order they were requested. Each step can be
 * repeated: the platform moves once per request id, and the adjustment counts once per source id.
 */
export async function movePayoutMoney(deps: Deps, accountId: string): Promise<void> {
  for (;;) {
    const move = await findNext(deps, accountId);
    if (!move) return;
    if (move.amount_cents < 0) await syncAccess(deps, accountId);
    const account = await startMove(deps, move);
    if (!account) continue;
    const { platform, platform_account_id: platformAccountId } = account;
    const ref = { accountId, platform, platformAccountId };
    const { movedAt } = await deps.platform.moveMoney(ref, move.amount_cents, move.id);
    await runTransaction(deps, (trx) => recordMove(deps, trx, move, movedAt));
  }
}

function findNext(deps: Deps, accountId: string): Promise<Move | undefined> {
  return deps.db
    .selectFrom('payout_move')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('moved_at', 'is', null)
    .where('voided_at', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Marks a move as attempted; from then on it must be completed. A debit needs the account suspended and flat; one that
 * no longer fits above the floor is rejected instead.
 * @returns the account; undefined if the move must not be made
 */
async function startMove(deps: Deps, move: Move): Promise<StoredAccount | undefined> {
  return runTransaction(deps, async (trx) => {
    const locked = await lockPayout(trx, move.payout_id);
    const { account } = locked;
    if (!account) throw new Error(`The payout ${move.payout_id} has no account`);
    const current = await trx
      .selectFrom('payout_move')
      .selectAll()
      .where('id', '=', move.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (current.moved_at !== null || current.voided_at !== null) return undefined;
    if (current.attempted_at !== null) return account;
    if (move.amount_cents < 0) {
      const isStopped = account.suspended_at !== null || account.ended_at !== null || account.state.breach !== null;
      if (!isStopped) throw new Error(`The account ${account.id} is not suspended yet`);
      if (contractsIn(account.state.positions) > 0) throw new Error(`The account ${account.id} is not flat yet`);
      if (!isCovered(account, -move.amount_cents)) {
        await changeStatus(deps, trx, locked, 'reject', { actor: 'system', reason: 'balance-changed' });
        return undefined;
      }
    }
    await trx.updateTable('payout_move').set({ attempted_at: deps.clock() }).where('id', '=', move.id).execute();
    return account;
  });
}

/** Whether the balance stays above the floor without the amount. A breach after the request doesn't void it. */
function isCovered({ state }: StoredAccount, amountCents: number): boolean {
  if (state.breach !== null) return true;
  return state.floorCents === null || state.balanceCents - amountCents > state.floorCents;
}

async function recordMove(deps: Deps, trx: Trx, move: Move, movedAt: number): Promise<void> {
  await lockPayout(trx, move.payout_id);
  const now = deps.clock();
  if (movedAt > now.getTime() + clockSkewMs) throw new Error(`The platform moved ${move.id} in the future`);
  const recorded = await trx
    .updateTable('payout_move')
    .set({ moved_at: new Date(movedAt) })
    .where('id', '=', move.id)
    .where('moved_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!recorded) return;
  const event = { type: 'adjustment', at: movedAt, amountCents: move.amount_cents, cause: 'payout' } as const;
  await ingestInTransaction(deps, trx, move.account_id, [{ sourceId: moveSourceId(move.id), event }]);
  if (move.amount_cents < 0) await liftSuspension(deps, trx, transferSource(move.payout_id));
  await writeAudit(deps, trx, {
    actor: 'system',
    action: move.amount_cents < 0 ? 'payout-amount-taken' : 'payout-amount-returned',
    entity: 'payout',
    entityId: move.payout_id,
    details: { moveId: move.id, amountCents: move.amount_cents, movedAt },
  });
}
