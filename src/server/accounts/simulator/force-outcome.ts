import { type Deps, newId, notFound, ServiceError } from '#server/core/deps.ts';
import { getMarket } from '#server/core/market.ts';
import { type ForcedOutcome, forceOutcome } from '#shared/accounts/simulated-trader/force-outcome.ts';
import { sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { ingestInTransaction } from '../feed/ingest.ts';
import { rulesColumns, rulesOf } from '../rules-of.ts';

/**
 * Forces an outcome on the simulated platform, so that a demo needn't wait. The trader then stops, or pauses until the
 * next day.
 * @throws {ServiceError} 404 for an account without a trader, 409 if its rules or state don't allow it
 */
export async function forceAccountOutcome(deps: Deps, platformAccountId: string, outcome: ForcedOutcome) {
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('simulated_trader')
      .innerJoin('trading_account', 'trading_account.id', 'simulated_trader.account_id')
      .select(['trading_account.id', 'simulated_trader.trader', 'state', ...rulesColumns])
      .where('trading_account.platform_account_id', '=', platformAccountId)
      .where('trading_account.ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirstOrThrow(notFound);
    const now = deps.clock().getTime();
    const events = forceOutcome(getMarket(deps), rulesOf(deps.catalog, row), row.state, now, outcome);
    if (events === null) throw new ServiceError(409, 'outcome_not_possible');
    const order = newId();
    const delivered = events.map((event, index) => ({
      sourceId: `forced-${order}-${String(index).padStart(4, '0')}`,
      event,
    }));
    const { state } = await ingestInTransaction(deps, trx, row.id, delivered);
    if (state.status !== outcome) throw new ServiceError(409, 'outcome_not_possible');
    const day = state.days.at(-1)?.day;
    const nextAt = outcome === 'locked' && day !== undefined ? sessionCloseAt(day) : row.trader.nextAt;
    await trx
      .updateTable('simulated_trader')
      .set({
        trader: JSON.stringify({ ...row.trader, trade: null, nextAt, ended: outcome !== 'locked' }),
        trading: false,
      })
      .where('account_id', '=', row.id)
      .execute();
  });
}
