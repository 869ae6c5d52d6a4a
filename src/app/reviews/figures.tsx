import { formatCount, formatRoundedShare } from '#i18n/performance-review.ts';
import { formatFigure } from '#lib/money/format.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';

export function Figures({ report: { figures, sample, conclusions } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  const money = (cents: number | null) => (cents === null ? strings.none : formatFigure(cents, locale));
  const count = (value: number) => formatCount(value, locale);
  const { winRateBps } = figures;
  const expectancy = conclusions?.expectancy;
  const winNote = conclusions && {
    note: t('range', {
      low: formatRoundedShare(conclusions.winRate.lowBps, locale),
      high: formatRoundedShare(conclusions.winRate.highBps, locale),
    }),
  };
  const tradeNote = expectancy && {
    note: t('range', { low: money(expectancy.lowCents), high: money(expectancy.highCents) }),
  };
  return (
    <ReportPart title={strings.figures_title} isOpen>
      <DescriptionList
        ruled
        items={[
          { term: strings.result, value: <Money cents={figures.resultCents} locale={locale} signed />, total: true },
          { term: strings.trades, value: count(figures.trades) },
          { term: strings.days, value: count(sample.days) },
          {
            term: strings.win_rate,
            value: winRateBps === null ? strings.none : formatRoundedShare(winRateBps, locale),
            ...winNote,
          },
          { term: strings.average_trade, value: money(figures.expectancyCents), ...tradeNote },
          { term: strings.average_win, value: money(figures.averageWinCents) },
          { term: strings.average_loss, value: money(figures.averageLossCents) },
          { term: strings.fees, value: money(figures.feeCents) },
        ]}
      />
      {conclusions && <p className="muted small">{strings.range_text}</p>}
    </ReportPart>
  );
}
