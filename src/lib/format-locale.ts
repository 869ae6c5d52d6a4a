import { findLocaleSettings } from './locale-registry.ts';

/** The tag for `Intl`: our Portuguese is Portugal's, which plain `pt` is not. */
export function formatLocale(locale: string): string {
  return findLocaleSettings(locale)?.tag ?? locale;
}
