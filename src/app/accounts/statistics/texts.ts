import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands } from '#app/shell/define-island.tsx';
import type statistics from '#locales/en/statistics.json';

export const { defineIsland, useTexts } = createIslands<typeof statistics>();

export type StatisticsTexts = Texts<typeof statistics>;
