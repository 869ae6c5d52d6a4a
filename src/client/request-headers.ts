import { storageKeys } from '../contract/constants.ts';
import { defaultLocale } from '../i18n/locales.ts';
import { readStored } from './browser-storage.ts';

/** Headers of every request: authentication and language. */
export function requestHeaders(): Record<string, string> {
  const token = readStored(storageKeys.token);
  return {
    'Accept-Language': globalThis.document?.documentElement.lang || defaultLocale,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}
