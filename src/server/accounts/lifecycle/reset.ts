import { findRow, insertOnce, requireRow, updateRow } from '#server/core/database/rows.ts';
import { type Db, type Deps, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import type { AccountState } from '#shared/accounts/model.ts';
import { countTradedDays } from '#shared/accounts/objectives.ts';
import type { OrderEndReason } from '#shared/trading/index.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { queueFollowerCheck } from '../feed/queue-copies.ts';
import { restartInactivity } from '../inactivity/restart.ts';
import { lockAccount } from '../lock.ts';
import { rulesOf } from '../rules-of.ts';
import { restartTrader } from '../simulator/simulated-traders.ts';
import { findOpenPayout } from './find-open-payout.ts';

/** Puts the reset after all earlier events, even if the platform's clock differs slightly from ours. */
const afterLastMs = 1;

/**
 * Restarts an account at its starting balance under the rules it was bought with; the renewal date stays. Once per
 * `requestId`, the id of a reset order or a renewal. @throws {ServiceError} 404, or 409 if it has ended or passed, while
 * a payout of it is open, or, if asked to, because another reset has left nothing for this one
 */
export async function resetAccount(deps: Deps, accountId: string, requestId: string, { onlyIfTraded = false } = {}) {
  const account = await requireRow(deps.db, 'trading_account', accountId);
  if (account.ended_at !== null || account.state.status === 'passed') throw new ServiceError(409, 'not_resettable');
  if (account.phase !== 'evaluation') await announceReset(deps, accountId, requestId);
  const { platform, platform_account_id: platformAccountId } = account;
  await deps.platform.resetAccount({ accountId, platform, platformAccountId }, requestId);

  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock();
    const { state } = await lockAccount(trx, accountId);
    if (onlyIfTraded && isUntouched(state) && !(await isReset(trx, accountId, requestId)))
      throw new ServiceError(409, 'reset_untouched');
    const at = Math.max(now.getTime(), (account.state.lastEventAt ?? 0) + afterLastMs);
    const sourceId = sourceIdOf(requestId);
    const { accepted } = await ingestInTransaction(deps, trx, accountId, [{ sourceId, event: { type: 'reset', at } }]);
    // Whichever request this was, the account no longer needs another.
    await trx.deleteFrom('account_reset_request').where('account_id', '=', accountId).execute();
    if (accepted === 0) return;
    await restartInactivity(deps, trx, accountId);
    // A follower that was reset during a trade must stay out of it.
    await queueFollowerCheck(deps, trx, account.person_id);
    await endTradingOrders(deps, trx, accountId, 'reset');
    if (account.simulated) await restartTrader(trx, account.id, requestId, rulesOf(deps.catalog, account), now);
    await writeAudit(deps, trx, 'system', 'account-reset', ['account', accountId], {
      requestId,
      status: account.state.status,
    });
    await notifyOwner(deps, trx, account, { kind: 'reset', key: `reset:${requestId}` });
  });
}

/** From now on, no payout can be requested. @throws {ServiceError} 409 while one is open */
async function announceReset(deps: Deps, accountId: string, requestId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    if (await isReset(trx, accountId, requestId)) return;
    if (await findOpenPayout(trx, accountId)) throw new ServiceError(409, 'reset_payout');
    await insertOnce(trx, 'account_reset_request', {
      account_id: accountId,
      request_id: requestId,
      requested_at: deps.clock(),
    });
  });
}

/** Whether this request has been carried out. A payout requested since then must not stop its retry. */
export async function isReset(trx: Db | Trx, accountId: string, requestId: string): Promise<boolean> {
  const event = await findRow(trx, 'account_event', { account_id: accountId, source_id: sourceIdOf(requestId) }, [
    'source_id',
  ]);
  return event !== undefined;
}

/** Whether nothing has happened since an account started, so that a reset would change nothing. */
function isUntouched({ status, days }: AccountState): boolean {
  return status === 'active' && countTradedDays(days) === 0;
}

function sourceIdOf(requestId: string): string {
  return `reset-${requestId}`;
}

/**
 * Cancels an account's working orders when something other than trading ends them. The caller has locked the account.
 */
async function endTradingOrders(deps: Deps, trx: Trx, accountId: string, reason: OrderEndReason): Promise<void> {
  const ended = await trx
    .updateTable('trading_order')
    .set({ status: 'canceled', reason, done_at: deps.clock() })
    .where('account_id', '=', accountId)
    .where('status', '=', 'working')
    .returning('id')
    .execute();
  if (ended.length === 0) return;
  await updateRow(trx, 'trading_account', accountId, (eb) => ({ orders_revision: eb('orders_revision', '+', 1) }));
}
