import { findOwnTime } from '../../lib/format-date-time.ts';

/** Texts of an area whose strings have `own_time`: `{{time}} your time`. */
type OwnTimeTexts = {
  readonly t: (key: 'own_time', values: { readonly time: string }) => string;
  readonly locale: string;
};

/** The suffix for a Chicago time in a sentence: ` (20:06 your time)`, or nothing if both clocks show the same time. */
export function ownSuffix(at: number, { t, locale }: OwnTimeTexts): string {
  const time = findOwnTime(at, locale);
  return time === null ? '' : ` (${t('own_time', { time })})`;
}
