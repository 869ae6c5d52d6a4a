import { createIslands } from '#app/shell/define-island.tsx';
import type contact from '#locales/en/contact.json';

export const { defineIsland, useTexts } = createIslands<typeof contact>();
