import type { Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { getOwnAccount } from '../account/find-own.ts';
import { rulesOf } from '../account/rules-of.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { newTrader } from './simulated-traders.ts';

const newAccountMs = 5 * 60_000;

/**
 * Starts simulated trading on the person's own account, from now. Starting it again changes nothing.
 * @throws {ServiceError} 404 for another person's account, and for one that doesn't trade on the simulated platform
 */
export async function startSimulation(deps: Deps, personId: string, accountId: string): Promise<void> {
  const account = await getOwnAccount(deps, personId, accountId);
  const now = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    const held = await trx
      .selectFrom('trading_account')
      .leftJoin('trading_progress', 'trading_progress.account_id', 'trading_account.id')
      .select('trading_progress.is_open')
      .where('trading_account.id', '=', accountId)
      .executeTakeFirst();
    const trader = await trx
      .selectFrom('simulated_trader')
      .select(['started_at', 'trader'])
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!trader) throw notFound();
    if (trader.started_at !== null) return;
    // Its prices aren't those of the terminal's market.
    if (held?.is_open === true) throw new ServiceError(409, 'trading_open');
    const fresh = newTrader(accountId, rulesOf(deps.catalog, account), now);
    await trx
      .updateTable('simulated_trader')
      .set({
        started_at: now,
        // One that a verdict has ended stays so.
        ...(trader.trader.ended ? {} : { trader: JSON.stringify(fresh) }),
        watched_until: new Date(now.getTime() + newAccountMs),
      })
      .where('account_id', '=', accountId)
      .execute();
    await writeAudit(deps, trx, {
      actor: `person:${personId}`,
      action: 'simulation-started',
      entity: 'account',
      entityId: accountId,
      details: {},
    });
  });
}
