import type { Locale } from '../../i18n/locales.ts';
import { languageName } from '../../lib/language-name.ts';
import type { OfficeTexts } from './texts.ts';

/** The label of a field for a text in one language: `Title in French`. */
export function localizedLabel({ t, locale }: OfficeTexts, name: 'title' | 'text', each: Locale): string {
  const language = languageName(each, locale);
  return name === 'title' ? t('title_in', { language }) : t('text_in', { language });
}
