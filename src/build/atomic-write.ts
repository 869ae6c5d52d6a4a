import { renameSync, writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

/** Where compressed copies are kept from build to build, named by what they pack. */
export const packedCopies = 'node_modules/.cache/compressed';

/** Writes a file that later builds trust: it is there whole or not at all, however this build ends. */
export function writeFileAtomically(path: string, bytes: Uint8Array): void {
  const draft = `${path}.${process.pid}-${threadId}`;
  writeFileSync(draft, bytes);
  renameSync(draft, path);
}
