import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type statistics from '#locales/en/statistics.json';

export const { TextsProvider, useTexts } = createTexts<typeof statistics>();

export type StatisticsTexts = Texts<typeof statistics>;
