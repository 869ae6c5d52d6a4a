import type priceCheck from '#locales/en/price-check.json';
import { createTexts } from './create-texts.tsx';

export type PriceCheckStrings = typeof priceCheck;

export const { TextsProvider: PriceCheckTextsProvider, useTexts } = createTexts<PriceCheckStrings>();
