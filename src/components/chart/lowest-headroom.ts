import { formatWhole } from '#i18n/format.ts';
import type { Locale } from '#i18n/locales.ts';
import { getDiagramProps } from './chart-props.ts';

/** The lowest headroom of each sample day, and its share of the largest one so that the bars are comparable. */
export function getLowestHeadroom(locale: Locale) {
  const { points, days } = getDiagramProps('classic', locale);
  const lowestByDay = days.map(({ startsAt, endsAt, label }) => {
    const ofDay = points.filter(({ at, floorCents }) => at >= startsAt && at <= endsAt && floorCents !== null);
    return { label, remainingCents: Math.min(...ofDay.map((point) => point.equityCents - (point.floorCents ?? 0))) };
  });
  const widest = Math.max(...lowestByDay.map(({ remainingCents }) => remainingCents));
  return lowestByDay.map(({ label, remainingCents }) => ({
    label,
    headroom: formatWhole(remainingCents, locale),
    share: remainingCents / widest,
  }));
}
