import { setTimeout as delay } from 'node:timers/promises';
import { flattenFollowers } from '../../src/server/copier/change-followers.ts';
import { runCopier } from '../../src/server/copier/run-copier.ts';
import { getMarket } from '../../src/server/core/market.ts';
import { cancelTradingOrderFor } from '../../src/server/trading/cancel.ts';
import { changeTradingOrderFor } from '../../src/server/trading/change.ts';
import { placeTradingOrderFor } from '../../src/server/trading/place.ts';
import { findQuote } from '../../src/server/trading/quotes.ts';
import { frontMonthOf } from '../../src/shared/exchange/contract-month.ts';
import { frameNumberAt } from '../../src/shared/trading/market/market.ts';
import { type Bench, openGroup } from './copier-group.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** With this many rounds the p99 is the second-slowest. */
const rounds = sized(150, 1);
const pauseMs = 100;
const pollEveryMs = 2;
const maxWaitMs = 120_000;

type Group = Awaited<ReturnType<typeof openGroup>>;

/** Places, changes and cancels the leader's orders and times the copies, as a reader of the tables sees them. */
async function openOrders({ deps }: Bench, { personId, leaderId, accountIds }: Group) {
  let requests = 0;
  const contract = () => ({ instrument: 'MES' as const, month: frontMonthOf('MES', Date.now()) });
  const bidTicks = () => findQuote(getMarket(deps), contract(), frameNumberAt(Date.now()))?.bidTicks ?? 0;
  const leaderFields = () => ({ account: leaderId, dataAt: deps.clock().getTime() });
  const place = async (priceTicks: number) => {
    requests += 1;
    const terms = { ...contract(), side: 'buy', quantity: 1, type: 'limit', priceTicks } as const;
    const requestId = `bench-order-${requests}`;
    const { orderId } = await placeTradingOrderFor(deps, personId, { ...leaderFields(), ...terms, requestId });
    return orderId ?? '';
  };
  const change = (orderId: string, priceTicks: number) =>
    changeTradingOrderFor(deps, personId, { ...leaderFields(), orderId, priceTicks });
  const cancel = (orderId: string) => cancelTradingOrderFor(deps, personId, { account: leaderId, orderId });
  /** Waits until every follower has an order at this price, or none if it is null. @returns the milliseconds taken */
  const copied = async (priceTicks: number | null) => {
    const from = performance.now();
    for (;;) {
      const rows = await deps.db
        .selectFrom('trading_order')
        .select('price_ticks')
        .where('account_id', 'in', accountIds)
        .where('status', '=', 'working')
        .execute();
      const expectedCopies = priceTicks === null ? 0 : accountIds.length;
      if (rows.length === expectedCopies && rows.every((row) => row.price_ticks === priceTicks))
        return performance.now() - from;
      if (performance.now() - from > maxWaitMs) throw new Error(`${rows.length} copies instead of ${expectedCopies}`);
      await delay(pollEveryMs);
    }
  };
  return { bidTicks, place, change, cancel, copied };
}

async function measureOrderCopies(bench: Bench, count: number, atMost?: number): Promise<Figure[]> {
  const orders = await openOrders(bench, await openGroup(bench, count, 'order'));
  const times = { placed: [] as number[], changed: [] as number[], canceled: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    const priceTicks = orders.bidTicks() - 2_000;
    const orderId = await orders.place(priceTicks);
    times.placed.push(await orders.copied(priceTicks));
    await delay(pauseMs);
    await orders.change(orderId, priceTicks - 4);
    times.changed.push(await orders.copied(priceTicks - 4));
    await delay(pauseMs);
    await orders.cancel(orderId);
    times.canceled.push(await orders.copied(null));
    await delay(pauseMs);
  }
  return Object.entries(times).map(([what, each]) =>
    figure(`Thor: p99 of ${rounds} orders ${what}, ${count} followers`, p99(each), 'ms', atMost ? { atMost } : {}),
  );
}

/** The call itself cancels working orders and closes positions. */
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
  return figure(`Thor: flattening ${count} followers in order mode`, figureMs, 'ms', { atMost: 200 });
}

/** The time from a copier's start until it has copied what the leader did while no copier ran. */
async function measureResync(bench: Bench, count: number): Promise<Figure> {
  const orders = await openOrders(bench, await openGroup(bench, count, 'order'));
  const priceTicks = orders.bidTicks() - 2_000;
  await orders.place(priceTicks);
  const stop = await runCopier(bench.deps);
  try {
    const ms = await orders.copied(priceTicks);
    return figure(`Thor: resyncing ${count} followers in order mode after a restart`, ms, 'ms', { atMost: 3_000 });
  } finally {
    await stop();
  }
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}

/** @param stop stops the running copier; the last measurement starts its own */
export async function measureOrderMode(bench: Bench, count: number, stop: () => Promise<void>): Promise<Figure[]> {
  const figures = [
    ...(await measureOrderCopies(bench, sized(3, 1), 50)),
    ...(await measureOrderCopies(bench, count)),
    await measureFlatten(bench, count),
  ];
  await stop();
  return [...figures, await measureResync(bench, count)];
}
