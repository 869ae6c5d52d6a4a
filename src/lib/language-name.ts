import { formatLocale } from './format-locale.ts';

/** A language's name in another: `('fr', 'pt')` → `francês`. @param code BCP 47 */
export function languageName(code: string, locale: string): string {
  return new Intl.DisplayNames(formatLocale(locale), { type: 'language' }).of(code) ?? code;
}
