import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type orders from '#locales/en/orders.json';

export const { TextsProvider, useTexts } = createTexts<typeof orders>();

export type OrderTexts = Texts<typeof orders>;
