import { storageKeys } from '../contract/constants.ts';
import { defaultLocale } from '../i18n/locales.ts';
import { readStored } from './browser-storage.ts';

/** The headers every request carries: who asks, and in which language to answer. */
export function requestHeaders(): Record<string, string> {
  const token = readStored(storageKeys.token);
  return {
    'Accept-Language': globalThis.document?.documentElement.lang || defaultLocale,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}
