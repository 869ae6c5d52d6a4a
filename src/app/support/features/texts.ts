import { createTexts } from '#app/shell/create-texts.tsx';
import type features from '#locales/en/features.json';

type FeatureStrings = Omit<typeof features, 'title' | 'description' | 'headline' | 'lead' | 'noScript'>;

export const { TextsProvider, useTexts } = createTexts<FeatureStrings>();
