import { createTexts } from '#app/shell/create-texts.tsx';
import type profile from '#locales/en/profile.json';

export const { TextsProvider, useTexts } = createTexts<typeof profile>();
