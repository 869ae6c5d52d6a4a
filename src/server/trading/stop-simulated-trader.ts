import { writeAudit } from '#server/core/audit/write-audit.ts';
import { lockRow, updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { TradingBlotter } from './read-blotters.ts';

/**
 * Stops an account's simulated trader before its owner trades by hand, until the owner starts it again. The owner takes
 * over its open position: what the ticket said about the position after the order holds.
 */
export async function stopSimulatedTrader(deps: Deps, trx: Trx, { row }: TradingBlotter): Promise<void> {
  const stored = await lockRow(trx, 'simulated_trader', { account_id: row.id }, ['trader', 'started_at', 'trading']);
  if (!stored || (stored.started_at === null && !stored.trading)) return;
  await updateRow(
    trx,
    'simulated_trader',
    { account_id: row.id },
    { trader: JSON.stringify({ ...stored.trader, trade: null }), trading: false, started_at: null },
  );
  await writeAudit(deps, trx, `person:${row.person_id}`, 'simulation-stopped', ['account', row.id]);
}
