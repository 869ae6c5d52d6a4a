import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCatalog } from '#content/catalog.ts';
import { hashCatalog, readSiteHash } from '#content/catalog-hash.ts';
import { findUncheckedLaw } from '#content/consumer-rights.ts';
import { getRendered, renderedNames } from '#content/rendered-content.ts';
import { findOpenObligation, findUncheckedObligations } from '#content/seller-obligations.ts';
import { defaultLocale, locales } from '#i18n/locales.ts';
import { runSimulatedTraders } from '#server/accounts/simulator/run-simulated-traders.ts';
import { createApp } from '#server/app.ts';
import { runCopier } from '#server/copier/run-copier.ts';
import { findExcessiveRole } from '#server/core/database/check-role.ts';
import { openDatabase } from '#server/core/database/open-database.ts';
import type { Env } from '#server/core/env.ts';
import { findCalendarWarning } from '#server/core/health/calendar-warning.ts';
import { watchReadiness } from '#server/core/health/check-ready.ts';
import { createHostCheck } from '#server/core/http/own-host.ts';
import { serveFiles } from '#server/core/http/serve-files.ts';
import { endStreams } from '#server/core/http/streams.ts';
import { loadLibraries } from '#server/core/libraries.ts';
import { createLog } from '#server/core/log.ts';
import { createServer } from '#server/create-server.ts';
import { handlers } from '#server/firm/jobs.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { listen, StartError } from '#server/listen.ts';
import { watchAlerts } from '#server/monitoring/alerts/watch.ts';
import { listCountries } from '#server/people/profile/list-countries.ts';
import { type Stop, stopInTime } from '#server/stop-in-time.ts';
import { runMatcher } from '#server/trading/index.ts';

const siteFolder = resolve('dist');

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
  const { upToCents, sentWithinMinutes } = catalog.payoutsByRule;
  if (env.production && env.payoutRail === undefined && upToCents > 0 && sentWithinMinutes > 0)
    throw new StartError(
      'content/catalog/payouts.yaml: byRule promises payouts within minutes, which needs an instant rail: set PAYOUT_RAIL_URL and PAYOUT_RAIL_SECRET, or sentWithinMinutes to 0, and build the site again.',
    );
  const log = createLog(env);
  const connection = await openDatabase(env);
  const { deps, jobs, stops, close } = await createServer({ env, catalog, connection, log }).catch(async (error) => {
    await connection.close();
    throw error;
  });
  let stopReadiness: () => void = () => undefined;
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
    const sold = listCountries(catalog, defaultLocale).map(({ code }) => code);
    const unchecked = [findUncheckedObligations(catalog), ...findUncheckedLaw(catalog.consumerRights, sold)];
    for (const warning of [findCalendarWarning(deps.clock()), ...(env.production ? unchecked : [])])
      if (warning !== null) log.warn(warning);
    await warmUp();
    let isStopping = false;
    const app = createApp(deps, { siteFolder, isStopping: () => isStopping });
    stopReadiness = await watchReadiness(deps);
    const isOwnHost = createHostCheck(env.production ? [env.origin, catalog.site.url] : []);
    const server = await listen({ answer: serveFiles(siteFolder, env), fetch: app.fetch, isOwnHost, port: env.port });
    if (env.runsJobs) {
      stopTraders = runSimulatedTraders(deps);
      stopMatcher = runMatcher(deps);
      stopCopier = await runCopier(deps);
      await jobs.work(deps, handlers);
    }
    stopAlerts = watchAlerts(deps);
    return {
      async stop() {
        isStopping = true;
        if (env.trustProxy) await server.drain();
        endStreams(deps);
        stopReadiness();
        stopAlerts();
        const works: readonly Stop[] = [
          { what: 'open requests', stop: () => server.close(() => endStreams(deps)) },
          { what: 'the simulated traders', stop: stopTraders },
          { what: 'the matching of orders', stop: stopMatcher },
          { what: 'the copier', stop: stopCopier },
        ];
        await stopInTime([works, ...stops.map((each) => [each])]);
      },
    };
  } catch (error) {
    stopReadiness();
    await Promise.all([stopTraders(), stopMatcher(), stopCopier()]);
    await close();
    throw error;
  }
}

/** Does before the server listens what would otherwise hold up all requests when the first one needs it. */
async function warmUp(): Promise<void> {
  await loadLibraries();
  for (const name of renderedNames) {
    for (const locale of locales) await getRendered(name, locale);
  }
}
