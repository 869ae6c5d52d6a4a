import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type copier from '#locales/en/copier.json';

export const { TextsProvider, useTexts } = createTexts<typeof copier>();

export type CopierTexts = Texts<typeof copier>;
