import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { connectPostgres } from '../../src/server/core/database/connect.ts';
import { parseEnv } from '../../src/server/core/env.ts';
import { createServer } from '../../src/server/create-server.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';

export const bridgeSecret = 'shared by the bridge and the benchmark';

/** The site's code on a database, without its server. */
export async function openDatabase(url: string) {
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '1' });
  const connection = await connectPostgres(url);
  return createServer({ env, catalog: getCatalog(), connection, log: pino({ level: 'silent' }), recurring: false });
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/** A server that accepts deliveries from a bridge. */
export async function openCopy(databaseUrl: string, bridgeUrl = 'http://localhost:1'): Promise<TestServer> {
  const bridge = { PLATFORM_BRIDGE_URL: bridgeUrl, PLATFORM_BRIDGE_SECRET: bridgeSecret };
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-feed-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error', DEMO: '0', ...bridge };
  const copy = await startServer({ dataDir, env });
  onEnd(() => copy.stop());
  return copy;
}

export type Trader = { readonly token: string; readonly accountIds: readonly string[] };

/** Traders' accounts without simulated trades or orders that wait, so that the site does nothing but what is measured. */
export async function openTraders(database: Database, traders: number, accountsEach: number): Promise<Trader[]> {
  const opened: Trader[] = [];
  for (let trader = 0; trader < traders; trader += 1) {
    const { personId, token } = await signInPerson(database);
    const accountIds: string[] = [];
    for (let index = 0; index < accountsEach; index += 1) accountIds.push(await buyAccount(database, personId));
    opened.push({ token, accountIds });
  }
  const { deps } = database;
  await deps.db.deleteFrom('simulated_trader').execute();
  await deps.db.updateTable('orders').set({ status: 'fulfilled', fulfilled_at: deps.clock() }).execute();
  await deps.db.updateTable('trading_account').set({ simulated: false }).execute();
  return opened;
}
