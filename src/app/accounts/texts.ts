import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type accounts from '#locales/en/accounts.json';

export const { TextsProvider, useTexts } = createTexts<typeof accounts>();

export type AccountTexts = Texts<typeof accounts>;
