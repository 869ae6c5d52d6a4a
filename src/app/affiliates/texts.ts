import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { AffiliateStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<AffiliateStrings>();

export type AffiliateTexts = Texts<AffiliateStrings>;
