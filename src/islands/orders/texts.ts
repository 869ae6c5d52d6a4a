import type orders from '../../../public/locales/en/orders.json';
import { createTexts, type Texts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof orders>();

export type OrderTexts = Texts<typeof orders>;
