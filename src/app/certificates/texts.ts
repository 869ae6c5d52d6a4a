import { createTexts } from '#app/shell/create-texts.tsx';
import type certificates from '#locales/en/certificates.json';

export const { TextsProvider, useTexts } = createTexts<typeof certificates>();
