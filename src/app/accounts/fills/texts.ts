import { createTexts } from '#app/shell/create-texts.tsx';
import type { Locale } from '#i18n/locales.ts';
import type calls from '#locales/en/calls.json';
import type fills from '#locales/en/fills.json';
import type { AccountName } from '../stores/statistics.ts';

type FillsStrings = typeof fills;

export type FillsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: FillsStrings;
  /** Program → display name. */
  readonly programNames: Readonly<Record<AccountName['program'], string>>;
};

export const { TextsProvider, useTexts } = createTexts<FillsStrings>();
