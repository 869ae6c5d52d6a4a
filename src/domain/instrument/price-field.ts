import { formatLocale } from '../../lib/format-locale.ts';
import { type InstrumentCode, instruments } from './instruments.ts';

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(code: InstrumentCode, locale: string): Intl.NumberFormat {
  const { decimals } = instruments[code];
  const key = `${locale} ${decimals}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const made = new Intl.NumberFormat(formatLocale(locale), { ...digits, useGrouping: false });
  formatters.set(key, made);
  return made;
}

/** A price without group separators, for fields: `24310.25`, or `24310,25` in French. */
export function priceFieldText(instrument: InstrumentCode, ticks: number, locale: string): string {
  return formatterOf(instrument, locale).format(ticks * instruments[instrument].tickSize);
}

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
const plain = /^\d+([.,]\d+)?$/;

/**
 * A typed price in ticks; undefined if it is no number or has more decimals than the instrument, null if it lies
 * between two ticks. `24.500` isn't 24.5 where prices have two decimals: it may be a grouped 24,500.
 */
export function readPriceTicks(instrument: InstrumentCode, text: string, locale: string): number | null | undefined {
  const typed = text.replace(/[\s\u00a0\u202f]/g, '');
  const number = locale === 'en' && grouped.test(typed) ? typed.replaceAll(',', '') : typed;
  if (!plain.test(number)) return undefined;
  const { tickSize, decimals } = instruments[instrument];
  const [whole = '', fraction = ''] = number.split(/[.,]/);
  if (fraction.length > decimals) return undefined;
  const price = Number(`${whole}.${fraction}`);
  const ticks = Math.round(price / tickSize);
  const isOnTick = Math.abs(ticks * tickSize - price) < tickSize / 1000;
  return isOnTick ? ticks : null;
}
