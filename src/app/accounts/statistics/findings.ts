import { weekdayName } from '#i18n/performance-review.ts';
import { capitalize } from '#lib/capitalize.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { findBestHours, findExtremes, findingDays, winToLossHundredths } from '#shared/accounts/statistics/findings.ts';
import type { Statistics } from '../stores/statistics.ts';
import type { StatisticsTexts } from './texts.ts';

/** What a chart shows, in a sentence, and the other side of it. */
export type Finding = { readonly title: string; readonly text: string };

/** Whole dollars: a title names the size, the table the cents. */
const whole = (cents: number, locale: string) =>
  formatFigure(Math.round(Math.abs(cents) / 100) * 100, locale, { whole: true });

/** Says what is missing to a finding about when somebody trades best; null if nothing is. */
function missingFinding({ curve }: Statistics, title: string, { t }: StatisticsTexts): Finding | null {
  const count = findingDays - curve.days.length;
  return count > 0 ? { title, text: t('finding_missing', { count, days: findingDays }) } : null;
}

export function hourFinding(statistics: Statistics, texts: StatisticsTexts): Finding {
  const { byHour } = statistics;
  const { strings, t, locale } = texts;
  const missing = missingFinding(statistics, strings.by_hour, texts);
  if (missing !== null) return missing;
  const best = findBestHours(byHour);
  if (best === null) {
    const { key, resultCents } = findExtremes(byHour)?.worst ?? { key: 0, resultCents: 0 };
    const values = { from: key, to: (key + 1) % 24, amount: whole(resultCents, locale) };
    return { title: strings.hours_none, text: t('hours_worst', values) };
  }
  const { fromHour: from, toHour: to, otherHours: count, otherCents } = best;
  const amount = whole(otherCents, locale);
  return {
    title: t('hours_title', { amount: whole(best.resultCents, locale), from, to }),
    text: count === 0 ? strings.hours_only : t(otherCents < 0 ? 'hours_cost' : 'hours_add', { count, amount }),
  };
}

export function weekdayFinding(statistics: Statistics, texts: StatisticsTexts): Finding {
  const { byWeekday } = statistics;
  const { strings, t, locale } = texts;
  const missing = missingFinding(statistics, strings.by_weekday, texts);
  if (missing !== null) return missing;
  const extremes = findExtremes(byWeekday);
  if (extremes === null) return { title: strings.by_weekday, text: '' };
  const { best, worst } = extremes;
  const name = (key: number) => capitalize(weekdayName(key, locale), locale);
  const valuesOf = ({ key, resultCents }: typeof best) => ({ day: name(key), amount: whole(resultCents, locale) });
  if (best.resultCents <= 0) return { title: strings.weekday_none, text: t('weekday_cost', valuesOf(worst)) };
  const title = t('weekday_title', { day: name(best.key) });
  if (byWeekday.length === 1) return { title, text: strings.weekday_only };
  return { title, text: t(worst.resultCents < 0 ? 'weekday_cost' : 'weekday_least', valuesOf(worst)) };
}

export function sizeFinding(statistics: Statistics, { strings, t, locale }: StatisticsTexts): Finding {
  const { averageWinCents, averageLossCents, wins, losses } = statistics;
  const hundredths = winToLossHundredths(averageWinCents, averageLossCents);
  const number = (value: number) => value.toLocaleString(formatLocale(locale));
  const money = (cents: number | null) => formatFigure(Math.abs(cents ?? 0), locale);
  const winText = t('size_wins', { amount: money(averageWinCents), trades: number(wins) });
  const lossText = t('size_losses', { amount: money(averageLossCents), trades: number(losses) });
  if (hundredths !== null) {
    const ratio = (hundredths / 100).toLocaleString(formatLocale(locale), { minimumFractionDigits: 2 });
    return { title: t('size_title', { ratio }), text: `${winText} ${lossText}` };
  }
  if (averageWinCents !== null) return { title: strings.size_no_loss, text: winText };
  return { title: strings.size_no_win, text: averageLossCents === null ? '' : lossText };
}
