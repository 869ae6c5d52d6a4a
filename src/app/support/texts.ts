import { createTexts } from '#app/shell/create-texts.tsx';
import type contact from '#locales/en/contact.json';

export const { TextsProvider, useTexts } = createTexts<typeof contact>();
