import { createIslands } from '#app/shell/define-island.tsx';
import type affiliate from '#locales/en/affiliate.json';

export const { defineIsland, useTexts } = createIslands<typeof affiliate>();
