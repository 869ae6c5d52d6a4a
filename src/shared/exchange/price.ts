import { formatLocale } from '#lib/format-locale.ts';
import { readNumber } from '#lib/read-number.ts';
import { type InstrumentCode, instruments, isInstrument } from './instruments.ts';

/** A price with all its decimals and a decimal point, `6000.25`; whole ticks for an unknown instrument. */
export function formatPlainPrice(instrument: string, priceTicks: number): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toFixed(decimals);
}

/** A price in a locale's format: `6,000.25`. */
export function formatPrice(instrument: string, priceTicks: number, locale: string): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  return getFormatter(instrument, locale, true).format(priceTicks * instruments[instrument].tickSize);
}

/** A price without group separators, for input fields: `24310.25`, or `24310,25` in French. */
export function formatPriceInput(instrument: InstrumentCode, priceTicks: number, locale: string): string {
  return getFormatter(instrument, locale, false).format(priceTicks * instruments[instrument].tickSize);
}

const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(code: InstrumentCode, locale: string, isGrouped: boolean): Intl.NumberFormat {
  const { decimals } = instruments[code];
  const key = `${locale} ${decimals} ${isGrouped}`;
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const formatter = new Intl.NumberFormat(formatLocale(locale), {
    ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    ...(!isGrouped && { useGrouping: false }),
  });
  formatters.set(key, formatter);
  return formatter;
}

/**
 * Parses a typed price into ticks; undefined if it isn't a number or has more decimals than the instrument, null if it
 * is between two ticks.
 */
export function readPriceTicks(instrument: InstrumentCode, text: string, locale: string): number | null | undefined {
  const { tickSize, decimals } = instruments[instrument];
  const number = readNumber(text, locale, decimals);
  if (number === null) return undefined;
  const price = Number(`${number.whole}.${number.fraction}`);
  const ticks = Math.round(price / tickSize);
  const isOnTick = Math.abs(ticks * tickSize - price) < tickSize / 1000;
  return isOnTick ? ticks : null;
}
