import { createTexts, type Texts } from '#app/shell/create-texts.tsx';
import type terminal from '#locales/en/terminal.json';

export const { TextsProvider, useTexts } = createTexts<typeof terminal>();

export type TerminalTexts = Texts<typeof terminal>;
