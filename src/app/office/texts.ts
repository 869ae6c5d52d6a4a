import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { OfficeStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<OfficeStrings>();

export type OfficeTexts = Texts<OfficeStrings>;
