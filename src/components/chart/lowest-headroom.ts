import { formatWhole } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { getDrawing } from './chart-props.ts';

/** The least room of each day of the sample, and its share of the widest, for bars that can be compared. */
export function getNearestDays(locale: Locale) {
  const { points, days } = getDrawing('classic', locale);
  const rooms = days.map(({ startsAt, endsAt, label }) => {
    const ofDay = points.filter(({ at, floorCents }) => at >= startsAt && at <= endsAt && floorCents !== null);
    return { label, roomCents: Math.min(...ofDay.map((point) => point.equityCents - (point.floorCents ?? 0))) };
  });
  const widest = Math.max(...rooms.map(({ roomCents }) => roomCents));
  return rooms.map(({ label, roomCents }) => ({
    label,
    room: formatWhole(roomCents, locale),
    share: roomCents / widest,
  }));
}
