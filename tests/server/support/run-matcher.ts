import { pino } from 'pino';
import { readCatalog } from '../../../src/content/catalog.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../../../src/server/db/connect.ts';
import { parseEnv } from '../../../src/server/env.ts';
import { matchOpenAccounts } from '../../../src/server/services/trading/match.ts';
import { type Death, dieAtCommit } from './die-at-commit.ts';

/** The process's command-line argument, as JSON. */
export type MatcherRun = {
  readonly dataDir: string;
  readonly appSecret: string;
  readonly databaseUrl?: string | undefined;
  /** The server's clock runs from one time to the other, frame by frame. */
  readonly from: number;
  readonly until: number;
  readonly dieAt?: Death | undefined;
};

const run = JSON.parse(process.argv[2] ?? '') as MatcherRun;
if (run.dieAt) dieAtCommit(run.dieAt);
let now = run.from;
const connection = await (run.databaseUrl
  ? connectPostgres(run.databaseUrl)
  : connectEmbedded({ dataDir: run.dataDir }));
const server = await createServer({
  env: parseEnv({ DATA_DIR: run.dataDir, LOG_LEVEL: 'silent', DEMO: '1', APP_SECRET: run.appSecret }),
  catalog: readCatalog(),
  connection,
  clock: () => new Date(now),
  log: pino({ level: 'silent' }),
  recurring: false,
});
for (; now <= run.until; now += 250) await matchOpenAccounts(server.deps);
await server.close();
