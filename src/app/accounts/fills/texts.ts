import { createIslands } from '#app/shell/define-island.tsx';
import type fills from '#locales/en/fills.json';

export const { defineIsland, useTexts } = createIslands<typeof fills>();
