import { type Locale, locales } from '#i18n/locales.ts';
import { languageName } from '#lib/language-name.ts';
import { localizedName } from '#shared/core/localized.ts';
import type { ActionField } from './actions/action-field.tsx';
import type { OfficeTexts } from './texts.ts';

/** The label of a field for one language's text: `Title in French`. */
export function localizedLabel({ t, locale }: OfficeTexts, name: 'title' | 'text', each: Locale): string {
  const language = languageName(each, locale);
  return name === 'title' ? t('title_in', { language }) : t('text_in', { language });
}

/** One field per language, because all traders read the text in their own language. */
export function localizedFieldsOf(name: 'title' | 'text', texts: OfficeTexts): readonly ActionField[] {
  return locales.map((each) => ({
    name: localizedName(name, each),
    label: localizedLabel(texts, name, each),
    ...(name === 'title' && { line: 'text' }),
  }));
}
