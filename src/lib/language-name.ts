import { formatLocale } from './format-locale.ts';

/** The name of a language in another language: `('fr', 'pt')` → `francês`. @param code BCP 47 */
export function languageName(code: string, locale: string): string {
  return new Intl.DisplayNames(formatLocale(locale), { type: 'language' }).of(code) ?? code;
}
