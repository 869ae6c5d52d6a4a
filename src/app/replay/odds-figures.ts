import { formatShare } from '#i18n/format.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { Estimate } from '#shared/replay/odds/estimate.ts';
import { useTexts } from './texts.ts';

/** An estimate in words; its range is the value itself where nothing is uncertain. */
export type Figure = { readonly value: string; readonly range: string };

/** Writes chances in whole percents and money in whole dollars: more digits would claim too much. */
export function useFigures() {
  const { t, locale } = useTexts();
  const percent = (share: number) => formatShare(Math.min(10_000, Math.round(share * 100) * 100), locale);
  const money = (cents: number) => formatMoney(Math.round(cents / 100) * 100, locale, { whole: true });
  const rangeOf = (low: string, high: string) => (low === high ? low : t('odds_range', { low, high }));
  const write = (format: (value: number) => string) => (estimate: Estimate) => ({
    value: format(estimate.value),
    range: rangeOf(format(estimate.low), format(estimate.high)),
  });
  return { chance: write(percent), money: write(money) };
}
