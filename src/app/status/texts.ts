import { createTexts } from '#app/shell/create-texts.tsx';
import type status from '#locales/en/status.json';

export type StatusStrings = Pick<
  typeof status,
  | 'own_title'
  | 'remedy_restored'
  | 'remedy_day-not-counted'
  | 'remedy_extension'
  | 'remedy_refund'
  | 'remedy_none'
  | 'subscribe_title'
  | 'subscribe_text'
  | 'subscribe_email'
  | 'subscribe'
  | 'subscribe_captcha'
>;

export const { TextsProvider, useTexts } = createTexts<StatusStrings>();
