import { createTexts } from '#app/shell/create-texts.tsx';
import type { ReviewStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<ReviewStrings>();
