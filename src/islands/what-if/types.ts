import type tryout from '../../../public/locales/en/what-if.json';
import type { Locale } from '../../i18n/locales.ts';
import type { createTranslate } from '../../i18n/translate.ts';
import type { TryoutProgramme } from '../../stores/what-if.ts';

/** The words within the island; those around it are the page's. */
export type TryoutStrings = Omit<typeof tryout, 'title' | 'lead' | 'noScript' | 'note'>;

export type TryoutProps = {
  readonly locale: Locale;
  readonly strings: TryoutStrings;
  readonly programmes: readonly TryoutProgramme[];
};

export type Say = ReturnType<typeof createTranslate<TryoutStrings>>;
