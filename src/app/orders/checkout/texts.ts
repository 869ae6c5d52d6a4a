import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type checkout from '#locales/en/checkout.json';

export const { TextsProvider, useTexts } = createTexts<typeof checkout>();

export type CheckoutTexts = Texts<typeof checkout>;
