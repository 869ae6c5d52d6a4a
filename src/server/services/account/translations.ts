import en from '../../../../public/locales/en/accounts.json' with { type: 'json' };
import fr from '../../../../public/locales/fr/accounts.json' with { type: 'json' };
import pt from '../../../../public/locales/pt/accounts.json' with { type: 'json' };
import type { Locale } from '../../../i18n/locales.ts';
import { createTranslate, type KeyOf, type Translate } from '../../../i18n/translate.ts';

const words: Readonly<Record<Locale, typeof en>> = { en, fr, pt };

/** The dashboard's words, for papers that say the same. */
export function getAccountTranslate(locale: Locale): Translate<KeyOf<typeof en>> {
  return createTranslate(words[locale], locale);
}
