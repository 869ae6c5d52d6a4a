import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type copier from '#locales/en/copier.json';
import type { CopierAccount } from './stores/copier.ts';

export const { TextsProvider, useTexts } = createTexts<typeof copier>();

export type CopierTexts = Texts<typeof copier>;

export type NameOf = (account: CopierAccount) => string;
