import { storageKeys } from '../contract/constants.ts';
import { defaultLocale } from '../i18n/locales.ts';
import { readStored } from './browser-storage.ts';
import { readTraderView } from './trader-view.ts';

/** Headers of every request: authentication, in a view of a trader's screens by the view's token, and language. */
export function requestHeaders(): Record<string, string> {
  const token = readTraderView()?.token ?? readStored(storageKeys.token);
  return {
    'Accept-Language': globalThis.document?.documentElement.lang || defaultLocale,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}
