import { pino } from 'pino';
import { readCatalog } from '../../../src/content/catalog.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../../../src/server/db/connect.ts';
import { parseEnv } from '../../../src/server/env.ts';
import { runDueCopies } from '../../../src/server/services/copier/run-copier.ts';
import { cancelTradingOrderFor } from '../../../src/server/services/trading/cancel.ts';
import { changeTradingOrderFor } from '../../../src/server/services/trading/change.ts';
import { matchOpenAccounts } from '../../../src/server/services/trading/match.ts';
import { placeTradingOrderFor } from '../../../src/server/services/trading/place.ts';
import { type Death, dieAtCommit } from './die-at-commit.ts';

/** What the leader does first. */
export type LeaderAction =
  | { readonly place: Omit<Parameters<typeof placeTradingOrderFor>[2], 'account' | 'dataAt'> }
  | { readonly change: { readonly orderId: string; readonly quantity: number; readonly priceTicks: number } }
  | { readonly cancel: string };

/** The process's command-line argument, as JSON. */
export type CopierRun = {
  readonly dataDir: string;
  readonly appSecret: string;
  readonly databaseUrl?: string | undefined;
  readonly personId: string;
  readonly leaderId: string;
  readonly action?: LeaderAction | undefined;
  /** The server's clock runs from one time to the other, frame by frame. */
  readonly from: number;
  readonly until: number;
  readonly dieAt?: Death | undefined;
};

const run = JSON.parse(process.argv[2] ?? '') as CopierRun;
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
const { deps } = server;
const { personId, action } = run;
const own = { account: run.leaderId, dataAt: now };
if (action && 'place' in action) await placeTradingOrderFor(deps, personId, { ...action.place, ...own });
if (action && 'change' in action) await changeTradingOrderFor(deps, personId, { ...action.change, ...own });
if (action && 'cancel' in action) await cancelTradingOrderFor(deps, personId, { orderId: action.cancel, ...own });
for (; now <= run.until; now += 250) {
  await matchOpenAccounts(deps);
  await runDueCopies(deps);
}
await server.close();
