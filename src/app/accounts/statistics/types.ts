import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type statistics from '#locales/en/statistics.json';
import type { AccountName } from '../stores/statistics.ts';

export type StatisticsStrings = typeof statistics;

export type StatisticsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: StatisticsStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<AccountName['program'], string>>;
};
