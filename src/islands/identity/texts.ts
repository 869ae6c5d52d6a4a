import type identity from '../../../public/locales/en/identity.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof identity>();
