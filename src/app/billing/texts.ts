import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { BillingStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<BillingStrings>();

export type BillingTexts = Texts<BillingStrings>;
