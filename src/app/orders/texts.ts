import type { Texts } from '#app/shell/create-texts.tsx';
import { createIslands } from '#app/shell/define-island.tsx';
import type orders from '#locales/en/orders.json';

export const { defineIsland, useTexts } = createIslands<typeof orders>();

export type OrderTexts = Texts<typeof orders>;
