import { getLocalTimeSuffix } from '#app/shell/local-time-suffix.ts';
import { chicagoMomentText } from '#lib/chicago-time.ts';
import { findLocalTime, showsLocalTime } from '#lib/format-date-time.ts';
import type { AccountTexts } from './texts.ts';

/** Values for a sentence with "{{time}} Chicago time{{own}}". */
export function momentOf(at: number, texts: AccountTexts): { readonly time: string; readonly own: string } {
  return { time: chicagoMomentText(at, texts.locale), own: getLocalTimeSuffix(at, texts) };
}

/** A row with the Chicago time, and a note with the user's local time where it differs. */
export function momentItem(term: string, at: number, { t, locale }: AccountTexts) {
  const time = findLocalTime(at, locale);
  return {
    term,
    value: chicagoMomentText(at, locale),
    note: time === null ? undefined : t('local_time', { time }),
  };
}

/** The header of a column whose cells are `ExchangeTime`s. */
export function timeHeader(header: string, { t }: AccountTexts): string {
  return showsLocalTime() ? t('local_time_header', { head: header }) : header;
}
