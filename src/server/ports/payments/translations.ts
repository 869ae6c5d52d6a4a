import en from '../../../../public/locales/en/payment.json' with { type: 'json' };
import fr from '../../../../public/locales/fr/payment.json' with { type: 'json' };
import pt from '../../../../public/locales/pt/payment.json' with { type: 'json' };
import { defaultLocale, isLocale, type Locale } from '../../../i18n/locales.ts';
import { createTranslate, type KeyOf, type Translate } from '../../../i18n/translate.ts';

const words: Readonly<Record<Locale, typeof en>> = { en, fr, pt };

export type PaymentTranslate = Translate<KeyOf<typeof en>>;

/** The words of bills and of the sandbox's page, in an order's language. */
export function getPaymentTranslate(orderLocale: string): { locale: Locale; t: PaymentTranslate } {
  const locale = isLocale(orderLocale) ? orderLocale : defaultLocale;
  return { locale, t: createTranslate(words[locale], locale) };
}
