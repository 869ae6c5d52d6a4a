import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type { TerminalStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<TerminalStrings>();

export type TerminalTexts = Texts<TerminalStrings>;
