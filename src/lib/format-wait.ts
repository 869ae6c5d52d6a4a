import { dayMs, hourMs, minuteMs } from './durations.ts';
import { formatLocale } from './format-locale.ts';

const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const;

/** Only English sets a unit's letter right behind its number. */
const displayIn = (locale: string) => (locale === 'en' ? 'narrow' : 'short');

/** An age: seconds within the first minute, then like a waiting time. */
export function formatAge(ms: number, locale: string): string {
  if (ms >= minuteMs) return formatWait(ms, locale);
  const style = { style: 'unit', unit: 'second', unitDisplay: displayIn(locale) } as const;
  return Math.max(0, Math.floor(ms / 1_000)).toLocaleString(formatLocale(locale), style);
}

/** A waiting time in its two largest units: `3d 4h`, `12m`. Less than a minute is `0m`. */
export function formatWait(ms: number, locale: string): string {
  const largest = units.findIndex(([, size]) => ms >= size);
  const shown = largest < 0 ? units.slice(2) : units.slice(largest, largest + 2);
  let rest = Math.max(0, ms);
  const parts: string[] = [];
  for (const [unit, size] of shown) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || shown.length === 1 || parts.length === 0) {
      parts.push(count.toLocaleString(formatLocale(locale), { style: 'unit', unit, unitDisplay: displayIn(locale) }));
    }
  }
  return parts.join(' ');
}
