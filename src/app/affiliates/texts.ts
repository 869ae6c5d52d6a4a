import { createTexts } from '#app/shell/create-texts.tsx';
import type affiliate from '#locales/en/affiliate.json';

export const { TextsProvider, useTexts } = createTexts<typeof affiliate>();
