import { setTimeout as delay } from 'node:timers/promises';
import { frontMonthOf } from '../../src/domain/instrument/contract-month.ts';
import { frameNumberAt } from '../../src/domain/market/market.ts';
import { flattenFollowers } from '../../src/server/services/copier/change-followers.ts';
import { runCopier } from '../../src/server/services/copier/run-copier.ts';
import { marketOf } from '../../src/server/services/market/market.ts';
import { cancelTradingOrderFor } from '../../src/server/services/trading/cancel.ts';
import { changeTradingOrderFor } from '../../src/server/services/trading/change.ts';
import { placeTradingOrderFor } from '../../src/server/services/trading/place.ts';
import { findQuote } from '../../src/server/services/trading/quotes.ts';
import { type Bench, openGroup } from './copier-group.ts';
import { type Figure, figure } from './table.ts';

/** The p99 of so many is the slowest but one. */
const rounds = 150;
const pauseMs = 100;
const lookEveryMs = 2;

type Group = Awaited<ReturnType<typeof openGroup>>;

/** From the leader's order stored until all followers' are, as a reader of the tables sees it. */
async function openOrders({ deps }: Bench, { personId, leaderId, accountIds }: Group) {
  let requests = 0;
  const contract = () => ({ instrument: 'MES' as const, month: frontMonthOf('MES', Date.now()) });
  const bidTicks = () => findQuote(marketOf(deps), contract(), frameNumberAt(Date.now()))?.bidTicks ?? 0;
  const own = () => ({ account: leaderId, dataAt: deps.clock().getTime() });
  const place = async (priceTicks: number) => {
    requests += 1;
    const terms = { ...contract(), side: 'buy', quantity: 1, type: 'limit', priceTicks } as const;
    const requestId = `bench-order-${requests}`;
    const { orderId } = await placeTradingOrderFor(deps, personId, { ...own(), ...terms, requestId });
    return orderId ?? '';
  };
  const change = (orderId: string, priceTicks: number) =>
    changeTradingOrderFor(deps, personId, { ...own(), orderId, priceTicks });
  const cancel = (orderId: string) => cancelTradingOrderFor(deps, personId, { account: leaderId, orderId });
  /** @param priceTicks of the copies; null once none is working */
  const copied = async (priceTicks: number | null) => {
    const from = performance.now();
    for (;;) {
      const rows = await deps.db
        .selectFrom('trading_order')
        .select('price_ticks')
        .where('account_id', 'in', accountIds)
        .where('status', '=', 'working')
        .execute();
      const wanted = priceTicks === null ? 0 : accountIds.length;
      if (rows.length === wanted && rows.every((row) => row.price_ticks === priceTicks))
        return performance.now() - from;
      if (performance.now() - from > 10_000) throw new Error(`${rows.length} copies instead of ${wanted}`);
      await delay(lookEveryMs);
    }
  };
  return { bidTicks, place, change, cancel, copied };
}

async function measureOrderCopies(bench: Bench, count: number, atMost?: number): Promise<Figure[]> {
  const orders = await openOrders(bench, await openGroup(bench, count, 'order'));
  const times = { placed: [] as number[], changed: [] as number[], cancelled: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const priceTicks = orders.bidTicks() - 2_000;
    const orderId = await orders.place(priceTicks);
    times.placed.push(await orders.copied(priceTicks));
    await delay(pauseMs);
    await orders.change(orderId, priceTicks - 4);
    times.changed.push(await orders.copied(priceTicks - 4));
    await delay(pauseMs);
    await orders.cancel(orderId);
    times.cancelled.push(await orders.copied(null));
    await delay(pauseMs);
  }
  return Object.entries(times).map(([what, each]) =>
    figure(`Thor: p99 of ${rounds} orders ${what} at ${count} followers`, p99(each), 'ms', atMost ? { atMost } : {}),
  );
}

/** Working orders are cancelled and positions closed in the call itself. */
async function measureFlatten(bench: Bench, count: number): Promise<Figure> {
  const group = await openGroup(bench, count, 'order');
  const orders = await openOrders(bench, group);
  const priceTicks = orders.bidTicks() - 2_000;
  await orders.place(priceTicks);
  await orders.copied(priceTicks);
  const from = performance.now();
  await flattenFollowers(bench.deps, group.personId);
  const figureMs = performance.now() - from;
  await orders.copied(null);
  return figure(`Thor: ${count} followers in order mode flattened`, figureMs, 'ms', { atMost: 200 });
}

/** What a leader did while no copier ran, from the start of the next one. */
async function measureResync(bench: Bench, count: number): Promise<Figure> {
  const orders = await openOrders(bench, await openGroup(bench, count, 'order'));
  const priceTicks = orders.bidTicks() - 2_000;
  await orders.place(priceTicks);
  const stop = await runCopier(bench.deps);
  try {
    const ms = await orders.copied(priceTicks);
    return figure(`Thor: ${count} followers in order mode in sync after a restart`, ms, 'ms', { atMost: 3_000 });
  } finally {
    await stop();
  }
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}

/** @param stop stops the copier that runs; the last measurement starts its own */
export async function measureOrderMode(bench: Bench, count: number, stop: () => Promise<void>): Promise<Figure[]> {
  const figures = [
    ...(await measureOrderCopies(bench, 3, 50)),
    ...(await measureOrderCopies(bench, count)),
    await measureFlatten(bench, count),
  ];
  await stop();
  return [...figures, await measureResync(bench, count)];
}
