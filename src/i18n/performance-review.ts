import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import type performanceReview from '#locales/en/performance-review.json';
import type { Suggestion } from '#shared/reviews/shape.ts';
import type { Locale } from './locales.ts';
import type { KeyOf, Translate } from './translate.ts';

export type ReviewTranslate = Translate<KeyOf<typeof performanceReview>>;

/** The name of a weekday; 1 is Monday, because 2024-01-01 was one. */
export function weekdayName(weekday: number, locale: Locale, width: 'long' | 'short' = 'long'): string {
  const date = Date.UTC(2024, 0, weekday);
  return new Intl.DateTimeFormat(formatLocale(locale), { weekday: width, timeZone: 'UTC' }).format(date);
}

/** `09:00` for 9. */
export function formatHour(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`;
}

export function formatCount(value: number, locale: Locale): string {
  return value.toLocaleString(formatLocale(locale));
}

/** A share in basis points as a percentage with at most one decimal. */
export function formatRoundedShare(basisPoints: number, locale: Locale): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return (basisPoints / 10_000).toLocaleString(formatLocale(locale), options);
}

/** A p-value with three decimals, or `< 0.001`. */
export function formatPValue(p: number, locale: Locale): string {
  const text = (value: number) =>
    value.toLocaleString(formatLocale(locale), { minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return p < 0.001 ? `< ${text(0.001)}` : text(p);
}

/** A trading day, `Nov 18, 2026`. */
export function dayName(day: string, locale: Locale): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(formatLocale(locale), parts).format(Date.parse(day));
}

/** A title such as `Classic 50K`. Program names aren't translated. */
export function programTitle({ program, size }: { readonly program: string; readonly size: string }): string {
  return `${program.charAt(0).toUpperCase()}${program.slice(1)} ${size}`;
}

export function suggestionText(suggestion: Suggestion, t: ReviewTranslate, locale: Locale): string {
  const money = (cents: number) => formatMoney(cents, locale);
  switch (suggestion.kind) {
    case 'no-edge':
      return t('suggestion_no-edge', { high: money(suggestion.highCents) });
    case 'timing': {
      const { unit, key, trades, resultCents } = suggestion;
      const values = { trades, result: money(resultCents) };
      if (unit === 'weekday') return t('suggestion_timing_weekday', { ...values, weekday: weekdayName(key, locale) });
      return t('suggestion_timing_hour', { ...values, from: formatHour(key), to: formatHour(key + 1) });
    }
    case 'floor': {
      const { closeDays, days, lossCents } = suggestion;
      return t('suggestion_floor', { closeDays, days, loss: money(lossCents) });
    }
    case 'program': {
      const { size, breached, ownBreached, attempts } = suggestion;
      const program = programTitle({ ...suggestion, size: '' }).trim();
      return t('suggestion_program', { program, size, breached, ownBreached, attempts });
    }
    case 'after-losses':
      return t('suggestion_after-losses', { trades: suggestion.trades, result: money(suggestion.resultCents) });
    case 'daily-stop': {
      const { stopCents, savedCents } = suggestion;
      return t('suggestion_daily-stop', { stop: money(stopCents), saved: money(savedCents) });
    }
    case 'stop': {
      const { stopCents, winners, lossCents } = suggestion;
      return t('suggestion_stop', { stop: money(stopCents), winners, loss: money(lossCents) });
    }
    case 'give-back': {
      const { trades, losers, lossCents } = suggestion;
      return t('suggestion_give-back', { trades, losers, loss: money(lossCents) });
    }
    case 'size': {
      const { contracts, trades, resultCents } = suggestion;
      return t('suggestion_size', { contracts, trades, result: money(resultCents) });
    }
    case 'more-days':
      return t('suggestion_more-days', { days: suggestion.days });
    case 'keep':
      return t('suggestion_keep', { low: money(suggestion.lowCents) });
    case 'break-even': {
      const { winRateBps, lossCents, winCents } = suggestion;
      return t('suggestion_break-even', {
        rate: formatRoundedShare(winRateBps, locale),
        loss: money(lossCents),
        win: money(winCents),
      });
    }
    case 'costs': {
      const { feeCents, trades, perTradeCents } = suggestion;
      return t('suggestion_costs', { fees: money(feeCents), trades, perTrade: money(perTradeCents) });
    }
  }
}
