import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer, type Server } from '#server/create-server.ts';
import { seedDemo } from '#server/firm/seed.ts';

/** A data folder with all tables, or one after a first start, with the demo’s people. */
type Prepared = 'tables' | 'demo';

function runFolder(): string {
  const { E2E_FOLDER: folder } = process.env;
  if (!folder) throw new Error('E2E_FOLDER names no folder');
  return folder;
}

const pathOf = (prepared: Prepared) => join(runFolder(), prepared);

/** A new folder that is removed after the run. */
export function makeFolder(): string {
  return mkdtempSync(join(runFolder(), 'own-'));
}

async function withServer(dataDir: string, work: (server: Server) => Promise<void>): Promise<void> {
  const server = await createServer({
    env: parseEnv({ DATA_DIR: dataDir, DEMO: '1' }),
    catalog: getCatalog(),
    connection: await connectEmbedded({ dataDir }),
    log: pino({ level: 'warn' }),
    recurring: false,
  });
  await work(server);
  await server.close();
}

/**
 * Creates both folders once per run: a first start takes longer than many a test with its own server. All folders of
 * the run are removed when this process, the last of the run, exits.
 */
export async function prepareFolders(): Promise<void> {
  mkdirSync(runFolder());
  process.on('exit', () => rmSync(runFolder(), { recursive: true, force: true, maxRetries: 3 }));
  await withServer(pathOf('tables'), async () => undefined);
  copyPrepared('tables', pathOf('demo'));
  await withServer(pathOf('demo'), ({ deps }) => seedDemo(deps));
}

/** @returns the path of the copy, by default a new folder */
export function copyPrepared(prepared: Prepared, to = makeFolder()): string {
  cpSync(pathOf(prepared), to, { recursive: true });
  return to;
}
