import { storageKeys } from '#shared/core/constants.ts';
import { readStored, removeStored } from './browser-storage.ts';

export function readStoredSession(): { readonly token: string | null; readonly expiry: string | null } {
  return { token: readStored(storageKeys.token), expiry: readStored(storageKeys.tokenExpiry) };
}

export function removeStoredSession(): void {
  removeStored(storageKeys.token, storageKeys.tokenExpiry, storageKeys.activityTime);
}
