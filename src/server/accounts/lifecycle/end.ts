import { cancelUnusedData } from '#server/billing/subscriptions/cancel-unused-data.ts';
import { isClosing } from '#server/core/database/closing.ts';
import { atMost, changeRow, findRow, isNull, listRows } from '#server/core/database/rows.ts';
import { type Deps, writeAudit } from '#server/core/deps.ts';
import type { AccountEndReason } from '#shared/accounts/lifecycle.ts';
import { notifyOwner } from '../alerts/notify-owner.ts';
import { publishAccountChange } from '../event-log/channel.ts';
import { queueFollowerCheck } from '../feed/queue-copies.ts';
import { PlatformPending } from '../ports/platform/platform.ts';
import { stopTrader } from '../simulator/simulated-traders.ts';
import { acknowledgeTermination } from './acknowledge-actions.ts';

const accountsPerRun = 100;

/**
 * Ends an account permanently, unlike a breach, after which it can be reset: its subscription or trial has run out, its
 * order was refunded or charged back, it was inactive, its owner's profile was deleted, or a conduct case was upheld.
 * It is closed at the platform first, so that an ended account can't keep trading.
 * @returns false if it had already ended
 */
export async function endAccount(deps: Deps, accountId: string, reason: AccountEndReason): Promise<boolean> {
  const account = await findRow(deps.db, 'trading_account', accountId, ['platform', 'platform_account_id', 'ended_at']);
  if (!account || account.ended_at !== null) return false;
  const { platform, platform_account_id: platformAccountId } = account;
  await deps.platform.closeAccount({ accountId, platform, platformAccountId });
  return deps.db.transaction().execute(async (trx) => {
    const ended = await changeRow(
      trx,
      'trading_account',
      { id: accountId, ended_at: isNull },
      { ended_at: deps.clock(), end_reason: reason },
    );
    if (!ended) return false;
    await stopTrader(trx, accountId);
    await queueFollowerCheck(deps, trx, ended.person_id);
    await cancelUnusedData(deps, trx, ended);
    await acknowledgeTermination(deps, trx, accountId);
    await writeAudit(deps, trx, 'system', `account-${reason}`, ['account', accountId]);
    // The decision behind a termination, and a closure, have mails of their own.
    const isTold = reason === 'terminated' || (await isClosing(trx));
    if (!isTold) await notifyOwner(deps, trx, ended, { kind: reason, key: reason });
    await publishAccountChange(deps, trx, ended.person_id, { accountId, sequence: ended.sequence });
    for (const table of ['account_end_request', 'account_reset_request'] as const) {
      await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
    }
    return true;
  });
}

/** Ends expired trials. @returns their number */
export async function expireAccounts(deps: Deps): Promise<number> {
  const due = await listRows(
    deps.db,
    'trading_account',
    { expires_at: atMost(deps.clock()), ended_at: isNull },
    ['id'],
    { orderBy: 'expires_at', limit: accountsPerRun },
  );
  let ended = 0;
  for (const { id } of due) {
    try {
      if (await endAccount(deps, id, 'expired')) ended += 1;
    } catch (error) {
      // One account that a person must close on the platform doesn't keep the others open.
      if (!(error instanceof PlatformPending)) throw error;
      deps.log.warn({ accountId: id, err: error }, 'an expired account waits to be closed on the platform');
    }
  }
  return ended;
}
