import type payee from '../../../public/locales/en/payee.json';
import { createTexts, type Texts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof payee>();

export type PayeeTexts = Texts<typeof payee>;
