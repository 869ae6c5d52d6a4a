import { findLocalTime } from '#lib/format-date-time.ts';

/** Texts of an area whose strings have `local_time`: `{{time}} your time`. */
type LocalTimeTexts = {
  readonly t: (key: 'local_time', values: { readonly time: string }) => string;
  readonly locale: string;
};

/** The suffix for a Chicago time in a sentence: ` (20:06 your time)`, or nothing if both clocks show the same time. */
export function getLocalTimeSuffix(at: number, { t, locale }: LocalTimeTexts): string {
  const time = findLocalTime(at, locale);
  return time === null ? '' : ` (${t('local_time', { time })})`;
}
