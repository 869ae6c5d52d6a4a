import { findLocaleSettings } from './locale-registry.ts';

/** The BCP 47 tag for `Intl`: our Portuguese is Portugal's, unlike plain `pt`. */
export function formatLocale(locale: string): string {
  return findLocaleSettings(locale)?.tag ?? locale;
}
