import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type whatIf from '#locales/en/what-if.json';

/** The island's strings; the remaining ones belong to the page. */
type WhatIfStrings = Omit<typeof whatIf, 'title' | 'lead' | 'noScript' | 'note'>;

export const { TextsProvider, useTexts } = createTexts<WhatIfStrings>();

export type WhatIfTexts = Texts<WhatIfStrings>;
