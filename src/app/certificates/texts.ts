import { createIslands } from '#app/shell/define-island.tsx';
import type certificates from '#locales/en/certificates.json';

export const { defineIsland, useTexts } = createIslands<typeof certificates>();
