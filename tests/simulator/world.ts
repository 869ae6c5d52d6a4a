import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readCatalog } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { ingestEvents } from '#server/accounts/feed/ingest.ts';
import { createBridgePlatform } from '#server/accounts/ports/platform/bridge.ts';
import type { DeliveredEvent } from '#server/accounts/ports/platform/platform.ts';
import type { PostbackRequest } from '#server/affiliates/ports/postback/postback.ts';
import { createApp } from '#server/app.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import { eraseTables } from '#server/core/database/erase-tables.ts';
import { parseEnv } from '#server/core/env.ts';
import type { JobName } from '#server/core/jobs/payloads.ts';
import { createServer } from '#server/create-server.ts';
import { handlers, jobNames, jobs } from '#server/firm/jobs.ts';
import { createMailbox } from '#server/messages/ports/mail/mailbox.ts';
import type { Call } from '#shared/core/call.ts';
import { retention } from '#shared/core/retention.ts';
import { backUpTo, restoreFrom } from '#tools/backup.ts';
import { knownPrices, testStart } from '../server/support/app.ts';
import { readBookedCents } from '../server/support/booked-balance.ts';
import { type Answered, type ClientRequest, client } from '../server/support/client.ts';
import { easyCaptcha } from '../server/support/identity.ts';
import { resetDatabase } from '../server/support/reset-database.ts';
import { publishLaterRules } from '../support/later-rules.ts';
import { unlimited } from '../support/unlimited.ts';
import { createReceivers } from './actions-webhooks.ts';
import { type Chance, createChance, drawFrom, passTime, setTime } from './chance.ts';
import { openDatabase } from './database.ts';
import { connectProvider, createIdentityProvider } from './identity.ts';
import { connect, countSteps, createLife } from './life.ts';
import { drawOptions } from './options.ts';
import { bridgeSecret, bridgeUrl, createTradingPlatform, newBridgeUrl, signed } from './platform.ts';
import type { Open } from './promises.ts';
import { listDueJobs } from './schedule.ts';

/** A property that doesn't hold. */
export class Violation extends Error {}

export type Counts = Map<string, number>;

export type World = Awaited<ReturnType<typeof openWorld>>;

type Fault = 'none' | 'unreliable' | 'stop';

/** Services of others that fail, whose answer is lost, that do things twice or slowly. */
const failures = ['down', 'lost', 'twice', 'slow'] as const;
const slowMs = 4 * 60_000;

const platforms = ['rithmic', 'dxfeed'] as const;

/** A bridge that was away for so long reports what nobody can judge anymore, and is refused. */
const isPastPrices = ({ event }: { readonly event: { readonly at: number } }) =>
  event.at < Date.now() - retention.markDays * dayMs;

/** The firm, its database, and everyone whom it depends on. One at a time in a process, which has taken over time and chance. */
export async function openWorld() {
  setTime(testStart);
  let database = await openDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-simulator-'));
  const catalog = readCatalog();
  let laterCatalog: typeof catalog | undefined;
  const counts: Counts = new Map();
  const state = {
    seed: 0,
    options: drawOptions(0),
    /** What a client asked under a key and has no answer to. */
    unanswered: undefined as (() => Promise<unknown>) | undefined,
    asked: 0,
    faults: undefined as Chance | undefined,
    catalog,
    isRestored: false,
    /** In an act whose requests overlap: waits until it is the turn of the one that asks. */
    takeTurn: undefined as (() => Promise<unknown>) | undefined,
    /** The request that an actor still sends when their process has ended. */
    leave: undefined as (() => Promise<unknown>) | undefined,
    injected: 0,
    errors: [] as string[],
    /** When each scheduled job last ran to its end. */
    ran: new Map<JobName, number>(),
    /** What was open of each promise when last looked at. */
    promised: new Map<string, ReadonlyMap<string, Open>>(),
  };
  const openPlatform = () =>
    createTradingPlatform(async (accountId) => {
      const { db } = database.connection;
      const { size } = await db
        .selectFrom('trading_account')
        .select('size')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return readBookedCents(db, accountId, Number.parseInt(size, 10) * 100_000);
    });
  let platform = openPlatform();
  let identity = createIdentityProvider();
  const openReceivers = () => createReceivers(() => state.faults?.hits(state.options.failureShare));
  let receivers = openReceivers();
  let server: Awaited<ReturnType<typeof startServer>>;
  /** Another process, which never ends. */
  let second: Awaited<ReturnType<typeof startServer>> | undefined;

  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);

  /** A service may also refuse on its own, such as to refund a payment that a bank disputes. */
  function refuse(error: unknown): never {
    state.injected += 1;
    throw error;
  }

  /** Calls a service that may fail while faults are on. */
  async function callUnreliable<Result>(what: string, call: () => Promise<Result>): Promise<Result> {
    const failure = state.faults?.hits(state.options.failureShare) ? state.faults.pick(failures) : undefined;
    if (!failure) return call().catch(refuse);
    state.injected += 1;
    count(`fault: ${what} ${failure}`);
    if (failure === 'down') throw new TypeError(`${what} is down`);
    if (failure === 'slow') passTime(slowMs);
    const result = await call();
    if (failure === 'lost') throw new TypeError(`the answer of ${what} is lost`);
    return failure === 'twice' ? call() : result;
  }

  async function startServer() {
    const life = createLife(() => state.takeTurn?.());
    const { deps, jobs: queue } = await createServer({
      env: parseEnv({
        ...{ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '1', ...knownPrices },
        ...(state.options.isSimulated ? {} : { PLATFORM_BRIDGE_URL: bridgeUrl, PLATFORM_BRIDGE_SECRET: bridgeSecret }),
      }),
      catalog: state.catalog,
      connection: connect(database.pglite, life),
      log: pino({ level: 'error' }, { write: (line: string) => void state.errors.push(line) }),
      recurring: false,
      replace: { limits: unlimited, captcha: easyCaptcha },
    });
    const { clock, db, env, keys } = deps;
    /** Others keep their records whatever becomes of this process; its own awaits end with it. */
    const outside = <Port extends object>(what: string, port: Port): Port =>
      new Proxy(port, {
        get(target, key) {
          const value = Reflect.get(target, key, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) =>
            life.step(() => callUnreliable(what, async () => Reflect.apply(value, target, given)));
        },
      });
    const post: typeof fetch = (input, init) =>
      callUnreliable('webhook', async () => server.app.request(new URL(String(input)).pathname, init));
    const openBridge = (url: string) =>
      outside('platform', createBridgePlatform({ url, secret: bridgeSecret, clock, db, fetch: platform.ask }));
    Object.assign(deps, {
      identity: connectProvider(identity.port, outside('identity', identity.port)),
      payments: outside('payments', await createPayments({ env, db, jobs: queue, keys, clock }, post)),
      platform: state.options.isSimulated ? outside('platform', deps.platform) : openBridge(bridgeUrl),
      rail: deps.rail && outside('rail', deps.rail),
      mailer: outside('mail', createMailbox(db, clock)),
      postbacks: {
        isPublicHost: async () => true,
        send: (request: PostbackRequest) => {
          receivers.tried(request);
          const send = () => callUnreliable('receiver', () => receivers.take(request));
          return life.step(send).catch(() => ({ statusCode: null, failure: 'timeout' }));
        },
      },
    });
    return { app: createApp(deps), deps, jobs: queue, life, newBridge: openBridge(newBridgeUrl) };
  }

  /** What is drawn from now on follows from the seed and the name alone. */
  async function drawFor(name: string): Promise<void> {
    drawFrom(`${state.seed}:${name}`);
    await database.ask(`select setseed(${createChance(state.seed).below(1_000) / 1_000})`);
  }

  /** Starts another process on the same database, as after a crash. */
  async function restart(): Promise<void> {
    count('stop');
    server = await startServer();
    for (const name of jobNames) {
      const { atStart } = jobs[name];
      if (atStart) await server.jobs.send(server.deps.db, name, atStart as never, { singletonKey: 'start' });
    }
  }

  function fail(message: string): never {
    throw new Violation([message, ...state.errors.slice(-3)].join('\n'));
  }

  /** A job may fail only because others do. */
  function judge(errors: readonly unknown[], what: string): void {
    const [error] = errors;
    if (error !== undefined && state.injected === 0 && platform.state.isConnected)
      fail(`${what} failed without a cause: ${error instanceof Error ? error.stack : error}`);
  }

  async function drain(): Promise<void> {
    judge((await server.jobs.drain(server.deps, handlers)).errors, 'a job');
  }

  async function post(path: string, message: object, isOld = false): Promise<void> {
    const body = JSON.stringify(message);
    const at = Math.max(platform.state.acceptedAt + 1, Date.now());
    const headers = signed(body, at);
    const { status } = await server.app.request(`/api/bridge/${path}`, { method: 'POST', headers, body });
    if (status !== 200 && !(isOld && status === 409))
      fail(`${path} of the bridge was answered with ${status}: ${body}`);
    platform.state.acceptedAt = at;
  }

  /** Asks as a browser does. @returns the answer, or undefined if it was refused */
  async function answer<C extends Call>(call: C, asked: ClientRequest<C>): Promise<Answered<C> | undefined> {
    if (asked.idempotencyKey) state.unanswered = () => answer(call, asked);
    const process = state.asked++ % 2 === 1 && second ? second : server;
    const given = await client(process)(call, asked);
    state.unanswered = undefined;
    const { response_status: status } = given;
    count(`${call.path}: ${status === 200 ? 'done' : (given.error_code ?? status)}`);
    if (status >= 500 && (status !== 503 || state.injected === 0))
      fail(`${call.path} was answered with ${status}: ${given.response_message}`);
    return status === 200 ? given : undefined;
  }

  /** What the bridge has to deliver, in any order and some of it twice; then its sign of life. */
  async function deliver(): Promise<void> {
    if (!platform.state.isConnected) return;
    const { waiting } = platform.state;
    for (let last = waiting[0]; last; last = waiting[0]) {
      const times = state.faults?.hits(state.options.failureShare) ? 2 : 1;
      for (let time = 0; time < times; time += 1)
        if (state.options.isSimulated)
          await ingestEvents(server.deps, last.account.accountId, last.events as readonly DeliveredEvent[]);
        else await post('events', last, last.events.some(isPastPrices));
      waiting.shift();
    }
    if (state.options.isSimulated) return;
    const capabilities = state.options.takesOrders ? ['takesOrders'] : [];
    for (const name of platforms) await post('heartbeat', { platform: name, capabilities });
  }

  async function startAll(): Promise<void> {
    server = await startServer();
    second = state.options.hasTwoProcesses ? await startServer() : undefined;
  }

  return {
    get db() {
      return database.connection.db;
    },
    state,
    counts,
    count,
    drain,
    deliver,
    fail,
    get options() {
      return state.options;
    },
    get server() {
      return server;
    },
    get identity() {
      return identity;
    },
    get receivers() {
      return receivers;
    },
    get platform() {
      return platform;
    },

    /** Empties the database and starts the firm again. */
    async begin(seed: number): Promise<void> {
      // A restored database has other tables than the one that was there.
      if (state.isRestored) {
        await database.connection.close();
        database = await openDatabase();
      }
      const { ask: askDatabase, snapshot } = database;
      await askDatabase('discard plans');
      state.seed = seed;
      state.options = drawOptions(seed);
      setTime(state.options.startAt);
      await drawFor('begin');
      if (!(await resetDatabase(askDatabase, snapshot, 0))) throw new Error('The tables were changed');
      // Its statistics have a timer, which would wait for the time to come again.
      await askDatabase('set track_counts = off');
      Object.assign(state, {
        faults: undefined,
        catalog,
        isRestored: false,
        injected: 0,
        errors: [],
        ran: new Map(),
        promised: new Map(),
        unanswered: undefined,
        asked: 0,
      });
      platform = openPlatform();
      identity = createIdentityProvider();
      receivers = openReceivers();
      await startAll();
    },

    /** A release with later rules replaces this one. */
    async upgrade(): Promise<void> {
      count('upgraded');
      if (!laterCatalog) {
        const folder = join(dataDir, 'later');
        mkdirSync(folder);
        publishLaterRules(folder, (rules) => rules.replaceAll('minimumDays: 5', 'minimumDays: 4'));
        laterCatalog = readCatalog(join(folder, 'content'));
      }
      state.catalog = laterCatalog;
      await startAll();
    },

    /** The firm stops, and starts again on a database that was restored from its backup. */
    async restore(): Promise<void> {
      count('restored');
      const { env } = server.deps;
      const file = join(dataDir, 'backup');
      rmSync(file, { force: true });
      await backUpTo(env, database.connection, file);
      state.isRestored = true;
      await eraseTables(database.connection.db);
      await restoreFrom(env, database.connection, file);
      await startAll();
    },

    /**
     * Does something, with faults; if the process ends meanwhile, starts another, which clients ask again what they had no
     * answer to.
     * @param maxSteps within how many steps of the process it ends, if it does
     */
    async attempt(
      name: string,
      seed: number,
      fault: Fault,
      act: (chance: Chance) => Promise<unknown>,
      maxSteps = 150,
    ): Promise<void> {
      await drawFor(name);
      const chance = createChance(seed);
      Object.assign(state, {
        injected: 0,
        errors: [],
        faults: fault === 'unreliable' ? createChance(~seed) : undefined,
      });
      if (fault === 'stop') server.life.endAfter(1 + chance.below(maxSteps));
      if ((await Promise.race([countSteps(() => act(chance)), server.life.over])) === 'over') {
        await restart();
        await state.unanswered?.();
      }
      server.life.endAfter(Number.POSITIVE_INFINITY);
      Object.assign(state, { unanswered: undefined, takeTurn: undefined, faults: undefined });
      await state.leave?.();
      state.leave = undefined;
    },

    /** Moves the clock, and runs what is due then. */
    async pass(ms: number): Promise<void> {
      const from = Date.now();
      passTime(ms);
      await deliver();
      for (const name of listDueJobs(from, Date.now())) {
        await handlers[name](server.deps, {} as never).then(
          () => state.ran.set(name, Date.now()),
          (error: unknown) => judge([error], name),
        );
      }
      await drain();
    },

    answer,
    /** The data of the answer. */
    ask: async <C extends Call>(call: C, asked: ClientRequest<C>) => (await answer(call, asked))?.data,

    async close(): Promise<void> {
      await database.connection.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
