import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { inject } from 'vitest';
import { type Catalog, readCatalog } from '#content/catalog.ts';
import { dayMs } from '#lib/durations.ts';
import { createApp } from '#server/app.ts';
import { type Connection, connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import type { Deps } from '#server/core/deps.ts';
import { parseEnv } from '#server/core/env.ts';
import type { App } from '#server/core/http/context.ts';
import type { Handlers } from '#server/core/jobs/job.ts';
import { createServer } from '#server/create-server.ts';
import { handlers } from '#server/firm/jobs.ts';
import { unlimited } from '../../support/unlimited.ts';
import { leaseDatabase } from './database-pool.ts';

/** 10:00 in Chicago on an ordinary Wednesday. */
export const testStart = Date.UTC(2026, 2, 11, 15, 0, 0);

/** Market prices follow from the installation's key, so this key gives every run the same prices. */
export const knownPrices = { APP_SECRET: 'a-secret-whose-prices-every-run-of-the-tests-meets' } as const;

/** Six days later: with the known prices, ES moves six ticks up and six down within the next three minutes. */
export const swingStart = testStart + 6 * dayMs;

type Mail = { to: string; subject: string; text: string; html: string; sentAt: Date };

export type TestApp = {
  readonly app: App;
  readonly deps: Deps;
  readonly clock: {
    now(): Date;
    /** Advances the server's clock and the due times of delayed jobs. */
    advance(ms: number): Promise<void>;
  };
  /** Runs all due jobs; a failing job fails the test unless `allowFailures` is set. */
  drain(options?: { allowFailures?: boolean; handlers?: Handlers }): Promise<unknown[]>;
  /** Processes jobs continuously, as the running server does, until closed. */
  work(handlers: Handlers): Promise<void>;
  /** The mailbox of an address, newest first. */
  mails(to: string): Promise<Mail[]>;
  /** Another server on the same database, as after a restart. */
  another(replace?: Partial<Deps>): Promise<TestApp>;
  close(): Promise<void>;
};

type Options = {
  readonly replace?: Partial<Deps>;
  readonly environment?: Record<string, string>;
  readonly startAt?: number;
  /** The machine’s clock, as the program has it, instead of one that the test advances. */
  readonly machineClock?: true;
  readonly catalog?: Catalog;
  readonly log?: Logger;
  /** Rate limits are off unless a test is about them. */
  readonly limits?: 'on' | 'off';
  /** Storage that other processes share: a folder and, on PostgreSQL, an existing database. */
  readonly place?: { readonly dataDir: string; readonly databaseUrl?: string };
};

let catalog: Catalog | undefined;

function asCoupon(discount: Catalog['discounts']['packageDiscount']): Catalog['coupons'] {
  if (!discount) return [];
  const { title: _title, offer: _offer, ...code } = discount;
  return [{ ...code, kinds: ['evaluation'], startsAt: null, uses: null, oncePerPerson: false }];
}

/**
 * The project's catalog, read once for all apps of a process. It sells accounts under the first rules and at regular
 * prices, on which the tests' hand-worked figures rest: the promotion's code is a coupon here. People approve every
 * payout. A test of later rules, of the promotion or of approvals by rule passes a catalog of its own.
 */
export function getProjectCatalog(): Catalog {
  if (!catalog) {
    const read = readCatalog();
    const packages = { ...read.packages, rulesVersion: 'v1' };
    const coupons = [...read.coupons, ...asCoupon(read.discounts.packageDiscount)];
    const payoutsByRule = { ...read.payoutsByRule, upToCents: 0 };
    catalog = { ...read, packages, discounts: { packageDiscount: null }, coupons, payoutsByRule };
  }
  return catalog;
}

type Database = { open(): Promise<Connection>; release(): Promise<void>; shared: boolean };

async function findDatabase(place: Options['place']): Promise<Database> {
  const databases = inject('databases');
  const shared = databases.kind === 'postgres';
  if (!place) return { ...(await leaseDatabase(databases)), shared };
  const { dataDir, databaseUrl } = place;
  const release = async () => undefined;
  if (databaseUrl !== undefined) {
    return { open: () => connectPostgres(databaseUrl, { maxConnections: 10 }), release, shared };
  }
  if (databases.kind !== 'embedded') throw new Error('A place on PostgreSQL needs a database');
  const loadDataDir = new Blob([readFileSync(databases.dumpPath)]);
  return { open: () => connectEmbedded({ loadDataDir, dataDir }), release, shared };
}

async function build(
  connection: Connection,
  options: Options,
  dataDir: string,
  clock: { at: number },
  another: TestApp['another'],
  cleanUp: () => Promise<void>,
): Promise<TestApp> {
  const env = parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '1', ...options.environment });
  const server = await createServer({
    env,
    catalog: options.catalog ?? getProjectCatalog(),
    connection,
    ...(options.machineClock ? {} : { clock: () => new Date(clock.at) }),
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? 'silent' }),
    recurring: false,
    replace: {
      wait: async () => undefined,
      ...(options.limits === 'on' ? {} : { limits: unlimited }),
      ...options.replace,
    },
  });
  const { deps, jobs } = server;
  const sql = async (text: string, values: unknown[]) => {
    if (connection.kind === 'embedded') await connection.pglite.query(text, values);
    else await connection.pool.query(text, values);
  };
  return {
    app: createApp(deps, {
      onUndeclaredError({ path }, { code }) {
        throw new Error(`${path} refuses with ${code}, which its contract doesn't list`);
      },
    }),
    deps,
    clock: {
      now: () => new Date(clock.at),
      async advance(ms) {
        clock.at += ms;
        const text = `update jobs.job set start_after = start_after - $1 * interval '1 ms' where state < 'active'`;
        await sql(text, [ms]);
      },
    },
    async drain({ allowFailures = false, handlers: own = handlers } = {}) {
      const { errors } = await jobs.drain(deps, own);
      if (errors.length > 0 && !allowFailures) throw errors[0];
      return errors;
    },
    work: (own) => jobs.work(deps, own),
    async mails(to) {
      const rows = await deps.db
        .selectFrom('mailbox')
        .selectAll()
        .where('recipient', '=', to)
        .orderBy('number', 'desc')
        .execute();
      return rows.map(({ recipient, subject, text, html, sent_at }) => ({
        to: recipient,
        subject,
        text,
        html,
        sentAt: sent_at,
      }));
    },
    another,
    async close() {
      await server.close();
      await cleanUp();
    },
  };
}

/** Starts the real app on its own database, of the kind that its Vitest project names. */
export async function startTestApp(options: Options = {}): Promise<TestApp> {
  const database = await findDatabase(options.place);
  const dataDir = options.place?.dataDir ?? mkdtempSync(join(tmpdir(), 'tidemark-data-'));
  const clock = { at: options.startAt ?? testStart };
  const connection = await database.open();
  const others: TestApp[] = [];

  async function another(replace: Partial<Deps> = {}): Promise<TestApp> {
    // An embedded database allows one process, so the second server shares the first one's connection.
    const own = database.shared ? await database.open() : { ...connection, close: async () => undefined };
    const copy = { ...options, replace: { ...options.replace, ...replace } };
    const app = await build(own, copy, dataDir, clock, another, async () => undefined);
    others.push(app);
    return app;
  }

  return build(connection, options, dataDir, clock, another, async () => {
    for (const app of others) await app.close().catch(() => undefined);
    await database.release();
    if (!options.place) rmSync(dataDir, { recursive: true, force: true });
  });
}
