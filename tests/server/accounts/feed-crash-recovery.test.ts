import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { hourMs } from '#lib/durations.ts';
import { compareDelivered } from '#server/accounts/event-log/apply-events.ts';
import type { DeliveredEvent } from '#server/accounts/ports/platform/platform.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { sign, signatureHeaders } from '#shared/accounts/bridge-signature.ts';
import { replay } from '#shared/accounts/engine.ts';
import { nextEvents, startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { testMarket } from '../../support/test-market.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret that both sides know, of 40 bytes';
const accountCount = 3;
const eventsPerMessage = 40;

/** Finds a Tuesday afternoon of last week: the servers use the real clock and compact events older than some weeks. */
function findStart(now: number): number {
  const at = new Date(now - 7 * 24 * hourMs);
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 5) % 7));
  return at.setUTCHours(15, 0, 0, 0);
}

const startAt = findStart(Date.now());

let folder: string;
const running: TestServer[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-feed-'));
});

afterAll(async () => {
  for (const server of running) await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the folder's database while no server is using it. */
async function withDatabase<Result>(use: (server: Awaited<ReturnType<typeof createServer>>) => Promise<Result>) {
  const connection = await connectEmbedded({ dataDir: folder });
  const env = parseEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  const server = await createServer({
    env,
    catalog: getCatalog(),
    connection,
    log,
    recurring: false,
    clock: () => new Date(startAt),
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function openAccounts(): Promise<readonly string[]> {
  return withDatabase(async (server) => {
    const { personId } = await signInPerson(server);
    const ids: string[] = [];
    for (let index = 0; index < accountCount; index += 1) ids.push(await buyAccount(server, personId));
    await server.deps.db.deleteFrom('simulated_trader').execute();
    await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
    return ids;
  });
}

async function start(): Promise<TestServer> {
  const bridge = { PLATFORM_BRIDGE_URL: 'http://localhost:1', PLATFORM_BRIDGE_SECRET: secret };
  const server = await startServer({ dataDir: folder, env: { ...bridge, DEMO: '0', LOG_LEVEL: 'silent' } });
  running.push(server);
  return server;
}

/** Returns false if no answer arrives: the bridge can't know whether the message was stored. */
async function deliver(origin: string, accountId: string, events: readonly DeliveredEvent[]): Promise<boolean> {
  const body = JSON.stringify({ account: { accountId }, events });
  const { timestamp, signature } = sign(secret, body, new Date());
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  const answer = await fetch(`${origin}/api/bridge/events`, { method: 'POST', headers, body }).catch(() => null);
  if (answer !== null && answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer !== null;
}

function makeTrader(seed: number): readonly DeliveredEvent[] {
  const rules = getAccountRules(getCatalog(), getCatalog().packages.rulesVersion, 'classic', '50K');
  const scenario = (['passes', 'fails', 'wanders'] as const)[seed % 3] ?? 'passes';
  const trader = startTrader({ seed, rules, startAt, scenario, markEveryMs: 60_000, hours: 'exchange' });
  const { events } = nextEvents(testMarket(), trader, startAt + 40 * hourMs);
  return events.map((event, index) => ({ sourceId: `e-${String(index).padStart(6, '0')}`, event }));
}

/** Messages of a faulty bridge: out of order, and one in four is sent twice. */
function makeMessages(accounts: readonly (readonly [string, readonly DeliveredEvent[]])[]) {
  const messages = accounts.flatMap(([accountId, events]) =>
    Array.from({ length: Math.ceil(events.length / eventsPerMessage) }, (_, index) => ({
      accountId,
      events: events.slice(index * eventsPerMessage, (index + 1) * eventsPerMessage).toReversed(),
    })),
  );
  const doubled = [...messages, ...messages.filter((_, index) => index % 4 === 0)];
  // A prime larger than the number of messages reaches each of them once.
  return doubled
    .map((_, index) => doubled[(index * 1_009) % doubled.length] ?? doubled[0])
    .filter((each) => each !== undefined);
}

test('servers killed while events arrive shuffled, repeated and late end in the same state as an undisturbed run', async () => {
  const ids = await openAccounts();
  const traders = ids.map((id, index) => [id, makeTrader(index)] as const);
  let remaining = [...makeMessages(traders), ...makeMessages(traders)];
  for (const killAfter of [5, 12, Number.POSITIVE_INFINITY]) {
    const server = await start();
    let answered = 0;
    let killed: Promise<void> | undefined;
    const unanswered: typeof remaining = [];
    await Promise.all(
      remaining.map(async (message) => {
        if (await deliver(server.origin, message.accountId, message.events)) answered += 1;
        else unanswered.push(message);
        if (answered >= killAfter) killed ??= server.kill();
      }),
    );
    await killed;
    remaining = unanswered;
    if (killAfter === Number.POSITIVE_INFINITY) await server.stop();
    else expect(unanswered.length).toBeGreaterThan(0);
  }
  expect(remaining).toEqual([]);

  const stored = await withDatabase(async ({ deps }) => ({
    accounts: await deps.db.selectFrom('trading_account').select(['id', 'state', 'sequence']).execute(),
    // The calendar closes days that are still open while the trader's own close is on its way.
    closes: await deps.db
      .selectFrom('account_event')
      .select(['account_id', 'source_id as sourceId', 'event'])
      .where('source_id', 'like', 'close-%')
      .execute(),
  }));
  const rules = getAccountRules(getCatalog(), getCatalog().packages.rulesVersion, 'classic', '50K');
  for (const [id, events] of traders) {
    const account = stored.accounts.find((each) => each.id === id);
    const all = [...events, ...stored.closes.filter((close) => close.account_id === id)].sort(compareDelivered);
    expect(account?.sequence).toBe(all.length);
    expect(account?.state).toEqual(
      replay(
        rules,
        all.map(({ event }) => event),
      ),
    );
  }
});
