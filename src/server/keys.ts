import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection } from './db/connect.ts';
import { readOrStoreRootKey } from './db/root-key.ts';
import type { Keys } from './deps.ts';

const rootBytes = 32;
const keyIdLength = 8;

const keyPath = (dataDir: string) => join(dataDir, 'keys', 'root.key');

function readOrMakeFile(dataDir: string, proposal: string): string {
  const path = keyPath(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, proposal, { mode: 0o600 });
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

type KeyPlace = { readonly appSecret: string | undefined; readonly dataDir: string };

/** The generated key of this installation; the proposal becomes it where there is none yet. */
export async function readOrStoreKey(env: KeyPlace, connection: Connection, proposal: string): Promise<string> {
  // Servers share only the database: separate key files couldn't decrypt each other's data.
  return connection.kind === 'postgres'
    ? readOrStoreRootKey(connection.db, proposal)
    : readOrMakeFile(env.dataDir, proposal);
}

/** The generated key, if there is one outside the tables: what a backup has to carry besides them. */
export function findKeyFile(env: KeyPlace, connection: Connection): string | undefined {
  if (env.appSecret || connection.kind === 'postgres') return undefined;
  const path = keyPath(env.dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

async function readRoot(env: KeyPlace, connection: Connection): Promise<Buffer> {
  if (env.appSecret) return Buffer.from(env.appSecret);
  const text = await readOrStoreKey(env, connection, randomBytes(rootBytes).toString('base64url'));
  return Buffer.from(text, 'base64url');
}

/** Opens the keys from APP_SECRET or from a key generated at first start, stored next to or in the database. */
export async function openKeys(env: KeyPlace, connection: Connection): Promise<Keys> {
  const root = await readRoot(env, connection);
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, 'tidemark', purpose, rootBytes));
  return { id: derive('key-id').toString('base64url').slice(0, keyIdLength), derive };
}
