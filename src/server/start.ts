import { existsSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { join, resolve } from 'node:path';
import { type ServerType, serve } from '@hono/node-server';
import { getCatalog } from '#content/catalog.ts';
import { hashCatalog, readSiteHash } from '#content/catalog-hash.ts';
import { findOpenObligation, findUncheckedObligations } from '#content/seller-obligations.ts';
import { runSimulatedTraders } from '#server/accounts/simulator/run-simulated-traders.ts';
import { runCopier } from '#server/copier/run-copier.ts';
import { watchClock } from '#server/core/clock/watch.ts';
import { findExcessiveRole } from '#server/core/database/check-role.ts';
import { openDatabase } from '#server/core/database/open-database.ts';
import type { Env } from '#server/core/env.ts';
import { findCalendarWarning } from '#server/core/health/calendar-warning.ts';
import { serveFiles } from '#server/core/http/serve-files.ts';
import { endStreams } from '#server/core/http/streams.ts';
import { handlers } from '#server/core/jobs/registry.ts';
import { createLog } from '#server/core/log.ts';
import { seedDemo } from '#server/core/seed/demo.ts';
import { watchAlerts } from '#server/monitoring/alerts/watch.ts';
import { runMatcher } from '#server/trading/index.ts';
import { createApp } from './app.ts';
import { createServer } from './create-server.ts';
import { type Stop, stopInTime } from './stop-in-time.ts';
import { warmUp } from './warm-up.ts';

/** Why the server did not start; the message is one line for the operator. */
export class StartError extends Error {}

const siteFolder = resolve('dist');
const shutdownTimeoutMs = 8_000;
const idleCheckMs = 50;
const serverOptions = {
  /** Longer than proxies and clients keep a connection, so they never send a request on one we just closed. */
  keepAliveTimeout: 75_000,
  /** Limits how long an unfinished request can hold a connection. */
  headersTimeout: 10_000,
  /** Uploading a picture over a slow line takes a minute. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  /** The address and all headers together; longer ones get a 431. */
  maxHeaderSize: 16_384,
};

type Listener = {
  /** Says whether it has answered a request; the app gets the others. */
  readonly answer: ReturnType<typeof serveFiles>;
  readonly fetch: ReturnType<typeof createApp>['fetch'];
};

function listen({ answer, fetch }: Listener, port: number): Promise<HttpServer> {
  const create = ((options, handle) =>
    createHttpServer(options, (request, response) => {
      if (!answer(request, response)) handle?.(request, response);
    })) as typeof createHttpServer;
  return new Promise((resolve, reject) => {
    const options = { fetch, port, serverOptions, createServer: create };
    const server: ServerType = serve(options, () => resolve(server as HttpServer));
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new StartError(`PORT ${port} is in use: choose another port.`) : error);
    });
  });
}

/** Waits for running responses up to a limit, then closes their connections. */
async function closeHttp(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node keeps connections whose response ends during shutdown, such as streams.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const timer = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}

/** `stop` throws a `StopError` if something doesn't end in time. */
export type Running = { stop(): Promise<void> };

/**
 * Starts everything on one port: tables, demo data and the app, then the socket, the traders and the jobs.
 * @throws {StartError} or a database lock error, with a one-line message
 */
export async function startServer(env: Env): Promise<Running> {
  if (env.production && !existsSync(join(siteFolder, 'index.html')))
    throw new StartError(
      `${siteFolder} holds no built site: run npm run build, or start the server in the project’s folder.`,
    );
  const catalog = getCatalog();
  if (env.production && catalog.site.company.sample)
    throw new StartError(
      'content/site.yaml: company.sample is true: enter your company’s details, set it to false and build the site again.',
    );
  const openObligation = env.production ? findOpenObligation(catalog) : null;
  if (openObligation !== null) throw new StartError(openObligation);
  if (env.production && readSiteHash(siteFolder) !== hashCatalog(catalog))
    throw new StartError(
      `${siteFolder} was built from another content/ than this server reads: run npm run build, so that pages and checkout show the same prices and rules.`,
    );
  const log = createLog(env);
  const connection = await openDatabase(env);
  const { deps, jobs, stops, close } = await createServer({ env, catalog, connection, log }).catch(async (error) => {
    await connection.close();
    throw error;
  });
  let stopClock: () => void = () => undefined;
  let stopAlerts: () => void = () => undefined;
  let stopTraders: () => Promise<void> = async () => undefined;
  let stopMatcher: () => Promise<void> = async () => undefined;
  let stopCopier: () => Promise<void> = async () => undefined;
  try {
    const role = env.production ? await findExcessiveRole(connection) : null;
    if (role === 'superuser')
      throw new StartError(
        'DATABASE_URL connects as a superuser: create the roles of deploy/database-roles.sql and connect as tidemark_app.',
      );
    if (role === 'owner')
      log.warn(
        'DATABASE_URL connects as the owner of the tables: connect as tidemark_app of deploy/database-roles.sql',
      );
    if (env.demo) await seedDemo(deps);
    const warnings = [findCalendarWarning(deps.clock()), env.production ? findUncheckedObligations(catalog) : null];
    for (const warning of warnings) if (warning !== null) log.warn(warning);
    await warmUp();
    const app = createApp(deps, { siteFolder });
    stopClock = await watchClock(deps);
    const server = await listen({ answer: serveFiles(siteFolder, env), fetch: app.fetch }, env.port);
    if (env.runsJobs) {
      stopTraders = runSimulatedTraders(deps);
      stopMatcher = runMatcher(deps);
      stopCopier = await runCopier(deps);
      await jobs.work(deps, handlers);
    }
    stopAlerts = watchAlerts(deps);
    return {
      async stop() {
        endStreams(deps);
        stopClock();
        stopAlerts();
        const works: readonly Stop[] = [
          { what: 'open requests', stop: () => closeHttp(server) },
          { what: 'the simulated traders', stop: stopTraders },
          { what: 'the matching of orders', stop: stopMatcher },
          { what: 'the copier', stop: stopCopier },
        ];
        await stopInTime([works, ...stops.map((each) => [each])]);
      },
    };
  } catch (error) {
    stopClock();
    await Promise.all([stopTraders(), stopMatcher(), stopCopier()]);
    await close();
    throw error;
  }
}
