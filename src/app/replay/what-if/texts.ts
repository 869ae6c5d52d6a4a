import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { WhatIfStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<WhatIfStrings>();

export type WhatIfTexts = Texts<WhatIfStrings>;
