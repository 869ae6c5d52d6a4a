import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { Locale } from '#i18n/locales.ts';
import type whatIf from '#locales/en/what-if.json';
import type { WhatIfProgram } from '../stores/what-if.ts';

export const { TextsProvider, useTexts } = createTexts<WhatIfStrings>();

export type WhatIfTexts = Texts<WhatIfStrings>;

/** The island's strings; the remaining ones belong to the page. */
export type WhatIfStrings = Omit<typeof whatIf, 'title' | 'lead' | 'noScript' | 'note'>;

export type WhatIfProps = {
  readonly locale: Locale;
  readonly strings: WhatIfStrings;
  readonly programs: readonly WhatIfProgram[];
};
