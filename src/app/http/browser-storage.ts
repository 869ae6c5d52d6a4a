import type { storageKeys } from '#shared/core/constants.ts';

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

/**
 * Where storage is blocked, values live in the tab's own history entry: other sites can't read it, and it ends with the
 * tab.
 */
type TabState = { readonly tabStorage?: Readonly<Record<string, string>> } | null;

function writeTabStorage(values: Readonly<Record<string, string>>): void {
  memory = values;
  globalThis.history?.replaceState({ ...globalThis.history.state, tabStorage: values }, '');
}

/** Fallback when storage is full, forbidden or absent. */
let memory: Readonly<Record<string, string>> = (globalThis.history?.state as TabState)?.tabStorage ?? {};

/** Whether this browser refuses to store anything. The session then lasts only as long as the tab. */
export function isStorageBlocked(): boolean {
  try {
    return globalThis.localStorage === null;
  } catch {
    return true;
  }
}

export function readStored(key: StorageKey): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return memory[key] ?? null;
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
  } catch {
    writeTabStorage({ ...memory, [key]: value });
  }
}

export function removeStored(...keys: StorageKey[]): void {
  try {
    for (const key of keys) globalThis.localStorage.removeItem(key);
  } catch {
    writeTabStorage(Object.fromEntries(Object.entries(memory).filter(([key]) => !keys.some((each) => each === key))));
  }
}
