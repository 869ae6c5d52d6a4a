import { closeSync, existsSync, fsync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

/** A change: `undefined` removes the key. */
export type Change = readonly [collection: string, key: string, value: unknown];

export type Store = {
  get<Value>(collection: string, key: string): Value | undefined;
  list<Value>(collection: string): readonly (readonly [key: string, value: Value])[];
  /** All changes survive a crash once this returns, or none do. */
  write(...changes: readonly Change[]): void;
  /**
   * Like `write`, but doesn't wait for the disk: a crash of the process loses nothing, one of the machine what was noted
   * within the last moment and not followed by a `write`. For what would be learned or done again.
   */
  note(...changes: readonly Change[]): void;
  close(): void;
};

const closed = -1;
const minLinesToCompact = 5_000;

/**
 * What a bridge must remember, in a file of JSON lines that only grows until it is compacted. Each write is one line and is
 * synced, so that a crash, even of the machine, loses nothing that was promised; a line cut short is ignored.
 * @param waitForDisk replaced where the waits are counted
 */
export function openStore(path: string, waitForDisk: (file: number) => void = fsyncSync): Store {
  const collections = new Map<string, Map<string, unknown>>();
  let lines = 0;
  const apply = (changes: readonly Change[]) => {
    for (const [collection, key, value] of changes) {
      const values = collections.get(collection) ?? new Map<string, unknown>();
      collections.set(collection, values);
      if (value === undefined || value === null) values.delete(key);
      else values.set(key, value);
    }
  };
  for (const changes of readLines(path)) {
    apply(changes);
    lines += 1;
  }
  let file = openSync(path, 'a', 0o600);
  const live = () => [...collections.values()].reduce((sum, { size }) => sum + size, 0);

  function append(target: number, changes: readonly Change[]): void {
    // A new line first ends one that a crash cut short.
    writeSync(
      target,
      `\n${JSON.stringify(changes.map(([collection, key, value]) => [collection, key, value ?? null]))}\n`,
    );
  }

  function compact(): void {
    const all = [...collections].flatMap(([name, values]) =>
      [...values].map(([key, value]) => [name, key, value] as const),
    );
    const next = openSync(`${path}.new`, 'w', 0o600);
    for (let from = 0; from < all.length; from += 1_000) append(next, all.slice(from, from + 1_000));
    waitForDisk(next);
    closeSync(next);
    renameSync(`${path}.new`, path);
    closeSync(file);
    file = openSync(path, 'a', 0o600);
    lines = Math.ceil(all.length / 1_000);
  }

  let isSyncing = false;
  let isUnsynced = false;

  function syncSoon(): void {
    isUnsynced = true;
    if (isSyncing) return;
    isSyncing = true;
    isUnsynced = false;
    const synced = file;
    fsync(synced, (error) => {
      isSyncing = false;
      // What a compacted file had is synced in the one that has replaced it.
      if (error && synced === file) throw error;
      if (isUnsynced) syncSoon();
    });
  }

  function take(changes: readonly Change[]): void {
    apply(changes);
    lines += 1;
    if (lines > minLinesToCompact && lines > 2 * live()) compact();
  }

  return {
    get: <Value>(collection: string, key: string) => collections.get(collection)?.get(key) as Value | undefined,
    list: <Value>(collection: string) => [...(collections.get(collection) ?? [])] as [string, Value][],
    write(...changes) {
      if (changes.length === 0) return;
      append(file, changes);
      waitForDisk(file);
      isUnsynced = false;
      take(changes);
    },
    note(...changes) {
      if (changes.length === 0) return;
      append(file, changes);
      take(changes);
      syncSoon();
    },
    close() {
      waitForDisk(file);
      isUnsynced = false;
      closeSync(file);
      file = closed;
    },
  };
}

function readLines(path: string): readonly (readonly Change[])[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as readonly Change[]];
      } catch {
        return [];
      }
    });
}
