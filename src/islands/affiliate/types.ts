import type affiliate from '../../../public/locales/en/affiliate.json';
import type calls from '../../../public/locales/en/calls.json';
import type { Locale } from '../../i18n/locales.ts';
import type { KeyOf, Translate } from '../../i18n/translate.ts';

export type AffiliateStrings = typeof affiliate;

export type AffiliateProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: AffiliateStrings;
};

export type PartProps = {
  readonly strings: AffiliateStrings;
  readonly t: Translate<KeyOf<AffiliateStrings>>;
  readonly locale: Locale;
};
