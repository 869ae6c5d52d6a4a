import { findRow, requireLockedRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, type Trx, writeAudit } from '#server/core/deps.ts';
import { postponeTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import { getOwnAccount } from '../get-own-account.ts';

const newAccountMs = 5 * 60_000;

/**
 * Starts simulated trading on the person's own account, from now. Starting it again changes nothing. Only in the demo:
 * a simulated trader passes an evaluation by looking ahead in the market.
 * @throws {ServiceError} 404 for another person's account, or one without a simulated trader; 409 while the
 * terminal has a position or working orders on it
 */
export async function startSimulation(deps: Deps, personId: string, accountId: string): Promise<void> {
  if (!deps.env.demo) throw notFound();
  await getOwnAccount(deps, personId, accountId);
  const now = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('trading_account').select('id').where('id', '=', accountId).forUpdate().execute();
    const trader = await requireLockedRow(trx, 'simulated_trader', { account_id: accountId }, ['started_at', 'trader']);
    if (trader.started_at !== null) return;
    if (await isTradedByHand(trx, accountId)) throw new ServiceError(409, 'trading_open');
    // A lock forced before the start has moved the next trade to the session's close.
    const postponed = postponeTrader(trader.trader, Math.max(now.getTime(), trader.trader.nextAt));
    await trx
      .updateTable('simulated_trader')
      .set({
        started_at: now,
        // A trader that a verdict has ended stays ended.
        ...(trader.trader.ended ? {} : { trader: JSON.stringify(postponed) }),
        watched_until: new Date(now.getTime() + newAccountMs),
      })
      .where('account_id', '=', accountId)
      .execute();
    await writeAudit(deps, trx, `person:${personId}`, 'simulation-started', ['account', accountId], {});
  });
}

/** Whether the terminal has something open on the account: its market's prices aren't the simulated trader's. */
async function isTradedByHand(trx: Trx, accountId: string): Promise<boolean> {
  const row = await findRow(trx, 'trading_progress', { account_id: accountId }, ['is_open']);
  return row?.is_open === true;
}
