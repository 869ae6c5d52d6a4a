import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { splitFrontMatter } from '#content/split-front-matter.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ConsentRecord } from '#server/core/database/columns.ts';
import { getTranslate } from '#server/core/translations.ts';
import { describeRenewal } from '#shared/orders/describe-renewal.ts';
import type { OrderQuote } from './quote.ts';

let termsVersion: string | undefined;

/** The version in the terms' front matter, which consents refer to. */
function getTermsVersion(): string {
  if (termsVersion !== undefined) return termsVersion;
  const text = readFileSync(resolve('content/legal/en/terms.md'), 'utf8');
  const version = /^version: "?([\w.-]+)"?$/m.exec(splitFrontMatter(text)?.head ?? '')?.[1];
  if (!version) throw new Error('content/legal/en/terms.md: the front matter has no version');
  termsVersion = version;
  return version;
}

type Consents = {
  readonly at: Date;
  readonly ip: string;
  readonly locale: Locale;
  readonly startNow: boolean;
  /** Null if the order starts no subscription. */
  readonly renewal: OrderQuote['renewal'];
};

/** Records of the buyer's consents: text, version, time and IP address. */
export function recordConsents({ at, ip, locale, startNow, renewal }: Consents): readonly ConsentRecord[] {
  const terms = { text: 'terms', version: getTermsVersion(), at: at.getTime(), ip };
  return [
    terms,
    ...(startNow ? [recordStartConsent(at, ip)] : []),
    ...(renewal === null ? [] : [{ ...terms, text: 'renewal', locale, shown: writeRenewal(renewal, locale) }]),
  ];
}

function writeRenewal(renewal: NonNullable<OrderQuote['renewal']>, locale: Locale): string {
  const { title, text, how, label } = describeRenewal(renewal, locale, getTranslate('checkout', locale));
  return [title, text, how, label].join('\n');
}

/** Consent to a start within the cancellation period, which acknowledges the effect on the right to cancel. */
export function recordStartConsent(at: Date, ip: string): ConsentRecord {
  return { text: 'start_now', version: getTermsVersion(), at: at.getTime(), ip };
}
