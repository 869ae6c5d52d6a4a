import type calls from '../../../public/locales/en/calls.json';
import type features from '../../../public/locales/en/features.json';
import type { Locale } from '../../i18n/locales.ts';

export type FeatureStrings = Omit<typeof features, 'title' | 'description' | 'headline' | 'lead' | 'noScript'>;

export type FeaturesProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: FeatureStrings;
};
