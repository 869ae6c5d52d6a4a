import { type RawBuilder, sql } from 'kysely';
import { isOver } from '../../../domain/account/lifecycle.ts';
import { workingOrders } from '../../../domain/trading/blotter.ts';
import type { Deps, Trx } from '../../deps.ts';
import { type AccountChange, accountChannel } from '../feed/channel.ts';
import { ingestInto } from '../feed/ingest.ts';
import { deliverAs } from '../simulator/simulate.ts';
import { rowOf } from './order-rows.ts';
import type { TradingBlotter } from './read-blotters.ts';

/** How far the stored progress may lag behind while nothing happens: frames without effect are cheap to repeat. */
const mostLag = 120;

/** Whether matching has done anything that must be stored. */
export function hasNews(trading: TradingBlotter): boolean {
  const { blotter, row, matchedFrame } = trading;
  return (
    blotter.events.length > 0 ||
    blotter.changed.size > 0 ||
    row.is_open !== isOpen(trading) ||
    matchedFrame - (row.matched_frame ?? 0) >= mostLag
  );
}

/** Stores what happened on a blotter, whose account the caller has locked: orders, fills and marks exist together or not. */
export async function storeBlotter(deps: Deps, trx: Trx, trading: TradingBlotter): Promise<void> {
  const { blotter, row } = trading;
  if (blotter.events.length > 0) await storeEvents(deps, trx, trading);
  if (blotter.changed.size > 0) await storeOrders(deps, trx, trading);
  const progress = {
    matched_frame: trading.matchedFrame,
    marks: JSON.stringify(trading.marks),
    is_open: isOpen(trading),
  };
  await trx
    .insertInto('trading_progress')
    .values({ account_id: row.id, ...progress })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(progress))
    .execute();
}

function isOpen({ blotter, conditions }: TradingBlotter): boolean {
  return !isOver(conditions.stage) && (blotter.state.positions.length > 0 || workingOrders(blotter).length > 0);
}

/** In one sequence with the events of the account's simulated trader, so that their order within a millisecond is kept. */
async function storeEvents(deps: Deps, trx: Trx, { blotter, row }: TradingBlotter): Promise<void> {
  const { issued } = await trx
    .updateTable('simulated_trader')
    .set((eb) => ({ issued: eb('issued', '+', blotter.events.length) }))
    .where('account_id', '=', row.id)
    .returning('issued')
    .executeTakeFirstOrThrow();
  await ingestInto(deps, trx, row.id, deliverAs(issued - blotter.events.length, blotter.events));
}

async function storeOrders(deps: Deps, trx: Trx, { blotter, row, requestIds }: TradingBlotter): Promise<void> {
  const changed = [...blotter.orders.values()].filter(({ id }) => blotter.changed.has(id));
  const excluded = (column: string): RawBuilder<never> => sql`excluded.${sql.ref(column)}`;
  await trx
    .insertInto('trading_order')
    .values(changed.map((order) => rowOf(row.id, requestIds.get(order.id) ?? null, order)))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        quantity: excluded('quantity'),
        price_ticks: excluded('price_ticks'),
        oco_group: excluded('oco_group'),
        status: excluded('status'),
        reason: excluded('reason'),
        done_at: excluded('done_at'),
        fill_ticks: excluded('fill_ticks'),
        fee_cents: excluded('fee_cents'),
      }),
    )
    .execute();
  await trx
    .updateTable('trading_account')
    .set((eb) => ({ orders_revision: eb('orders_revision', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
  if (blotter.events.length > 0) return;
  const change: AccountChange = { accountId: row.id, sequence: row.sequence };
  await deps.bus.publish(trx, accountChannel(row.person_id), JSON.stringify(change));
}
