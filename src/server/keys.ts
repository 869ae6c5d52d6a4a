import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keys } from './deps.ts';

function readOrMakeRoot(dataDir: string): Buffer {
  const folder = join(dataDir, 'keys');
  const path = join(folder, 'root.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // Whoever links first makes the key; a copy that starts at the same moment reads that one.
    linkSync(fresh, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
}

export function keysFrom(root: Buffer): Keys {
  return { derive: (purpose) => Buffer.from(hkdfSync('sha256', root, 'tidemark', purpose, 32)) };
}

/** From APP_SECRET where several copies share it, else from a key file that the first start makes in the data folder. */
export function openKeys(env: { appSecret: string | undefined; dataDir: string }): Keys {
  return keysFrom(env.appSecret ? Buffer.from(env.appSecret) : readOrMakeRoot(env.dataDir));
}
