import type sizeCalculator from '../../../public/locales/en/size-calculator.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export type SizeStrings = typeof sizeCalculator;

/** Texts of the size calculator, which it shares with a public page. */
export const { TextsProvider: ToolTextsProvider, useTexts: useToolTexts } = createTexts<SizeStrings>();
