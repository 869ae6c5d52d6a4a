import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { createServer, type Server } from '../../src/server/create-server.ts';
import { connectEmbedded } from '../../src/server/db/connect.ts';
import { parseEnv } from '../../src/server/env.ts';
import { seedDemo } from '../../src/server/seed/demo.ts';

/** A data folder with all tables, or one after a first start, with the demo’s people. */
type Prepared = 'tables' | 'demo';

function pathOf(prepared: Prepared): string {
  const { E2E_PREPARED: folder } = process.env;
  if (!folder) throw new Error('E2E_PREPARED names no folder');
  return join(folder, prepared);
}

async function withServer(dataDir: string, work: (server: Server) => Promise<void>): Promise<void> {
  const { deps, jobs, close } = await createServer({
    env: parseEnv({ DATA_DIR: dataDir, DEMO: '1' }),
    catalog: getCatalog(),
    connection: await connectEmbedded({ dataDir }),
    log: pino({ level: 'warn' }),
    recurring: false,
  });
  await work({ deps, jobs, close });
  await close();
}

/** Creates both folders once per run: a first start takes longer than many a test with its own server. */
export async function prepareFolders(): Promise<void> {
  await withServer(pathOf('tables'), async () => undefined);
  copyPrepared('tables', pathOf('demo'));
  await withServer(pathOf('demo'), ({ deps }) => seedDemo(deps));
}

/** @returns the path of the copy, by default a new folder */
export function copyPrepared(prepared: Prepared, to = mkdtempSync(join(tmpdir(), 'tidemark-e2e-own-'))): string {
  cpSync(pathOf(prepared), to, { recursive: true });
  return to;
}
