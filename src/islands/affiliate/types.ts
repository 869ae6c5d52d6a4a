import type affiliate from '../../../public/locales/en/affiliate.json';
import type calls from '../../../public/locales/en/calls.json';
import type { Locale } from '../../i18n/locales.ts';

export type AffiliateStrings = typeof affiliate;

export type AffiliateProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: AffiliateStrings;
};
