import { renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** The cache of compressed copies across builds, named by the hash of their content. */
export const packedCopies = 'node_modules/.cache/compressed';

/** Writes a file that later builds reuse. It is either complete or absent, even if this build is killed. */
export function writeFileAtomically(path: string, bytes: Uint8Array): void {
  const temporaryPath = `${path}.${process.pid}-${threadId}`;
  writeFileSync(temporaryPath, bytes);
  renameSync(temporaryPath, path);
}
