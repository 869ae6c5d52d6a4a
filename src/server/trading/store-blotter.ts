import { type RawBuilder, sql } from 'kysely';
import { type AccountChange, accountChannel } from '#server/accounts/event-log/channel.ts';
import { appendEvents } from '#server/accounts/feed/append-events.ts';
import { queueOrderCopies } from '#server/accounts/feed/queue-copies.ts';
import { withSourceIds } from '#server/accounts/simulator/simulate.ts';
import { insertRow, updateRow, upsertRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, type Trx } from '#server/core/deps.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { workingOrders } from '#shared/trading/blotter.ts';
import type { TradingOrder } from '#shared/trading/orders.ts';
import { rowOf } from './order-rows.ts';
import type { TradingBlotter } from './read-blotters.ts';

/** How far the stored progress may lag while nothing happens; frames without effect are cheap to repeat. */
const maxLagFrames = 120;

export function hasChanges(trading: TradingBlotter): boolean {
  const { blotter, row, matchedFrame } = trading;
  return (
    blotter.events.length > 0 ||
    blotter.changed.size > 0 ||
    row.is_open !== isOpen(trading) ||
    matchedFrame - (row.matched_frame ?? 0) >= maxLagFrames
  );
}

/**
 * Stores the changes of blotters whose accounts the caller has locked, in a fixed number of statements: orders, fills
 * and marks exist together or not at all.
 * @throws {ServiceError} 409 for events older than the retained marks
 */
export async function storeBlotters(deps: Deps, trx: Trx, tradings: readonly TradingBlotter[]): Promise<void> {
  if (tradings.length === 0) return;
  await storeEvents(deps, trx, tradings);
  await storeOrders(deps, trx, tradings);
  await storeRequests(deps, trx, tradings);
  const traded = tradings.filter(
    ({ blotter: { changed, events } }) => changed.size > 0 || events.some(({ type }) => type === 'fill'),
  );
  await queueOrderCopies(
    deps,
    trx,
    traded.map(({ row }) => row.id),
  );
  await upsertRow(
    trx,
    'trading_progress',
    tradings.map((trading) => ({
      account_id: trading.row.id,
      matched_frame: trading.matchedFrame,
      marks: JSON.stringify(trading.marks),
      is_open: isOpen(trading),
    })),
    'account_id',
    {
      matched_frame: excluded('matched_frame'),
      marks: excluded('marks'),
      is_open: excluded('is_open'),
    },
  );
}

function excluded(column: string): RawBuilder<never> {
  return sql`excluded.${sql.ref(column)}`;
}

/** A position without orders or fills of the terminal belongs to the account's simulated trader, at its prices. */
function isOpen({ blotter, conditions, row }: TradingBlotter): boolean {
  if (isOver(conditions.stage) || !row.open_at_platform) return false;
  const isOurs = row.is_open === true || blotter.events.length > 0;
  return workingOrders(blotter).length > 0 || (isOurs && blotter.state.positions.length > 0);
}

/**
 * Numbers events in one sequence with those of the account's simulated trader, which keeps their order within a
 * millisecond.
 */
async function storeEvents(deps: Deps, trx: Trx, tradings: readonly TradingBlotter[]): Promise<void> {
  const eventsByAccount = new Map(
    tradings.flatMap(({ row, blotter }) => (blotter.events.length > 0 ? [[row.id, blotter.events] as const] : [])),
  );
  if (eventsByAccount.size === 0) return;
  const { rows } = await sql<{ account_id: string; issued: number }>`
    update simulated_trader set issued = simulated_trader.issued + input.count
    from unnest(
      ${[...eventsByAccount.keys()]}::text[], ${[...eventsByAccount.values()].map(({ length }) => length)}::int[]
    ) as input (account_id, count)
    where simulated_trader.account_id = input.account_id
    returning simulated_trader.account_id, simulated_trader.issued::float8 as issued
  `.execute(trx);
  const delivered = rows.map(({ account_id: id, issued }) => {
    const events = eventsByAccount.get(id) ?? [];
    return [id, withSourceIds(issued - events.length, events)] as const;
  });
  const results = await appendEvents(deps, trx, new Map(delivered));
  for (const id of eventsByAccount.keys()) {
    const result = results.get(id);
    if (!result) throw notFound();
    if (result instanceof ServiceError) throw result;
  }
}

async function storeOrders(deps: Deps, trx: Trx, tradings: readonly TradingBlotter[]): Promise<void> {
  const changed = tradings.filter(({ blotter }) => blotter.changed.size > 0);
  if (changed.length === 0) return;
  await upsertRow(trx, 'trading_order', changed.flatMap(changedRows), 'id', {
    // An order that the copier places again may have had another contract before its size was changed.
    instrument: excluded('instrument'),
    month: excluded('month'),
    bracket: excluded('bracket'),
    parent_id: excluded('parent_id'),
    placed_at: excluded('placed_at'),
    quantity: excluded('quantity'),
    price_ticks: excluded('price_ticks'),
    oco_group: excluded('oco_group'),
    status: excluded('status'),
    reason: excluded('reason'),
    done_at: excluded('done_at'),
    fill_ticks: excluded('fill_ticks'),
    fee_cents: excluded('fee_cents'),
    version: excluded('version'),
    copy_of: excluded('copy_of'),
    copy_version: excluded('copy_version'),
    // The copier may place an order again that it has canceled.
    copy_logged: sql`trading_order.copy_logged and excluded.status <> 'working'`,
  });
  await updateRow(trx, 'trading_account', { id: changed.map(({ row }) => row.id) }, (eb) => ({
    orders_revision: eb('orders_revision', '+', 1),
  }));
  // Events publish their own changes.
  const silent = changed.filter(({ blotter }) => blotter.events.length === 0);
  const messages = silent.map(({ row }) => {
    const change: AccountChange = { accountId: row.id, sequence: row.sequence };
    return { channel: accountChannel(row.person_id), payload: JSON.stringify(change) };
  });
  if (messages.length > 0) await deps.bus.publishAll(trx, messages);
}

async function storeRequests({ clock }: Deps, trx: Trx, tradings: readonly TradingBlotter[]): Promise<void> {
  const requested_at = clock();
  const requests = tradings.flatMap(({ row, request }) =>
    request === null
      ? []
      : [
          {
            ...{ account_id: row.id, request_id: request.id, request_hash: request.hash },
            order_id: request.orderId,
            requested_at,
          },
        ],
  );
  if (requests.length > 0) await insertRow(trx, 'trading_request', requests);
}

function changedRows({ blotter, row, request }: TradingBlotter) {
  return [...blotter.orders.values()]
    .filter(({ id }) => blotter.changed.has(id))
    .map((order) => rowOf(row.id, request?.orderId === order.id ? request.id : copyRequestId(order), order));
}

/**
 * Made of the leader's order and the version a copy was first placed for: the database rejects a second copy with both.
 * A client's ids have no colon, so no client can use one first.
 */
function copyRequestId({ copyOf }: TradingOrder): string | null {
  return copyOf === undefined ? null : `copy:${copyOf.orderId}:${copyOf.version}`;
}
