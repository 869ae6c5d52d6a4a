import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class FolderLockedError extends Error {}

/** A pid alone isn't enough: after a container or machine restart another process may have it. */
function startMark(pid: number): string {
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
  const stat = readIfThere(`/proc/${pid}/stat`) ?? '';
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

function holderLives(content: string): boolean {
  const [pidText = '', mark = ''] = content.split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return false;
  return mark === '' || startMark(pid) === mark;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Removes a dead holder's lock unless another process was faster and owns the file by now. */
function removeStale(path: string, seen: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== seen) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process holds it now; the next round reads whose it is.
    }
  }
  rmSync(aside, { force: true });
}

/** Locks a folder for this process: two processes on one embedded database would corrupt it. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'server.lock');
  const fresh = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const content = `${process.pid}\n${startMark(process.pid)}\n`;
  writeFileSync(fresh, content, { mode: 0o600 });
  try {
    for (let round = 0; round < 5; round += 1) {
      try {
        // A hard link appears atomically, so nobody reads a half-written lock.
        linkSync(fresh, path);
        return () => {
          if (readIfThere(path) === content) rmSync(path, { force: true });
        };
      } catch {
        const seen = readIfThere(path);
        if (seen === undefined) continue;
        if (holderLives(seen)) {
          const pid = seen.split('\n')[0];
          throw new FolderLockedError(
            `DATA_DIR ${folder} is in use by process ${pid}: stop that process or choose another folder.`,
          );
        }
        removeStale(path, seen);
      }
    }
  } finally {
    rmSync(fresh, { force: true });
  }
  throw new FolderLockedError(`could not lock DATA_DIR ${folder}: ${path} is not writable.`);
}
