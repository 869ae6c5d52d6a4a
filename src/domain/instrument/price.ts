import { formatLocale } from '../../lib/format-locale.ts';
import { instruments, isInstrument } from './instruments.ts';

/** A price with all its decimals and a decimal point, `6000.25`; whole ticks for an unknown instrument. */
export function priceText(instrument: string, priceTicks: number): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toFixed(decimals);
}

/** The same for a reader of a language: `6,000.25`. */
export function formatPrice(instrument: string, priceTicks: number, locale: string): string {
  if (!isInstrument(instrument)) return String(priceTicks);
  const { tickSize, decimals } = instruments[instrument];
  return (priceTicks * tickSize).toLocaleString(formatLocale(locale), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
