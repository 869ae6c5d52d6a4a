import type contact from '../../../public/locales/en/contact.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof contact>();
