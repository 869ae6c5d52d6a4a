import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { findOwnTime, hasOwnTime } from '../../lib/format-date-time.ts';
import { ownSuffix } from '../app-shell/own-suffix.ts';
import type { AccountTexts } from './texts.ts';

/** Values for a sentence with "{{time}} Chicago time{{own}}". */
export function momentOf(at: number, texts: AccountTexts): { readonly time: string; readonly own: string } {
  return { time: chicagoMomentText(at, texts.locale), own: ownSuffix(at, texts) };
}

/** A row with the Chicago time, and a note with the reader's own time where it differs. */
export function momentItem(term: string, at: number, { t, locale }: AccountTexts) {
  const time = findOwnTime(at, locale);
  return {
    term,
    value: chicagoMomentText(at, locale),
    note: time === null ? undefined : t('own_time', { time }),
  };
}

/** The header of a column whose cells are `ExchangeTime`s. */
export function timeHeader(header: string, { t }: AccountTexts): string {
  return hasOwnTime() ? t('own_time_head', { head: header }) : header;
}
