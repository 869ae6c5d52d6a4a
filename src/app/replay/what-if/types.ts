import type { Locale } from '#i18n/locales.ts';
import type whatIf from '#locales/en/what-if.json';
import type { WhatIfProgram } from '../stores/what-if.ts';

export type WhatIfProps = {
  readonly locale: Locale;
  readonly strings: typeof whatIf;
  readonly programs: readonly WhatIfProgram[];
};
