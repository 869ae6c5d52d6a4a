import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { remember } from '#lib/remember.ts';
import type { Connection } from './database/connect.ts';
import { readOrStoreRootKey } from './database/root-key.ts';
import type { Keys } from './encryption.ts';

const rootBytes = 32;
const keyIdLength = 8;
/** More than there are purposes. */
const maxDerived = 100;

const keyPath = (dataDir: string) => join(dataDir, 'keys', 'root.key');

function readOrCreateFile(dataDir: string, proposal: string): string {
  const path = keyPath(dataDir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.${process.pid}`;
  writeFileSync(temporaryPath, proposal, { mode: 0o600 });
  try {
    // The first process to link the file creates the key; concurrent processes read it.
    linkSync(temporaryPath, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}

type KeyLocation = { readonly appSecret: string | undefined; readonly dataDir: string };

/** The generated key of this installation. The first call stores its proposal. */
export async function readOrStoreKey(env: KeyLocation, connection: Connection, proposal: string): Promise<string> {
  // Servers share only the database: separate key files couldn't decrypt each other's data.
  return connection.kind === 'postgres'
    ? readOrStoreRootKey(connection.db, proposal)
    : readOrCreateFile(env.dataDir, proposal);
}

/** The generated key if it is stored in a file, so that a backup must include it besides the tables. */
export function findKeyFile(env: KeyLocation, connection: Connection): string | undefined {
  if (env.appSecret || connection.kind === 'postgres') return undefined;
  const path = keyPath(env.dataDir);
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

async function readRoot(env: KeyLocation, connection: Connection): Promise<Buffer> {
  if (env.appSecret) return Buffer.from(env.appSecret);
  const text = await readOrStoreKey(env, connection, randomBytes(rootBytes).toString('base64url'));
  return Buffer.from(text, 'base64url');
}

/** Opens the keys from APP_SECRET, or from a key generated on first start and stored in a file or the database. */
export async function openKeys(env: KeyLocation, connection: Connection): Promise<Keys> {
  const root = await readRoot(env, connection);
  const derived = new Map<string, Buffer>();
  const derive = (purpose: string) =>
    remember(derived, purpose, maxDerived, () => Buffer.from(hkdfSync('sha256', root, 'tidemark', purpose, rootBytes)));
  return { id: derive('key-id').toString('base64url').slice(0, keyIdLength), derive };
}
