import { tzOffset } from '@date-fns/tz/tzOffset';
import { dayMs, minuteMs } from '#lib/durations.ts';
import type { DateOrder } from './fill-file.ts';

const halfHourMs = 30 * minuteMs;

/** UTC offsets, in minutes, of zone labels that mean one thing, as in `Update Time (EDT)`. */
const offsets: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, Z: 0, CET: 60, WET: 0, EET: 120, BRT: -180, JST: 540 },
};

/**
 * Labels with the zone whose clock shows them. Out of their season they aren't that zone's: in summer Panama's clocks
 * show EST and New York's don't, and in winter CEST are the initials of Windows' Central European Standard Time. CST,
 * IST, BST and others mean several zones at any time, so none is listed.
 */
const seasonal: Readonly<Record<string, readonly [zone: string, offset: number]>> = {
  EST: ['America/New_York', -300],
  EDT: ['America/New_York', -240],
  CDT: ['America/Chicago', -300],
  MST: ['America/Denver', -420],
  MDT: ['America/Denver', -360],
  PST: ['America/Los_Angeles', -480],
  PDT: ['America/Los_Angeles', -420],
  CEST: ['Europe/Paris', 120],
  WEST: ['Europe/Lisbon', 60],
  EEST: ['Europe/Athens', 180],
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
  const dayBefore = tzOffset(zone, new Date(localMs - dayMs));
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
  numeric: new RegExp(`^(\\d{1,4})[-/.](\\d{1,2}|\\p{L}{3,4}\\.?)[-/.](\\d{2,4})[,T ]+${clock}$`, 'iu'),
  compact: new RegExp(`^(20\\d{2})(\\d{2})(\\d{2})[,;T ]+${clock}$`, 'iu'),
  named: new RegExp(`^(?:\\p{L}{3},? )?(\\p{L}{3,10})\\.? (\\d{1,2}),? (20\\d{2}),? ${clock}$`, 'iu'),
  dayNamed: new RegExp(`^(?:\\p{L}{3}\\.?,? )?(\\d{1,2})\\.? (\\p{L}{3,10})\\.? (20\\d{2}),? ${clock}$`, 'iu'),
} as const;

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The beginnings of months in German, French, Spanish, Portuguese, Italian and Polish that differ from English ones. */
const foreignMonths: readonly string[] = [
  ...['ene gen sty', 'fev lut', 'maer marz mrz', 'avr abr kwi', 'mai mag maj', 'juin giu cze', 'juil lug lip'],
  ...['aou ago sie', 'set wrz', 'okt out ott paz', 'lis', 'dez dic gru'],
];

const maxTimeChars = 60;

/** Parses a date with a time, or a number that stands for one; undefined if it isn't one or doesn't exist. */
export function readTime(text: string, order: DateOrder): RawTime | undefined {
  if (text.length > maxTimeChars) return undefined;
  const bare = text
    .replace(/[年月]/g, '-')
    .replace(/日/g, ' ')
    .replace(/(\d{1,2})[時时](\d{1,2})分(?:(\d{1,2})秒)?/, '$1:$2:$3')
    .replace(/:$|,(?= de )| del? /g, ' ')
    .replace(/^(\d{1,2})(\p{L}{3})(\d{2}|20\d{2})(?=[,T ])/u, '$1-$2-$3')
    .replace(/^(20\d{6})[,;T ]+(\d{2})(\d{2})(\d{2})(?!\d)/, '$1 $2:$3:$4')
    .replace(
      /^(.*)(上午|午前|下午|午後)(.*)$/s,
      (_, date, half, time) => `${date} ${time} ${/[下後]/.test(half) ? 'PM' : 'AM'}`,
    )
    .replace(/\s+/g, ' ')
    .trim();
  const number = readNumericTime(bare);
  if (number) return number;
  const numeric = patterns.numeric.exec(bare);
  if (numeric) return timeOf(...datePartsOf(numeric, order), numeric);
  const compact = patterns.compact.exec(bare);
  if (compact) return timeOf(compact[1], Number(compact[2]), compact[3], compact);
  const named = patterns.named.exec(bare);
  if (named) return timeOf(named[3], monthOf(named[1]), named[2], named);
  const dayNamed = patterns.dayNamed.exec(bare);
  return dayNamed ? timeOf(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1], dayNamed) : undefined;
}

/** A spreadsheet's day 25569 is 1970-01-01; its days of 2000 to 2099. */
const unixDay = 25_569;
const [firstSerial, lastSerial] = [36_526, 73_050];
/** Digits of the seconds, milliseconds, microseconds and nanoseconds since 1970, from 2001 on, with their divisors. */
const unixUnits: Readonly<Record<number, number>> = { 10: 0.001, 13: 1, 16: 1e3, 19: 1e6 };

/** Times that spreadsheets and programs write as numbers: days since 1900 in local time, or a count since 1970 in UTC. */
function readNumericTime(text: string): RawTime | undefined {
  const [, whole = '', fraction = '', apart = ''] =
    /^(\d{5,19})(?:[.,](\d{1,18}))?(?: 0?[.,](\d{1,18}))?$/.exec(text) ?? [];
  const share = Number(`0.${apart || fraction || '0'}`);
  const divisor = unixUnits[whole.length];
  if (divisor !== undefined && apart === '') {
    const localMs = Math.floor((Number(whole) + share) / divisor);
    return { localMs, offset: 0 };
  }
  const serial = Number(whole);
  if (whole.length !== 5 || serial < firstSerial || serial > lastSerial) return undefined;
  // Six decimals of a day are a tenth of a second, so that only a whole second can be meant.
  const unit = (apart || fraction).length > 6 ? 1 : 1_000;
  return { localMs: (serial - unixDay) * dayMs + Math.round((share * dayMs) / unit) * unit, offset: undefined };
}

/** Joins a time with the date from another column, if it has none of its own. */
export function joinDate(time: string, date: string): string {
  const bare = time.trim().replace(/^(?:1899-12-30|1900-01-00|12\/30\/1899|30[/.]12[/.]1899)[ T]/, '');
  if (date === '' || !/^(?:\d{1,2}[:h]\d{2}|\d{1,2}[時时]|[上下]午|午[前後]|0?[.,]\d+$|\d{6}$)/.test(bare)) return time;
  const day = date.trim().replace(/[ T](?:0{1,2}|12):00(?::00(?:\.0{1,9})?)?(?: ?AM)?Z?$/i, '');
  return `${day} ${bare.replace(/^(\d{2})(\d{2})(\d{2})$/, '$1:$2:$3')}`;
}

/** The number of a month, from 1, by its name or the start of it; 0 if it is none. */
export function monthOf(name = ''): number {
  const start = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .slice(0, 4);
  const english = monthNames.indexOf(start.slice(0, 3)) + 1;
  const isForeign = (names: string) => names.split(' ').some((each) => start.startsWith(each));
  return foreignMonths.findIndex(isForeign) + 1 || english;
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
