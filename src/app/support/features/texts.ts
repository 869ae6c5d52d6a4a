import { createIslands } from '#app/shell/define-island.tsx';
import type features from '#locales/en/features.json';

type FeatureStrings = Omit<typeof features, 'title' | 'description' | 'headline' | 'lead' | 'noScript'>;

export const { defineIsland, useTexts } = createIslands<FeatureStrings>();
