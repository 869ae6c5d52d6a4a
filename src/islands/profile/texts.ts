import type profile from '../../../public/locales/en/profile.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof profile>();
