import { tzOffset } from '@date-fns/tz/tzOffset';
import type { DateOrder } from './fill-file.ts';

const minuteMs = 60_000;
const halfHourMs = 30 * minuteMs;

/** UTC offsets, in minutes, of the zones that a heading may name, as in `Update Time (EDT)`. */
const abbreviations: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ BST: 60, CET: 60, CEST: 120, WET: 0, WEST: 60, BRT: -180 },
};

/** Converts a local time, in ms as if it were UTC, to UTC ms. */
export type ToUtc = (localMs: number) => number;

/** The zone in a heading: an abbreviation, an offset such as UTC-5, or an IANA name. Undefined if unknown. */
export function zoneOfHeading(name: string): ToUtc | undefined {
  const offset = abbreviations[name.toUpperCase()] ?? offsetOf(name.replace(/^(?:UTC|GMT)\s*/i, ''));
  if (offset !== undefined) return (localMs) => localMs - offset * minuteMs;
  return name.includes('/') ? zoneOf(name) : undefined;
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

/** A local time in ms as if it were UTC, with the row's own UTC offset in minutes if it has one. */
export type RawTime = { readonly localMs: number; readonly offset: number | undefined };

const timePattern =
  /^(\d{1,4})[-/.](\d{1,2}|[A-Za-z]{3})[-/.](\d{2,4})[,T ]+(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*([AP]\.?\s?M\.?)?\s*(Z|UTC|GMT|[+-]\d{1,2}:?\d{2})?$/i;

export const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses a date with a time; undefined if it isn't one or doesn't exist. */
export function readTime(text: string, order: DateOrder): RawTime | undefined {
  const found = timePattern.exec(text.replace(/[\u00a0\u202f\s]+/g, ' ').trim());
  if (!found) return undefined;
  const [
    ,
    first = '',
    middle = '',
    last = '',
    hours = '',
    minutes = '',
    seconds = '0',
    fraction = '',
    half = '',
    zone = '',
  ] = found;
  const isYearFirst = first.length === 4;
  const named = monthNames.indexOf(middle.toLowerCase()) + 1;
  const year = fullYear(isYearFirst ? first : last);
  const isDayFirst = order === 'day-first' || (text.includes('.', 1) && /^\d{1,2}\.\d{1,2}\.\d/.test(text));
  const month = named || Number(isYearFirst || isDayFirst ? middle : first);
  const day = Number(isYearFirst ? last : named || isDayFirst ? first : middle);
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const localMs = Date.UTC(year, month - 1, day, hour, Number(minutes), Number(seconds), ms);
  // An hour above 23 is on another day.
  if (month < 1 || month > 12 || new Date(localMs).getUTCDate() !== day || Number(minutes) > 59) return undefined;
  return { localMs, offset: offsetOf(zone) };
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
