import type { Locale } from '#i18n/locales.ts';
import type affiliate from '#locales/en/affiliate.json';
import type calls from '#locales/en/calls.json';

export type AffiliateStrings = typeof affiliate;

export type AffiliateProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: AffiliateStrings;
};
