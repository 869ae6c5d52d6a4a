import { sql } from 'kysely';
import { pino } from 'pino';
import { readCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import { connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { carryOutClosure } from '#server/firm/closure/carry-out.ts';
import { handlers } from '#server/firm/jobs.ts';
import { resumeRemedies } from '#server/status/remedies/run.ts';
import { type Death, dieAtCommit } from './die-at-commit.ts';

const works = { closure: carryOutClosure, remedies: resumeRemedies };

/** The process's command-line argument, as JSON. */
export type WorkRun = {
  readonly work: keyof typeof works;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly at: number;
  /** The process dies at the commit of the first transaction with a matching statement. */
  readonly dieAt?: Death | undefined;
};

const run = JSON.parse(process.argv[2] ?? '') as WorkRun;
if (run.dieAt) dieAtCommit(run.dieAt);
const { deps, jobs, close } = await createServer({
  env: parseEnv({ DATA_DIR: run.dataDir, LOG_LEVEL: 'silent', DEMO: '1' }),
  catalog: readCatalog(),
  connection: await connectPostgres(run.databaseUrl, { maxConnections: 4 }),
  clock: () => new Date(run.at),
  log: pino({ level: 'silent' }),
  recurring: false,
});

// Webhooks of the sandbox arrive at this process.
const post: typeof fetch = async (input, init) => createApp(deps).request(new URL(String(input)).pathname, init);
Object.assign(deps, { payments: await createPayments(deps, post) });

/** Twice: once everything is done, repeating it changes nothing. Jobs run as they do once those of a dead server have expired. */
for (const _ of [1, 2]) {
  await works[run.work](deps);
  await sql`update jobs.job set state = 'retry' where state = 'active'`.execute(deps.db);
  await sql`update jobs.job set start_after = now() where state in ('created', 'retry')`.execute(deps.db);
  const { errors } = await jobs.drain(deps, handlers);
  if (errors.length > 0) throw errors[0];
}
await close();
