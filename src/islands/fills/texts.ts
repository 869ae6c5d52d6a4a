import type calls from '../../../public/locales/en/calls.json';
import type fills from '../../../public/locales/en/fills.json';
import type { Locale } from '../../i18n/locales.ts';
import type { AccountName } from '../../stores/statistics.ts';
import { createTexts } from '../app-shell/create-texts.tsx';

type FillsStrings = typeof fills;

export type FillsProps = {
  readonly locale: Locale;
  readonly calls: typeof calls;
  readonly strings: FillsStrings;
  /** Programme → display name. */
  readonly programmeNames: Readonly<Record<AccountName['programme'], string>>;
};

export const { TextsProvider, useTexts } = createTexts<FillsStrings>();
