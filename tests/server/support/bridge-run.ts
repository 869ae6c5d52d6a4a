import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Adapter } from '#bridge/core/adapter.ts';
import { realClock } from '#bridge/core/clock.ts';
import { createMetrics } from '#bridge/core/metrics.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { createRequests } from '#bridge/core/requests.ts';
import type { CoreParts } from '#bridge/core/run-bridge.ts';
import { openStore } from '#bridge/core/store.ts';
import { getAccountRules, getCatalog } from '#content/catalog.ts';
import { nextRandom, seedOf } from '#lib/random.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { eventually } from '../../support/eventually.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { buyAccount, signInPerson } from './people.ts';

/** The last of a poll's pages has then been answered. */
const pagesOfPoll = 2;
const secret = 'a secret that both sides know, of 40 bytes';

type Options = {
  readonly vendor: string;
  /** The bridge's variables, once the vendor runs. */
  readonly environment: () => Readonly<Record<string, string>>;
  readonly connect: (parts: CoreParts) => Adapter;
  /** When accounts are opened, UTC ms. */
  readonly openedAt?: number;
};

/** A vendor's fills as its own book has them, to compare with the site's. */
export type VendorBook = {
  readonly fills: readonly string[];
  readonly balanceCents: number;
  readonly positions: readonly (readonly [instrument: unknown, quantity: unknown])[];
  /** Fills that it has said otherwise without correcting them. */
  readonly contradictions?: readonly string[];
};

/** What happens at a vendor meanwhile. */
type Market = {
  /** A trader's order. @returns how many fills it has */
  readonly trade: () => number;
  /** The vendor takes back a fill, or changes its price, quantity or fee, one or several at once: each kind in turn. */
  readonly amend: (count: number) => void;
  /** How often the bridge has asked for fills, of a vendor that it polls. */
  readonly polls?: () => number;
};

/** A site, a bridge and a wire between them that loses answers: each may be killed and started again. */
export function createBridgeRun({ vendor, environment, connect, openedAt }: Options) {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-${vendor}-`));
  const random = { random: seedOf(vendor) };
  const draw = (below: number) => Math.floor(nextRandom(random) * below);
  let site: TestServer | undefined;
  let bridge: ChildProcess | undefined;
  let bridgeUrl: string;
  let wire: Server | undefined;
  let target: string;

  /** Opens the site's database while no server is using it. */
  async function withDatabase<Result>(use: (server: Awaited<ReturnType<typeof createServer>>) => Promise<Result>) {
    const connection = await connectEmbedded({ dataDir: join(folder, 'site') });
    const env = parseEnv({ DATA_DIR: join(folder, 'site'), LOG_LEVEL: 'silent' });
    const log = pino({ level: 'silent' });
    const options = { env, catalog: getCatalog(), connection, log, recurring: false, clock: () => new Date() };
    const server = await createServer(options);
    try {
      return await use(server);
    } finally {
      await server.close();
    }
  }

  function startSite(port?: number): Promise<TestServer> {
    const own = { PLATFORM_BRIDGE_URL: 'http://localhost:1', PLATFORM_BRIDGE_SECRET: secret };
    const env = { ...own, DEMO: '0', LOG_LEVEL: 'silent' };
    return startServer({ dataDir: join(folder, 'site'), env, ...(port === undefined ? {} : { port }) });
  }

  /** Carries the bridge's messages to the site, and loses some of the answers. @returns its address */
  async function startWire(): Promise<string> {
    wire = createHttpServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers;
      try {
        const answer = await fetch(`${site?.origin}${request.url}`, {
          ...{ method: 'POST', headers: headers as Record<string, string>, body: Buffer.concat(pieces) },
        });
        if (draw(12) === 0) return void response.destroy();
        response.writeHead(answer.status);
        response.end(await answer.text());
      } catch {
        response.destroy();
      }
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    wire.listen(0, '127.0.0.1', resolve);
    await promise;
    return `http://127.0.0.1:${(wire.address() as AddressInfo).port}`;
  }

  /** Opens accounts as the bridge does, at a time at which the vendor opens some. @returns the names of the vendor's */
  async function openAtVendor(ids: readonly string[]): Promise<readonly string[]> {
    mkdirSync(join(folder, 'bridge'), { recursive: true });
    const store = openStore(join(folder, 'bridge', 'bridge.jsonl'));
    const say = () => undefined;
    const outbox = createOutbox(store, { post: async () => ({}) }, say, realClock);
    const parts = { store, outbox, say, record: say, requests: createRequests(store), metrics: createMetrics() };
    const clock = openedAt === undefined ? realClock : { ...realClock, now: () => openedAt };
    const adapter = connect({ ...parts, clock });
    const rules = getAccountRules(getCatalog(), 'v1', 'classic', '50K');
    const names: string[] = [];
    for (const accountId of ids) {
      const person = { email: `${accountId}@example.com`, firstName: 'Ada', lastName: 'Ferreira' };
      names.push((await adapter.open({ accountId, rules, ...person })).platformAccountId);
    }
    store.close();
    return names;
  }

  async function startBridge(): Promise<void> {
    const own = { PLATFORM_BRIDGE_SECRET: secret, TIDEMARK_URL: target, BRIDGE_PORT: '0' };
    const started = spawn(process.execPath, [`src/bridge/${vendor}/main.ts`], {
      env: { ...process.env, ...own, BRIDGE_FOLDER: join(folder, 'bridge'), ...environment() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    bridge = started;
    const { promise, resolve } = Promise.withResolvers<string>();
    started.stdout.on('data', (piece: Buffer) => {
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    bridgeUrl = await promise;
  }

  const keepUp = () => eventually('the bridge to keep up', () => expectMetric(/_outbox \d{1,2}\n/));
  /** Waits until the site has everything that the bridge has read. */
  const deliver = (...more: readonly RegExp[]) =>
    eventually('the bridge to have delivered everything', () =>
      expectMetric(/_synced 1\n/, /_outbox 0\n/, /_refused 0\n/, ...more),
    );

  async function expectMetric(...lines: readonly RegExp[]): Promise<void> {
    const text = await (await fetch(`${bridgeUrl}/metrics`)).text();
    for (const line of lines) expect(text).toMatch(line);
  }

  async function buyAccounts(count: number): Promise<readonly string[]> {
    return withDatabase(async (server) => {
      const { personId } = await signInPerson(server);
      const opened: string[] = [];
      for (let index = 0; index < count; index += 1) opened.push(await buyAccount(server, personId));
      await server.deps.db.deleteFrom('simulated_trader').execute();
      await server.deps.db.updateTable('trading_account').set({ simulated: false }).execute();
      return opened;
    });
  }

  return {
    draw,
    /** Accounts of the site with the names of the vendor's; then site, wire and bridge run. */
    async start(count: number): Promise<readonly { readonly id: string; readonly name: string }[]> {
      const ids = await buyAccounts(count);
      const names = await openAtVendor(ids);
      site = await startSite();
      target = await startWire();
      await startBridge();
      return ids.map((id, index) => ({ id, name: names[index] ?? '' }));
    },
    restartBridge(): Promise<void> {
      bridge?.kill('SIGKILL');
      return startBridge();
    },
    async restartSite(): Promise<void> {
      const port = Number(new URL(site?.origin ?? '').port);
      await site?.kill();
      site = await startSite(port);
    },
    deliver,
    /**
     * Trades until there are so many fills, amends one in a hundred, and does the next of the faults at each equal part of
     * the way. Before the first, fills are amended that the site has already, however fast the machine is.
     */
    async tradeThrough(
      fillCount: number,
      { trade, amend, polls }: Market,
      faults: readonly (() => unknown)[],
    ): Promise<void> {
      let [made, done, amended] = [0, 0, 0];
      const amendNext = (): void => {
        amend(amended);
        amended += 1;
      };
      for (let orders = 1; made < fillCount; orders += 1) {
        made += trade();
        if (done > 0 && draw(100) === 0) amendNext();
        if (orders % 20 === 0) await new Promise((next) => setImmediate(next));
        if (orders % 200 === 0) {
          // Orders are faster than polls: what nobody has asked for yet would come all at once.
          const before = polls?.() ?? 0;
          if (polls) await eventually('a poll', () => expect(polls()).toBeGreaterThan(before + pagesOfPoll));
          await keepUp();
        }
        if (made < ((done + 1) * fillCount) / (faults.length + 1)) continue;
        if (done === 0) {
          await deliver(new RegExp(`_fills ${made}\\n`));
          while (amended < 10) amendNext();
        }
        await faults[done]?.();
        done += 1;
      }
    },
    /** Ends both, and compares the site's book of each account with the vendor's. */
    async compare(accounts: readonly { readonly id: string; readonly book: VendorBook }[]): Promise<void> {
      bridge?.kill('SIGKILL');
      await site?.stop();
      await withDatabase(async ({ deps }) => {
        for (const { id, book } of accounts) {
          const { state } = await deps.db
            .selectFrom('trading_account')
            .select('state')
            .where('id', '=', id)
            .executeTakeFirstOrThrow();
          const rows = await deps.db
            .selectFrom('account_event')
            .select('source_id')
            .where('account_id', '=', id)
            .where('type', '=', 'fill')
            .execute();
          expect(rows.map((row) => row.source_id).sort()).toEqual(book.fills);
          const unread = await deps.db.selectFrom('unread_row').selectAll().where('account_id', '=', id).execute();
          const contradictions = (book.contradictions ?? []).map((fill) => ['contradictory', fill]);
          expect(unread.map(({ reason, file }) => [reason, file.split(' ')[0]])).toEqual(contradictions);
          expect(state.status).toBe('active');
          expect(state.balanceCents).toBe(book.balanceCents);
          const held = state.positions.map(({ instrument, quantity }) => [instrument, quantity]).sort();
          expect(held).toEqual(book.positions);
        }
      });
    },
    async end(): Promise<void> {
      bridge?.kill('SIGKILL');
      wire?.close();
      await site?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
