import { createIslands } from '#app/shell/define-island.tsx';
import type identity from '#locales/en/identity.json';

export const { defineIsland, useTexts } = createIslands<typeof identity>();
