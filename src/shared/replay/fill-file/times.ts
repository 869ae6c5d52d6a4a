import { tzOffset } from '@date-fns/tz/tzOffset';
import type { DateOrder } from './fill-file.ts';

const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;

/** UTC offsets, in minutes, of zone labels that mean one thing, as in `Update Time (EDT)`. */
const offsets: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, Z: 0, CET: 60, CEST: 120, WET: 0, WEST: 60, EET: 120, EEST: 180, BRT: -180, JST: 540 },
};

/**
 * American labels with the zone whose clock shows them. Out of their season they aren't that zone's: in summer Panama's
 * clocks show EST and New York's don't. CST, IST, BST and others mean several zones at any time, so none is listed.
 */
const seasonal: Readonly<Record<string, readonly [zone: string, offset: number]>> = {
  EST: ['America/New_York', -300],
  EDT: ['America/New_York', -240],
  CDT: ['America/Chicago', -300],
  MST: ['America/Denver', -420],
  MDT: ['America/Denver', -360],
  PST: ['America/Los_Angeles', -480],
  PDT: ['America/Los_Angeles', -420],
};

/** Converts a local time, in ms as if it were UTC, to UTC ms. */
export type ToUtc = (localMs: number) => number;

/**
 * The zone that a label names: an abbreviation, an offset such as UTC-5, or an IANA name. Undefined if it is unknown or
 * can mean several.
 * @param localTimes the times that it labels, in ms as if they were UTC
 */
export function zoneOfLabel(label: string, localTimes: Iterable<number>): ToUtc | undefined {
  const name = label.trim().toUpperCase();
  const season = Object.hasOwn(seasonal, name) ? seasonal[name] : undefined;
  if (season) {
    const [zone, offset] = season;
    const toUtc = zoneOf(zone);
    for (const localMs of localTimes) {
      if (toUtc === undefined || toUtc(localMs) !== localMs - offset * minuteMs) return undefined;
    }
    return (localMs) => localMs - offset * minuteMs;
  }
  const known = Object.hasOwn(offsets, name) ? offsets[name] : undefined;
  const offset = known ?? offsetOf(label.trim().replace(/^(?:UTC|GMT)\s*/i, ''));
  if (offset !== undefined) return (localMs) => localMs - offset * minuteMs;
  return label.includes('/') ? zoneOf(label.trim()) : undefined;
}

/** Converts times of an IANA zone; undefined if it is unknown. A repeated hour is read as the first one. */
export function zoneOf(zone: string): ToUtc | undefined {
  if (Number.isNaN(tzOffset(zone, new Date(0)))) return undefined;
  const offsets = new Map<number, number>();
  return (localMs) => {
    const slot = Math.floor(localMs / halfHourMs);
    let offset = offsets.get(slot);
    if (offset === undefined) {
      offset = offsetAt(zone, slot * halfHourMs);
      offsets.set(slot, offset);
    }
    return localMs - offset * minuteMs;
  };
}

function offsetAt(zone: string, localMs: number): number {
  const dayBefore = tzOffset(zone, new Date(localMs - 86_400_000));
  const guess = localMs - dayBefore * minuteMs;
  const offsetThere = tzOffset(zone, new Date(guess));
  // Around a clock change, the earlier offset is right if it gives the same local time.
  return offsetThere === dayBefore ? dayBefore : tzOffset(zone, new Date(localMs - offsetThere * minuteMs));
}

/** A local time in ms as if it were UTC, with the row's own UTC offset in minutes or zone label if it has one. */
export type RawTime = { readonly localMs: number; readonly offset: number | undefined; readonly label?: string };

const clock =
  /(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([AP]\.?\s?M\.?)?\s*(Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{3,4})?/
    .source;
const patterns = {
  numeric: new RegExp(`^(\\d{1,4})[-/.](\\d{1,2}|[A-Za-z]{3})[-/.](\\d{2,4})[,T ]+${clock}$`, 'i'),
  compact: new RegExp(`^(20\\d{2})(\\d{2})(\\d{2})[,;T ]+${clock}$`, 'i'),
  named: new RegExp(`^(?:[A-Za-z]{3},? )?([A-Za-z]{3})[a-z]*\\.? (\\d{1,2}),? (20\\d{2}),? ${clock}$`, 'i'),
  dayNamed: new RegExp(`^(?:[A-Za-z]{3},? )?(\\d{1,2}) ([A-Za-z]{3})[a-z]*\\.? (20\\d{2}),? ${clock}$`, 'i'),
} as const;

export const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses a date with a time; undefined if it isn't one or doesn't exist. Thirteen digits are ms since 1970. */
export function readTime(text: string, order: DateOrder): RawTime | undefined {
  const bare = text.replace(/\s+/g, ' ').trim();
  if (/^1\d{12}$/.test(bare)) return { localMs: Number(bare), offset: 0 };
  const numeric = patterns.numeric.exec(bare);
  if (numeric) return timeOf(...datePartsOf(numeric, order), numeric);
  const compact = patterns.compact.exec(bare);
  if (compact) return timeOf(compact[1], Number(compact[2]), compact[3], compact);
  const named = patterns.named.exec(bare);
  if (named) return timeOf(named[3], monthOf(named[1]), named[2], named);
  const dayNamed = patterns.dayNamed.exec(bare);
  return dayNamed ? timeOf(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1], dayNamed) : undefined;
}

function monthOf(name = ''): number {
  return monthNames.indexOf(name.toLowerCase()) + 1;
}

function datePartsOf(
  [text, first = '', middle = '', last = '']: RegExpExecArray,
  order: DateOrder,
): [year: string, month: number, day: string] {
  const isYearFirst = first.length === 4;
  const named = monthOf(middle);
  const isDayFirst = order === 'day-first' || /^\d{1,2}\.\d{1,2}\.\d/.test(text);
  const month = named || Number(isYearFirst || isDayFirst ? middle : first);
  const day = isYearFirst ? last : named || isDayFirst ? first : middle;
  return [isYearFirst ? first : last, month, day];
}

function timeOf(year = '', month: number, day: string | undefined, found: RegExpExecArray): RawTime | undefined {
  const [, , , , hours = '', minutes = '', seconds = '0', fraction = '', half = '', zone = ''] = found;
  if (half !== '' && (Number(hours) < 1 || Number(hours) > 12)) return undefined;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const localMs = Date.UTC(fullYear(year), month - 1, Number(day), hour, Number(minutes), Number(seconds), ms);
  // An hour above 23 is on another day.
  if (month < 1 || month > 12 || new Date(localMs).getUTCDate() !== Number(day)) return undefined;
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const offset = offsetOf(zone.replace(/^(?:UTC|GMT)(?=[+-])/i, ''));
  if (offset !== undefined || zone === '') return { localMs, offset };
  const toUtc = zoneOfLabel(zone, [localMs]);
  return toUtc ? { localMs, offset: (localMs - toUtc(localMs)) / minuteMs } : { localMs, offset, label: zone };
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function offsetOf(text: string): number | undefined {
  if (/^(?:Z|UTC|GMT)$/i.test(text)) return 0;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The date order of a file; 'either' if all its dates are ambiguous. */
export function findDateOrder(texts: Iterable<string>): DateOrder | 'either' {
  let isAmbiguous = false;
  for (const text of texts) {
    const [, first, mark, middle] = /^\s*(\d{1,2})([/.-])(\d{1,2})\2\d{2,4}\b/.exec(text) ?? [];
    if (first === undefined) continue;
    if (mark === '.' || Number(first) > 12) return 'day-first';
    if (Number(middle) > 12) return 'month-first';
    if (first !== middle) isAmbiguous = true;
  }
  return isAmbiguous ? 'either' : 'month-first';
}
