import { sql } from 'kysely';
import { listRows } from '#server/core/database/rows.ts';
import { type Deps, ServiceError, type Trx } from '#server/core/deps.ts';
import { getMarket, marketTime } from '#server/core/market.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { appendEvents } from '../feed/append-events.ts';
import type { MarketOrder } from '../ports/platform/platform.ts';
import { settle } from './simulate.ts';

/** Market orders for one account, whose row the caller has locked, and the prices they meet. */
export type OrderBatch = {
  readonly accountId: string;
  readonly rules: AccountRules;
  readonly state: AccountState;
  /** The last prices of what the account holds. */
  readonly prices: readonly Pick<MarketOrder, 'instrument' | 'month' | 'priceTicks'>[];
  readonly orders: readonly MarketOrder[];
};

/**
 * Fills market orders as the simulated platform: each fills completely at its price, or is rejected above the contract
 * limit. A fill that ends the account closes its other positions. Runs in the caller's transaction, so that order and
 * fill exist together or not at all.
 * @returns ids of the filled orders
 */
export async function placeSimulatedOrders(
  deps: Deps,
  trx: Trx,
  batches: readonly OrderBatch[],
): Promise<ReadonlySet<string>> {
  const filled = new Set<string>();
  if (batches.length === 0) return filled;
  const traders = await listRows(
    trx,
    'simulated_trader',
    { account_id: batches.map(({ accountId }) => accountId) },
    ['account_id', 'trader', 'issued'],
    { orderBy: 'account_id', lock: true },
  );
  const traderOf = new Map(traders.map((row) => [row.account_id, row]));
  const market = getMarket(deps);
  const settled = batches.flatMap((batch) => {
    const row = traderOf.get(batch.accountId);
    if (!row) return [];
    const at = Math.max(marketTime(deps), batch.state.lastEventAt ?? 0);
    const fills = batch.orders.map((order) => ({ id: order.id, event: fillOf(order, at) }));
    const marks = batch.prices.map((price): AccountEvent => ({ type: 'mark', at, ...price }));
    const events = [...marks, ...fills.map(({ event }) => event)];
    return [{ batch, fills, ...settle(market, batch.rules, batch.state, row.issued, { trader: row.trader, events }) }];
  });
  const delivered = new Map(settled.map(({ batch, delivered: events }) => [batch.accountId, events]));
  const results = await appendEvents(deps, trx, delivered);
  const stored: StoredTrader[] = [];
  for (const { batch, fills, delivered: events, trader, issued } of settled) {
    const result = results.get(batch.accountId);
    if (result === undefined || result instanceof ServiceError) continue;
    const accepted = new Set(events.map(({ event }) => event));
    for (const { id, event } of fills) if (accepted.has(event)) filled.add(id);
    stored.push({ accountId: batch.accountId, trader: JSON.stringify({ ...trader, trade: null }), issued });
  }
  await storeTraders(trx, stored);
  return filled;
}

type StoredTrader = { readonly accountId: string; readonly trader: string; readonly issued: number };

async function storeTraders(trx: Trx, stored: readonly StoredTrader[]): Promise<void> {
  if (stored.length === 0) return;
  await sql`
    update simulated_trader set trader = input.trader::jsonb, issued = input.issued, trading = false
    from unnest(
      ${stored.map(({ accountId }) => accountId)}::text[],
      ${stored.map(({ trader }) => trader)}::text[],
      ${stored.map(({ issued }) => issued)}::integer[]
    ) as input (id, trader, issued)
    where simulated_trader.account_id = input.id
  `.execute(trx);
}

function fillOf({ instrument, month, quantity, priceTicks }: MarketOrder, at: number): AccountEvent {
  return {
    type: 'fill',
    ...{ at, instrument, month, priceTicks },
    side: quantity > 0 ? 'buy' : 'sell',
    quantity: Math.abs(quantity),
    feeCents: instruments[instrument].feeCents * Math.abs(quantity),
  };
}
