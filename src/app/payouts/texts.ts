import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type payouts from '#locales/en/payouts.json';

export const { TextsProvider, useTexts } = createTexts<typeof payouts>();

export type PayoutTexts = Texts<typeof payouts>;
