import { findLocaleSettings } from './locale-registry.ts';

/** The BCP 47 tag for `Intl`. Our `pt` is European Portuguese, unlike plain `pt` in `Intl`. */
export function formatLocale(locale: string): string {
  return findLocaleSettings(locale)?.tag ?? locale;
}
