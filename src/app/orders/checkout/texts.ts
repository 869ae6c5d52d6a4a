import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { CheckoutStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<CheckoutStrings>();

export type CheckoutTexts = Texts<CheckoutStrings>;
