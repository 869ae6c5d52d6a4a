import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type payouts from '#locales/en/payouts.json';
import type { PayoutRoute } from '#routes.ts';
import type { PayoutAccount } from './stores/payouts.ts';

export type PayoutStrings = typeof payouts;

export type PayoutsProps = {
  readonly screen: PayoutRoute;
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: PayoutStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<PayoutAccount['program'], string>>;
};

export type PartProps = {
  readonly programNames: PayoutsProps['programNames'];
};
