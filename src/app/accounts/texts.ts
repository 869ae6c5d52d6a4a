import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { AccountStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<AccountStrings>();

export type AccountTexts = Texts<AccountStrings>;
