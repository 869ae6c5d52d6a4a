import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { getTranslate } from '../translations.ts';

/** What a template writes with: the reader's words, absolute links, money and moments in their language. */
export type MailContext = {
  readonly locale: Locale;
  readonly t: Translate;
  readonly brand: string;
  readonly supportEmail: string;
  url(path: string): string;
  money(amountCents: number): string;
  moment(at: number): string;
};

const regions = { en: 'en-US', fr: 'fr-FR', pt: 'pt-PT' } as const satisfies Record<Locale, string>;

export function createMailContext(
  locale: Locale,
  firm: { brand: string; supportEmail: string; origin: string },
): MailContext {
  const money = new Intl.NumberFormat(regions[locale], { style: 'currency', currency: 'USD' });
  const moment = new Intl.DateTimeFormat(regions[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/Chicago',
  });
  const translate = getTranslate('mail', locale);
  return {
    locale,
    t: (key, values = {}) => translate(key, { brand: firm.brand, support: firm.supportEmail, ...values }),
    brand: firm.brand,
    supportEmail: firm.supportEmail,
    url: (path) => `${firm.origin}${path}`,
    money: (amountCents) => money.format(amountCents / 100).replace('-', '\u2212'),
    moment: (at) => `${moment.format(at)} (Chicago)`,
  };
}
