import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type features from '#locales/en/features.json';

export type FeatureStrings = Omit<typeof features, 'title' | 'description' | 'headline' | 'lead' | 'noScript'>;

export type FeaturesProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: FeatureStrings;
};
