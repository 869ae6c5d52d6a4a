import type { Locale } from '#i18n/locales.ts';
import type { ConsentRecord } from '#server/core/consent-record.ts';
import { findTextInForce } from '#server/core/text-in-force.ts';
import { getTranslate } from '#server/core/translations.ts';
import { describeRenewal } from '#shared/orders/describe-renewal.ts';
import type { OrderQuote } from './quote.ts';

const getTermsVersion = (at: Date): string => findTextInForce('legal/en/terms', at).version;

type Consents = {
  readonly at: Date;
  readonly ip: string;
  readonly locale: Locale;
  readonly startNow: boolean;
  /** Whether the buyer expressly chose the language of the page over the one that the contract came in first. */
  readonly choosesLanguage: boolean;
  /** Null if the order starts no subscription. */
  readonly renewal: OrderQuote['renewal'];
};

/** Records of the buyer's consents: text, version, time and IP address. */
export function recordConsents({
  at,
  ip,
  locale,
  startNow,
  choosesLanguage,
  renewal,
}: Consents): readonly ConsentRecord[] {
  const terms = { text: 'terms', version: getTermsVersion(at), at: at.getTime(), ip };
  return [
    terms,
    ...(startNow ? [recordStartConsent(at, ip)] : []),
    ...(choosesLanguage ? [{ ...terms, text: 'contract_language', locale, shown: writeLanguageChoice(locale) }] : []),
    ...(renewal === null ? [] : [{ ...terms, text: 'renewal', locale, shown: writeRenewal(renewal, locale) }]),
  ];
}

function writeRenewal(renewal: NonNullable<OrderQuote['renewal']>, locale: Locale): string {
  const { title, text, how, label } = describeRenewal(renewal, locale, getTranslate('checkout', locale));
  return [title, text, how, label].join('\n');
}

function writeLanguageChoice(locale: Locale): string {
  const t = getTranslate('checkout', locale);
  return [t('contract_title'), t('contract_label')].join('\n');
}

/** Consent to a start within the cancellation period, which acknowledges the effect on the right to cancel. */
export function recordStartConsent(at: Date, ip: string): ConsentRecord {
  return { text: 'start_now', version: getTermsVersion(at), at: at.getTime(), ip };
}
