import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from './db/connect.ts';
import { readOrStoreRootKey } from './db/root-key.ts';
import type { Keys } from './deps.ts';

const rootBytes = 32;

function readOrMakeFile(dataDir: string): string {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'root.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, randomBytes(rootBytes).toString('base64url'), { mode: 0o600 });
  try {
    // The first process to link creates the key; one that starts at the same time reads it.
    linkSync(fresh, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

async function readRoot(
  env: { appSecret: string | undefined; dataDir: string },
  connection: Connection,
): Promise<Buffer> {
  if (env.appSecret) return Buffer.from(env.appSecret);
  // Servers share only the database: separate key files couldn't decrypt each other's data.
  const text =
    connection.kind === 'postgres'
      ? await readOrStoreRootKey(connection.db, randomBytes(rootBytes).toString('base64url'))
      : readOrMakeFile(env.dataDir);
  return Buffer.from(text, 'base64url');
}

/** Opens the keys from APP_SECRET or from a key generated at first start, stored next to or in the database. */
export async function openKeys(
  env: { appSecret: string | undefined; dataDir: string },
  connection: Connection,
): Promise<Keys> {
  const root = await readRoot(env, connection);
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', root, 'tidemark', purpose, rootBytes)) };
}
