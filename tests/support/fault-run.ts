import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery } from '#server/billing/ports/payments/sandbox/types.ts';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { orderResult } from '#shared/orders/contract.ts';
import { buy, makePlans, type PlacedOrder } from './buyers.ts';
import { draw, fundPayees } from './payees.ts';
import { freePort } from './ports.ts';
import { reconcile } from './reconcile.ts';
import { startServer, type TestServer } from './server.ts';

type Settings = {
  readonly seed: string;
  readonly orders: number;
  readonly kills: number;
  readonly deliveries: readonly Delivery[];
  /** Number of concurrent buyers. */
  readonly buyers: number;
  /** How many funded traders draw money meanwhile. */
  readonly payees: number;
  readonly dataDir: string;
  /** If set, two servers share this database; otherwise one server uses its embedded database. */
  readonly databaseUrl?: string;
  /** True if running servers must recover lost work unaided, which takes minutes; otherwise they are restarted. */
  readonly isPatient: boolean;
};

export type FaultReport = {
  readonly orders: number;
  readonly kills: number;
  /** Time from the last buyer's last step until all work had finished. */
  readonly restedMs: number;
  readonly faults: Awaited<ReturnType<typeof reconcile>>;
};

const timeoutMs = 900_000;
const pollMs = 1_000;

/** Servers that can be killed and restarted on the same port. */
async function startCopies({ databaseUrl, dataDir }: Settings) {
  const env = {
    DEMO: '1',
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const ports = [await freePort(), ...(databaseUrl === undefined ? [] : [await freePort()])];
  const start = (port: number) => startServer({ port, dataDir, env });
  const copies: TestServer[] = [];
  for (const port of ports) copies.push(await start(port));
  let turn = 0;
  return {
    findOrigin(): string {
      turn += 1;
      return `http://localhost:${ports[turn % ports.length]}`;
    },
    async crash(index: number): Promise<void> {
      const place = index % ports.length;
      await copies[place]?.kill();
      copies[place] = await start(ports[place] ?? 0);
    },
    stop: () => Promise.all(copies.map((copy) => copy.stop())),
    killAll: () => Promise.all(copies.map((copy) => copy.kill())),
    async restart(): Promise<void> {
      for (const [place, port] of ports.entries()) copies[place] = await start(port);
    },
  };
}

type Copies = Awaited<ReturnType<typeof startCopies>>;

/** Runs all buyers, several at once, and kills a server every few orders. */
async function sell(settings: Settings, copies: Copies): Promise<PlacedOrder[]> {
  const { seed, orders, kills, buyers, deliveries } = settings;
  const plans = makePlans(seed, orders, deliveries);
  const placed: PlacedOrder[] = [];
  let next = 0;
  let crash = Promise.resolve();
  async function runLane(): Promise<void> {
    for (let index = next++; index < plans.length; index = next++) {
      const plan = plans[index];
      if (!plan) return;
      const due = Math.floor(((index + 1) * kills) / orders);
      if (due > Math.floor((index * kills) / orders)) crash = crash.then(() => copies.crash(due));
      const order = await buy(plan, copies.findOrigin);
      if (order) placed.push(order);
    }
  }
  await Promise.all(Array.from({ length: buyers }, runLane));
  await crash;
  return placed;
}

/** Waits until the provider's final webhook has reached every paid order. */
async function settle(copies: Copies, placed: readonly PlacedOrder[]): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  let open = placed.filter(({ ending }) => ending !== 'leave' && ending !== 'decline');
  while (open.length > 0 && Date.now() < deadline) {
    const ends = await Promise.all(open.map((order) => isSettled(copies, order)));
    open = open.filter((_, index) => !ends[index]);
    if (open.length > 0) await wait(pollMs);
  }
}

async function isSettled(copies: Copies, { orderId, sessionId, ending }: PlacedOrder): Promise<boolean> {
  const query = new URLSearchParams({ orderId, sessionId });
  // Each order comes from its own address, as with real buyers.
  const headers = { 'X-Forwarded-For': `2001:db8:${orderId.charCodeAt(0).toString(16)}:${orderId.charCodeAt(1)}::1` };
  const answer = await fetch(`${copies.findOrigin()}/api/${orderResult.path}?${query}`, { headers }).catch(() => null);
  if (!answer?.ok) return false;
  const { data } = (await answer.json()) as { data: { status: string } };
  return ending === 'cancel' ? data.status === 'canceled' : ['fulfilled', 'refunded'].includes(data.status);
}

async function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Connection> {
  return databaseUrl === undefined ? connectEmbedded({ dataDir }) : connectPostgres(databaseUrl);
}

async function audit(settings: Settings): Promise<FaultReport['faults']> {
  const connection = await openDatabase(settings);
  try {
    return await reconcile(connection.db);
  } finally {
    await connection.close();
  }
}

/** Sells and pays out under faults, waits until all work has finished, and reconciles the books. */
export async function runFaults(settings: Settings): Promise<FaultReport> {
  const copies = await startCopies(settings);
  try {
    await copies.stop();
    const payees = await fundPayees(await openDatabase(settings), settings.dataDir, settings.payees);
    await copies.restart();
    const draws = Promise.all(payees.traders.map((trader) => draw(trader, payees.staff, copies.findOrigin)));
    draws.catch(() => undefined);
    const placed = await sell(settings, copies);
    const since = Date.now();
    if (!settings.isPatient) {
      await copies.killAll();
      await copies.restart();
    }
    await draws;
    await settle(copies, placed);
    const restedMs = Date.now() - since;
    await copies.stop();
    let faults = await audit(settings);
    // Mails and messages are sent by their own jobs, shortly after; a busy machine gets longer each time.
    for (let round = 0; Object.keys(faults).length > 0 && round < 5; round += 1) {
      await copies.restart();
      await wait(pollMs * 5 * 2 ** round);
      await copies.stop();
      faults = await audit(settings);
    }
    return { orders: placed.length, kills: settings.kills, restedMs, faults };
  } finally {
    await copies.killAll();
  }
}
