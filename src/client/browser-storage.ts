import type { storageKeys } from '../contract/constants.ts';

/** Fallback when storage is full, forbidden or absent; lasts as long as the page. */
const memory = new Map<string, string>();

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys];

export function readStored(key: StorageKey): string | null {
  try {
    return globalThis.localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeStored(key: StorageKey, value: string): void {
  try {
    globalThis.localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

export function removeStored(...keys: StorageKey[]): void {
  for (const key of keys) {
    memory.delete(key);
    try {
      globalThis.localStorage.removeItem(key);
    } catch {
      // Nothing was stored, so there is nothing to remove.
    }
  }
}
