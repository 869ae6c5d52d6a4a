import { createIslands } from '#app/shell/define-island.tsx';
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

export const { defineIsland, useTexts } = createIslands<StatusStrings>();
