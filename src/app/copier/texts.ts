import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands } from '#app/shell/define-island.tsx';
import type copier from '#locales/en/copier.json';
import type { CopierAccount } from './stores/copier.ts';

export const { defineIsland, useTexts } = createIslands<typeof copier>();

export type CopierTexts = Texts<typeof copier>;

export type NameOf = (account: CopierAccount) => string;
