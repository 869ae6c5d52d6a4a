import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const place = '/dev/shm';
/** Several times what the tests' databases and browser profiles take. */
const neededBytes = 6 * 2 ** 30;

function hasRoom() {
  const { bavail, bsize } = statfsSync(place);
  return Math.min(bavail * bsize, freemem()) >= neededBytes;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the folders in `parent` whose process was killed before it could. Running processes' and other people's stay. */
export function removeAbandonedFolders(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^tidemark-(\d+)-/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    // Another person's can't be removed, which is no reason not to run the tests.
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {}
  }
}

let folder;

/**
 * The temporary folder of this process's tests, in memory and removed when this process exits. Tests create and remove
 * many small files, mostly of databases; on a disk, that takes a sixth of the time of tests on PostgreSQL.
 * @returns undefined if TMPDIR names another folder, or the system has no such place or is short of memory
 */
export function ensureMemoryFolder() {
  if (folder || process.env.TMPDIR || process.platform !== 'linux' || !existsSync(place)) return folder;
  removeAbandonedFolders(place);
  if (!hasRoom()) return undefined;
  folder = mkdtempSync(join(place, `tidemark-${process.pid}-`));
  // PostgreSQL doesn't run as root, and must reach its own folder in this one.
  chmodSync(folder, 0o755);
  process.once('exit', () => {
    // A program that is still ending may write once more; then some files stay.
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {}
  });
  return folder;
}
