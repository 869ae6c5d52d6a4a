import { createTexts } from '#app/shell/create-texts.tsx';
import type fills from '#locales/en/fills.json';

type FillsStrings = typeof fills;

export const { TextsProvider, useTexts } = createTexts<FillsStrings>();
