import { writeAudit } from '#server/core/audit/write-audit.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { book, closingSide, heldQuantity } from '#shared/trading/blotter.ts';
import type { TradingBlotter } from './read-blotters.ts';

/**
 * Stops an account's simulated trader before its owner trades by hand, until the owner starts it again. Its open trade
 * closes at its own last price, because its prices aren't the market's.
 */
export async function stopSimulatedTrader(deps: Deps, trx: Trx, { row, blotter, at }: TradingBlotter): Promise<void> {
  const stored = await trx
    .selectFrom('simulated_trader')
    .select(['trader', 'started_at', 'trading'])
    .where('account_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst();
  if (!stored || (stored.started_at === null && !stored.trading)) return;
  const { trade, plan } = stored.trader;
  const position = trade && blotter.state.positions.find((each) => each.instrument === plan.instrument);
  if (position && heldQuantity(blotter.state, position) !== 0 && row.is_open !== true) {
    const { instrument, month, lastPriceTicks: priceTicks } = position;
    const quantity = Math.abs(position.quantity);
    const feeCents = instruments[instrument].feeCents * quantity;
    book(blotter, {
      ...{ type: 'fill', at, instrument, month, priceTicks, quantity, feeCents },
      side: closingSide(position.quantity),
    });
  }
  await trx
    .updateTable('simulated_trader')
    .set({ trader: JSON.stringify({ ...stored.trader, trade: null }), trading: false, started_at: null })
    .where('account_id', '=', row.id)
    .execute();
  await writeAudit(deps, trx, {
    actor: `person:${row.person_id}`,
    action: 'simulation-stopped',
    entity: 'account',
    entityId: row.id,
  });
}
