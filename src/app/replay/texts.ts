import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type fillReplay from '#locales/en/fill-replay.json';

export const { TextsProvider, useTexts } = createTexts<typeof fillReplay>();

export type FillReplayTexts = Texts<typeof fillReplay>;
