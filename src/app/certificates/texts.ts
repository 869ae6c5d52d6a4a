import { createTexts } from '#app/shell/create-texts.tsx';
import type { CertificateStrings } from './types.ts';

export const { TextsProvider, useTexts } = createTexts<CertificateStrings>();
