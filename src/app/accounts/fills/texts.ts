import { createIslands } from '#app/shell/define-island.tsx';
import type fills from '#locales/en/fills.json';

type FillsStrings = typeof fills;

export const { defineIsland, useTexts } = createIslands<FillsStrings>();
