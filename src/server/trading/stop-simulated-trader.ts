import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { TradingBlotter } from './read-blotters.ts';

/**
 * Stops an account's simulated trader before its owner trades by hand, until the owner starts it again. The owner takes
 * over its open position: what the ticket said about the position after the order holds.
 */
export async function stopSimulatedTrader(deps: Deps, trx: Trx, { row }: TradingBlotter): Promise<void> {
  const stored = await trx
    .selectFrom('simulated_trader')
    .select(['trader', 'started_at', 'trading'])
    .where('account_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored || (stored.started_at === null && !stored.trading)) return;
  await trx
    .updateTable('simulated_trader')
    .set({ trader: JSON.stringify({ ...stored.trader, trade: null }), trading: false, started_at: null })
    .where('account_id', '=', row.id)
    .execute();
  await writeAudit(deps, trx, `person:${row.person_id}`, 'simulation-stopped', ['account', row.id]);
}
