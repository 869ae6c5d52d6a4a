import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type billing from '#locales/en/billing.json';

export const { TextsProvider, useTexts } = createTexts<typeof billing>();

export type BillingTexts = Texts<typeof billing>;
