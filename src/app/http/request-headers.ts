import { defaultLocale } from '#i18n/locales.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { readStored } from './browser-storage.ts';
import { readTraderView } from './trader-view.ts';

/**
 * Headers of every request: the language, and the bearer token of the session or, in a view of a trader's screens, of
 * the view.
 */
export function requestHeaders(): Record<string, string> {
  const token = readTraderView()?.token ?? readStored(storageKeys.token);
  return {
    'Accept-Language': globalThis.document?.documentElement.lang || defaultLocale,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}
