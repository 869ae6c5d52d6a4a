import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type payee from '#locales/en/payee.json';

export const { TextsProvider, useTexts } = createTexts<typeof payee>();

export type PayeeTexts = Texts<typeof payee>;
