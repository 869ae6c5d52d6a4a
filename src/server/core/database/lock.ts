import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class FolderLockedError extends Error {}

/** Identifies a process beyond its pid, which another process may have after a restart of the container or machine. */
function readStartId(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    return '';
  }
}

/** Killed but not yet reaped by its parent; it no longer holds anything. */
function isZombie(pid: number): boolean {
  const stat = readIfExists(`/proc/${pid}/stat`) ?? '';
  return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function isHolderAlive(content: string): boolean {
  const [pidText = '', startId = ''] = content.split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  return startId === '' || readStartId(pid) === startId;
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Removes a dead holder's lock unless another process has taken over the file since. */
function removeStale(path: string, staleContent: string): void {
  const stalePath = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, stalePath);
  } catch {
    return;
  }
  if (readIfExists(stalePath) !== staleContent) {
    try {
      linkSync(stalePath, path);
    } catch {
      // A third process has the lock now; the next attempt reads its pid.
    }
  }
  rmSync(stalePath, { force: true });
}

/**
 * Locks a folder for this process: two processes on one embedded database would corrupt it.
 * @returns a function that unlocks it
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'server.lock');
  const temporaryPath = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const content = `${process.pid}\n${readStartId(process.pid)}\n`;
  writeFileSync(temporaryPath, content, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      try {
        // A hard link appears atomically, so nobody reads a half-written lock.
        linkSync(temporaryPath, path);
        return () => {
          if (readIfExists(path) === content) rmSync(path, { force: true });
        };
      } catch {
        const staleContent = readIfExists(path);
        if (staleContent === undefined) continue;
        if (isHolderAlive(staleContent)) {
          const pid = staleContent.split('\n')[0];
          throw new FolderLockedError(
            `DATA_DIR ${folder} is in use by process ${pid}: stop that process or choose another folder.`,
          );
        }
        removeStale(path, staleContent);
      }
    }
  } finally {
    rmSync(temporaryPath, { force: true });
  }
  throw new FolderLockedError(`could not lock DATA_DIR ${folder}: ${path} is not writable.`);
}
