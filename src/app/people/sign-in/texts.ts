import { createTexts } from '#app/shell/create-texts.tsx';
import type identity from '#locales/en/identity.json';

export const { TextsProvider, useTexts } = createTexts<typeof identity>();
