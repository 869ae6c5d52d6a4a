import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { FillReplayStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<FillReplayStrings>();

export type FillReplayTexts = Texts<FillReplayStrings>;
