import type { Locale } from '#i18n/locales.ts';
import {
  dayName,
  formatCount,
  formatHour,
  formatPValue,
  formatRoundedShare,
  programTitle,
  type ReviewTranslate,
  suggestionText,
  weekdayName,
} from '#i18n/performance-review.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { chicagoDayText, chicagoRecordText } from '#lib/chicago-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { withLabel } from '#lib/with-label.ts';
import { writeHash, writeHeading, writeParagraph, writeRow } from '#server/core/pdf/blocks.ts';
import type { Pdf } from '#server/core/pdf/open.ts';
import { contentOf, startNewPageBefore, startPdf } from '#server/core/pdf/page.ts';
import { documentColors as colors } from '#server/core/pictures/document-style.ts';
import { getTranslate } from '#server/core/translations.ts';
import { retention } from '#shared/core/retention.ts';
import { minimumSample } from '#shared/reviews/sample.ts';
import type { OwnReview } from './read.ts';

type Report = NonNullable<OwnReview['report']>;
type PdfContext = { readonly pdf: Pdf; readonly t: ReviewTranslate; readonly locale: Locale };

export async function drawReview(review: OwnReview, report: Report, brand: string, locale: Locale): Promise<Buffer> {
  const t = getTranslate('performance-review', locale);
  const { account, isSample, requestedAt, comment } = review;
  const at = new Date(requestedAt);
  const sample = isSample ? ` (${t('sample')})` : '';
  const { pdf, finish } = await startPdf({
    ...{ brand, title: t('title'), at, locale },
    subtitle: [
      `${account.name}, ${account.platformAccountId}${sample}`,
      t('until', { time: chicagoRecordText(requestedAt, locale) }),
    ],
  });
  const context = { pdf, t, locale };
  if (comment !== '') {
    writeHeading(pdf, t('comment_title'));
    writeParagraph(pdf, comment);
  }
  writeSuggestions(context, report);
  writeFigures(context, report);
  writeTiming(context, report);
  writeFloor(context, report);
  writeExcursions(context, report);
  writeGroups(context, report);
  writeWorstDays(context, report);
  writePrograms(context, report);
  writeHeading(pdf, t('method_title'));
  const { seed, draws } = report;
  const values = {
    ...{ seed: String(seed), draws: formatCount(draws, locale), version: account.rulesVersion },
    count: formatCount(review.inputCount ?? 0, locale),
  };
  writeParagraph(pdf, t('method_text', values));
  writeHash(pdf, review.inputsSha256 ?? '');
  writeParagraph(pdf, t('disclosure'));
  return finish();
}

function writeSuggestions({ pdf, t, locale }: PdfContext, { sample, conclusions }: Report): void {
  if (conclusions === null) {
    const { trades, days } = sample;
    writeHeading(pdf, t('few_title'));
    writeParagraph(pdf, t('few_text', { trades, days, minTrades: minimumSample.trades, minDays: minimumSample.days }));
    return;
  }
  writeHeading(pdf, t('suggestions_title'));
  for (const [index, suggestion] of conclusions.suggestions.entries())
    writeParagraph(pdf, `${index + 1}. ${suggestionText(suggestion, t, locale)}`);
}

function writeFigures({ pdf, t, locale }: PdfContext, { figures, sample, conclusions }: Report): void {
  const money = (cents: number | null) => (cents === null ? t('none') : formatMoney(cents, locale));
  const count = (value: number) => formatCount(value, locale);
  const range = (low: string, high: string) => ` (${t('range', { low, high })})`;
  const { winRate, expectancy } = conclusions ?? { winRate: null, expectancy: null };
  const { winRateBps } = figures;
  writeHeading(pdf, t('figures_title'));
  writeRow(pdf, t('result'), money(figures.resultCents), true);
  writeRow(pdf, t('trades'), count(figures.trades));
  writeRow(pdf, t('days'), count(sample.days));
  const winRange = winRate
    ? range(formatRoundedShare(winRate.lowBps, locale), formatRoundedShare(winRate.highBps, locale))
    : '';
  writeRow(
    pdf,
    t('win_rate'),
    `${winRateBps === null ? t('none') : formatRoundedShare(winRateBps, locale)}${winRange}`,
  );
  const tradeRange = expectancy ? range(money(expectancy.lowCents), money(expectancy.highCents)) : '';
  writeRow(pdf, t('average_trade'), `${money(figures.expectancyCents)}${tradeRange}`);
  writeRow(pdf, t('average_win'), money(figures.averageWinCents));
  writeRow(pdf, t('average_loss'), money(figures.averageLossCents));
  writeRow(pdf, t('fees'), money(figures.feeCents));
  if (conclusions !== null) writeParagraph(pdf, t('range_text'));
}

function writeTiming({ pdf, t, locale }: PdfContext, { conclusions }: Report): void {
  if (conclusions === null) return;
  const { tests, effects } = conclusions.timing;
  const findings = effects.filter(({ isFinding }) => isFinding).length;
  writeHeading(pdf, t('timing_title'));
  writeParagraph(
    pdf,
    `${findings === 0 ? t('timing_none') : t('timing_some', { count: findings })} ${t('timing_method', { tests })}`,
  );
  for (const { kind, key, trades, averageCents, adjustedP, isFinding } of effects) {
    const name = kind === 'hour' ? `${formatHour(key)}–${formatHour(key + 1)}` : weekdayName(key, locale);
    const p = adjustedP === null ? '' : `, ${t('adjusted_p')} ${formatPValue(adjustedP, locale)}`;
    const value = `${formatMoney(averageCents, locale)}${p}${isFinding ? `, ${t('finding')}` : ''}`;
    writeRow(pdf, `${name} (${formatCount(trades, locale)})`, value, isFinding);
  }
}

function writeFloor({ pdf, t, locale }: PdfContext, { floor }: Report): void {
  const { days, closeDays: close, lossCents, pricesFrom } = floor;
  writeHeading(pdf, t('floor_title'));
  if (days.length === 0) {
    writeParagraph(pdf, t('floor_none'));
    return;
  }
  writeParagraph(pdf, t('floor_text', { close, days: days.length, loss: formatMoney(lossCents, locale) }));
  if (pricesFrom > 0)
    writeParagraph(pdf, t('floor_prices', { days: retention.markDays, date: chicagoDayText(pricesFrom, locale) }));
  drawDistances(pdf, days);
  for (const { day, lowestCents } of days) writeRow(pdf, dayName(day, locale), formatMoney(lowestCents, locale));
}

function writeExcursions({ pdf, t, locale }: PdfContext, { excursions }: Report): void {
  const money = (cents: number | null) => (cents === null ? t('none') : formatMoney(cents, locale));
  const { trades } = excursions;
  writeHeading(pdf, t('excursions_title'));
  writeParagraph(
    pdf,
    trades === 0 ? t('excursions_none') : t('excursions_text', { trades: formatCount(trades, locale) }),
  );
  if (trades === 0) return;
  writeRow(pdf, withLabel(t('winners'), t('behind'), locale), money(excursions.winnerAdverseCents));
  writeRow(pdf, withLabel(t('winners'), t('ahead'), locale), money(excursions.winnerFavorableCents));
  writeRow(pdf, withLabel(t('losers'), t('behind'), locale), money(excursions.loserAdverseCents));
  writeRow(pdf, withLabel(t('losers'), t('ahead'), locale), money(excursions.loserFavorableCents));
  writeRow(pdf, t('most_winners'), money(excursions.mostWinnersAdverseCents));
  writeRow(pdf, t('once_ahead'), formatCount(excursions.losersOnceAhead, locale));
}

function writeGroups({ pdf, t, locale }: PdfContext, { figures: { byInstrument, bySize } }: Report): void {
  const write = (name: string, { trades, resultCents }: { trades: number; resultCents: number }) =>
    writeRow(pdf, `${name} (${formatCount(trades, locale)})`, formatMoney(resultCents, locale));
  writeHeading(pdf, t('by_instrument'));
  for (const group of byInstrument) write(group.key, group);
  writeHeading(pdf, t('by_size'));
  for (const group of bySize) write(withLabel(t('contracts'), group.key, locale), group);
}

function writeWorstDays({ pdf, t, locale }: PdfContext, { worstDays }: Report): void {
  writeHeading(pdf, t('worst_title'));
  if (worstDays === null) {
    writeParagraph(pdf, t('worst_none'));
    return;
  }
  for (const { day, resultCents, trades } of worstDays.days)
    writeRow(pdf, `${dayName(day, locale)} (${formatCount(trades, locale)})`, formatMoney(resultCents, locale));
  const { worst, others } = worstDays;
  const number = (value: number) => value.toLocaleString(formatLocale(locale));
  const both = (left: string, right: string) => `${left} / ${right}`;
  writeParagraph(pdf, `${t('worst_habits')} (${t('worst')} / ${t('others')})`);
  writeRow(pdf, t('trades_per_day'), both(number(worst.tradesPerDay), number(others.tradesPerDay)));
  writeRow(pdf, t('contracts_per_trade'), both(number(worst.contractsPerTrade), number(others.contractsPerTrade)));
  const share = (key: 'afterTwoLossesBps' | 'lostFirstBps') =>
    both(formatRoundedShare(worst[key], locale), formatRoundedShare(others[key], locale));
  writeRow(pdf, t('after_two'), share('afterTwoLossesBps'));
  writeRow(pdf, t('lost_first'), share('lostFirstBps'));
}

function writePrograms({ pdf, t, locale }: PdfContext, { programs }: Report): void {
  writeHeading(pdf, t('programs_title'));
  writeParagraph(pdf, t('programs_text'));
  for (const [index, entry] of programs.entries()) {
    const { attempts, passed, breached, firstBreach, lockedDays, fillsOverLimit } = entry;
    const name = programTitle(entry);
    const parts = [
      withLabel(t('attempts'), attempts, locale),
      withLabel(t('passed'), passed, locale),
      withLabel(t('breached'), breached, locale),
      ...(firstBreach ? [t(`rule_${firstBreach.rule}`, { day: dayName(firstBreach.day, locale) })] : []),
      ...(lockedDays > 0 ? [withLabel(t('locked_days'), lockedDays, locale)] : []),
      ...(fillsOverLimit > 0 ? [withLabel(t('over_limit'), formatCount(fillsOverLimit, locale), locale)] : []),
    ];
    writeRow(pdf, index === 0 ? t('own', { name }) : name, parts.join('; '));
  }
}

const chartHeight = 80;

/** A bar for each day, as high as the smallest distance to the floor; the caller writes the figures as rows. */
function drawDistances(pdf: Pdf, days: readonly { readonly lowestCents: number }[]): void {
  startNewPageBefore(pdf, chartHeight + 24);
  const top = pdf.y + 6;
  const bottom = top + chartHeight;
  const { left, width } = contentOf(pdf);
  const x = linearScale([0, days.length], [left, left + width]);
  const y = linearScale([0, Math.max(1, ...days.map(({ lowestCents }) => lowestCents))], [bottom, top]);
  const barWidth = Math.max(0.5, width / days.length - 1);
  for (const [index, { lowestCents }] of days.entries())
    pdf.rect(x(index), y(lowestCents), barWidth, bottom - y(lowestCents)).fill(colors.equity);
  pdf
    .moveTo(left, bottom)
    .lineTo(left + width, bottom)
    .lineWidth(1)
    .stroke(colors.floor);
  pdf.y = bottom + 12;
}
