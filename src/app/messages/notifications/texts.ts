import { createIslands } from '#app/shell/define-island.tsx';
import type notifications from '#locales/en/notifications.json';

export const { defineIsland, useTexts } = createIslands<typeof notifications>();
