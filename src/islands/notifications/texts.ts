import type notifications from '../../../public/locales/en/notifications.json';
import { createTexts } from '../app-shell/create-texts.tsx';

export const { TextsProvider, useTexts } = createTexts<typeof notifications>();
