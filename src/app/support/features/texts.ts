import { createTexts } from '#app/shell/create-texts.tsx';
import type { FeatureStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<FeatureStrings>();
