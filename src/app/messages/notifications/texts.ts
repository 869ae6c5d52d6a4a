import { createTexts } from '#app/shell/create-texts.tsx';
import type notifications from '#locales/en/notifications.json';

export const { TextsProvider, useTexts } = createTexts<typeof notifications>();
