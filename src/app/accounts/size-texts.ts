import { createTexts } from '#app/shell/create-texts.tsx';
import type { SizeStrings } from '#ui/size-calculator.tsx';

export type SizeCardStrings = SizeStrings & { readonly title: string };

export const { TextsProvider: SizeTextsProvider, useTexts: useSizeTexts } = createTexts<SizeCardStrings>();
