import type { Insertable } from 'kysely';
import type { output } from 'zod/mini';
import { fromRow } from '#server/core/database/from-row.ts';
import type { Columns, Row } from '#server/core/database/table.ts';
import { tradingOrder } from '#shared/trading/contract.ts';
import type { OrderOutcome, OrderPrice, TradingOrder } from '#shared/trading/orders.ts';
import type { tradingTables } from './tables.ts';

export type TradingOrderRow = Row<typeof tradingTables.trading_order>;

export function orderOf(row: TradingOrderRow): TradingOrder {
  const { id, instrument, month, side, quantity, role, bracket } = row;
  return {
    ...{ id, instrument, month, side, quantity, role, bracket },
    parentId: row.parent_id,
    ocoGroup: row.oco_group,
    placedAt: row.placed_at.getTime(),
    version: row.version,
    copyOf: row.copy_of === null ? undefined : { orderId: row.copy_of, version: row.copy_version ?? 1 },
    ...priceOf(row),
    ...outcomeOf(row),
  };
}

function priceOf({ type, price_ticks: priceTicks }: TradingOrderRow): OrderPrice {
  return type === 'market' || priceTicks === null ? { type: 'market' } : { type, priceTicks };
}

function outcomeOf({
  status,
  reason,
  done_at,
  fill_ticks: fillTicks,
  fee_cents: feeCents,
}: TradingOrderRow): OrderOutcome {
  if (status === 'working' || done_at === null) return { status: 'working' };
  const doneAt = done_at.getTime();
  if (status === 'filled') return { status, doneAt, fillTicks: fillTicks ?? 0, feeCents: feeCents ?? 0 };
  return { status, doneAt, reason: reason ?? 'canceled' };
}

export function rowOf(
  accountId: string,
  requestId: string | null,
  order: TradingOrder,
): Insertable<Columns<typeof tradingTables.trading_order>> {
  const { id, instrument, month, side, quantity, type, role, status } = order;
  return {
    ...{ id, instrument, month, side, quantity, type, role, status },
    account_id: accountId,
    request_id: requestId,
    price_ticks: order.type === 'market' ? null : order.priceTicks,
    parent_id: order.parentId,
    oco_group: order.ocoGroup,
    bracket: order.bracket === null ? null : JSON.stringify(order.bracket),
    version: order.version ?? 1,
    copy_of: order.copyOf?.orderId ?? null,
    copy_version: order.copyOf?.version ?? null,
    reason: order.status === 'canceled' || order.status === 'rejected' ? order.reason : null,
    placed_at: new Date(order.placedAt),
    done_at: order.status === 'working' ? null : new Date(order.doneAt),
    fill_ticks: order.status === 'filled' ? order.fillTicks : null,
    fee_cents: order.status === 'filled' ? order.feeCents : null,
  };
}

export const describeOrder = (row: TradingOrderRow): output<typeof tradingOrder> => fromRow(tradingOrder, row);
