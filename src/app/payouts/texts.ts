import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { PayoutStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<PayoutStrings>();

export type PayoutTexts = Texts<PayoutStrings>;
