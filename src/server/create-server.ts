import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Catalog } from '#content/catalog.ts';
import { openDemoClock } from '#server/core/clock/demo-clock.ts';
import { openBus } from '#server/core/database/bus.ts';
import type { Connection } from '#server/core/database/connect.ts';
import { checkKeyCanary } from '#server/core/database/key-canary.ts';
import { openMarketKey } from '#server/core/database/market-key.ts';
import { migrateConnection } from '#server/core/database/migrate-connection.ts';
import type { Deps, PortContext } from '#server/core/deps.ts';
import type { Env } from '#server/core/env.ts';
import { createLimits } from '#server/core/http/limits.ts';
import { openJobs, type Runner } from '#server/core/jobs/runner.ts';
import { openKeys } from '#server/core/keys.ts';
import { createLog } from '#server/core/log.ts';
import { noTelemetry } from '#server/core/telemetry.ts';
import { jobs as allJobs } from '#server/firm/jobs.ts';
import { checkBaseline, releasedMigrations } from '#server/firm/migrations.ts';
import { createPorts } from '#server/firm/ports.ts';
import { createMetrics } from '#server/monitoring/metrics.ts';
import { createTracing } from '#server/monitoring/tracing.ts';
import type { Stop } from '#server/stop-in-time.ts';

export type Server = {
  readonly deps: Deps;
  readonly jobs: Runner;
  /** What `close` ends, in this order. */
  readonly stops: readonly Stop[];
  close(): Promise<void>;
};

type Options = {
  readonly env: Env;
  readonly catalog: Catalog;
  readonly connection: Connection;
  readonly clock?: () => Date;
  readonly log?: Logger;
  /** Replaces ports or limits in tests. */
  readonly replace?: Partial<Deps>;
  /** False if tests run the jobs manually. */
  readonly recurring?: boolean;
};

/** Assembles the server on an open connection: tables, keys, jobs, bus and ports. */
export async function createServer(options: Options): Promise<Server> {
  const { env, catalog, connection, replace = {} } = options;
  const log = options.log ?? createLog(env);
  await migrateConnection(connection, releasedMigrations);
  await checkBaseline(connection.db);
  const keys = replace.keys ?? (await openKeys(env, connection));
  await checkKeyCanary(connection.db, keys);
  const marketKey = replace.marketKey ?? (await openMarketKey(connection.db, keys));
  const jobs = await openJobs(connection, log, { jobs: allJobs, recurring: options.recurring ?? true });
  const demoClock = options.clock ? null : await openDemoClock(env, connection.db, jobs);
  const bus = await openBus(connection, log);
  const { tracesEndpoint } = env.monitoring;
  const context: PortContext = {
    env,
    catalog,
    db: connection.db,
    checkDb: connection.checkDb,
    clock: options.clock ?? demoClock?.now ?? (() => new Date()),
    demoClock,
    wait: setTimeout,
    clockSkew: { ms: 0, aheadMs: 0, roundTripMs: 0 },
    readiness: { found: null },
    log,
    telemetry: noTelemetry,
    load: {
      ...{ calls: 0, failed: 0, slow: 0, lag: monitorEventLoopDelay() },
      waiting: () => (connection.kind === 'postgres' ? connection.pool.waitingCount : 0),
    },
    tracing: tracesEndpoint === undefined ? null : await createTracing(env.monitoring, tracesEndpoint),
    migrations: releasedMigrations,
    jobs,
    bus,
    limits: createLimits(connection.kind === 'postgres' ? connection.pool : undefined),
    keys,
    marketKey,
    ...replace,
  };
  const deps: Deps = { ...context, ...(await createPorts(context, replace)) };
  if (env.monitoring.metricsToken !== undefined && !replace.telemetry)
    deps.telemetry = await createMetrics(deps, connection);
  const stops: readonly Stop[] = [
    { what: 'the jobs', stop: () => jobs.stop() },
    { what: 'the traces', stop: async () => deps.tracing?.close() },
    { what: 'the messages between copies', stop: () => bus.close() },
    { what: 'the database', stop: () => connection.close() },
  ];
  const close = async () => {
    for (const { stop } of stops) await stop();
  };
  return { deps, jobs, stops, close };
}
