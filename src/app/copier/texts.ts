import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { CopierStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<CopierStrings>();

export type CopierTexts = Texts<CopierStrings>;
