import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { planOrder } from '#shared/accounts/plan-order.ts';
import { lockAccount } from '../lock.ts';
import type { OrderReport } from '../ports/platform/bridge-messages.ts';
import { amendInTransaction } from './amend-fills.ts';
import { describeFill } from './describe-fill.ts';
import { ingestInTransaction } from './ingest.ts';
import { reviseInTransaction } from './revise-fills.ts';
import { storeUnreadRows } from './store-unread-rows.ts';

/** The source id is the order's. Its fills have this id with a number each, as earlier bridges gave them. */
export type DeliveredOrder = { readonly sourceId: string; readonly event: OrderReport };
type Booked = { readonly sourceId: string; readonly fill: Fill };

/**
 * Books what orders have filled since their last report, and corrects what was booked of them.
 * @param asOf when the platform said so
 * @returns how many changed something @throws {ServiceError} 409 for fills older than the retained marks
 */
export async function bookOrders(
  deps: Deps,
  accountId: string,
  orders: readonly DeliveredOrder[],
  asOf: number,
): Promise<number> {
  if (orders.length === 0) return 0;
  return deps.db.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId);
    const history = await readHistory(trx, accountId, [...new Set(orders.map(({ sourceId }) => sourceId))]);
    const [fresh, revised, gone]: [Booked[], Booked[], Booked[]] = [[], [], []];
    let changed = 0;
    for (const { sourceId, event } of orders) {
      const { used = 0, booked = [] } = history.get(sourceId) ?? {};
      const plan = booked.every(({ fill }) => isOfOrder(fill, event)) ? planOrder(booked, event) : contradiction;
      if (plan.outcome === 'known') continue;
      if (plan.outcome === 'contradictory') {
        const stated = `${event.side} ${event.quantity} in total, ${new Date(event.at).toISOString()}`;
        const value = [stated, ...booked.map(({ fill }) => `booked: ${describeFill(fill)}`)].join('; ').slice(0, 200);
        const rows = [{ line: 0, reason: 'contradictory', value } as const];
        await storeUnreadRows(deps, trx, accountId, `${sourceId} ${event.at}`, rows);
        continue;
      }
      const replaced = plan.outcome === 'correction' ? plan.replaced : [];
      const { instrument, month, side } = event;
      const at = replaced[0]?.fill.at ?? event.at;
      const fills = plan.parts.map((part, index): Booked => {
        const feeCents = index === 0 ? plan.feeCents : 0;
        const id = replaced[index]?.sourceId ?? `${sourceId}-${used + 1 + index - replaced.length}`;
        return { sourceId: id, fill: { type: 'fill', at, instrument, month, side, ...part, feeCents } };
      });
      revised.push(...fills.slice(0, replaced.length));
      fresh.push(...fills.slice(replaced.length));
      gone.push(...replaced.slice(fills.length));
      history.set(sourceId, {
        used: used + Math.max(0, fills.length - replaced.length),
        booked: [...booked.filter((each) => !replaced.includes(each)), ...fills],
      });
      changed += 1;
    }
    if (fresh.length > 0) await ingestInTransaction(deps, trx, accountId, fresh.map(toEvent));
    await reviseInTransaction(deps, trx, accountId, revised.map(toEvent), asOf);
    const busts = gone.map(({ sourceId }) => ({
      sourceId: `${sourceId}@${asOf}`,
      event: { type: 'fill-correction', at: asOf, of: sourceId, fill: null } as const,
    }));
    await amendInTransaction(deps, trx, accountId, busts);
    return changed;
  });
}

const contradiction = { outcome: 'contradictory' } as const;
const toEvent = ({ sourceId, fill }: Booked) => ({ sourceId, event: fill });

function isOfOrder(fill: Fill, { instrument, month, side }: OrderReport): boolean {
  return fill.instrument === instrument && fill.month === month && fill.side === side;
}

/** What is booked of orders, in time order, and the highest number that a fill of each has had. */
async function readHistory(trx: Trx, accountId: string, orderIds: readonly string[]) {
  const { rows } = await sql<{ order_id: string; source_id: string; event: Fill | null }>`
    select order_id, source_id, event from (
      select source_id, event from account_event where account_id = ${accountId} and type = 'fill'
      union all
      select fill_source_id, null from fill_amendment where account_id = ${accountId}
    ) fill cross join lateral (select regexp_replace(source_id, '-[0-9]+([.][0-9]+)?$', '') as order_id) named
    where order_id = any(${orderIds}::text[])
  `.execute(trx);
  const history = new Map<string, { readonly used: number; readonly booked: readonly Booked[] }>();
  for (const [orderId, own] of Map.groupBy(rows, (row) => row.order_id)) {
    const numbers = own.map(({ source_id }) => Number.parseInt(source_id.slice(orderId.length + 1), 10));
    const ordered = own.toSorted((left, right) => (left.source_id < right.source_id ? -1 : 1));
    const booked = ordered.flatMap(({ source_id: sourceId, event }) => (event ? [{ sourceId, fill: event }] : []));
    history.set(orderId, {
      used: Math.max(...numbers),
      booked: booked.sort((left, right) => left.fill.at - right.fill.at),
    });
  }
  return history;
}
