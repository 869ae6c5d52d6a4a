import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type office from '#locales/en/office.json';

export const { TextsProvider, useTexts } = createTexts<typeof office>();

export type OfficeTexts = Texts<typeof office>;
