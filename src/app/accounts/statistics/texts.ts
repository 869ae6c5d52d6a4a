import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { StatisticsStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<StatisticsStrings>();

export type StatisticsTexts = Texts<StatisticsStrings>;
