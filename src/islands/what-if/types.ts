import type whatIf from '../../../public/locales/en/what-if.json';
import type { Locale } from '../../i18n/locales.ts';
import type { WhatIfProgramme } from '../../stores/what-if.ts';

/** Strings of the island; those around it belong to the page. */
export type WhatIfStrings = Omit<typeof whatIf, 'title' | 'lead' | 'noScript' | 'note'>;

export type WhatIfProps = {
  readonly locale: Locale;
  readonly strings: WhatIfStrings;
  readonly programmes: readonly WhatIfProgramme[];
};
