import { formatCount } from '#i18n/performance-review.ts';
import { formatFigure } from '#lib/money/format.ts';
import { DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';

/** How far trades were behind and ahead before they closed. */
export function Excursions({ report: { excursions } }: ReportProps) {
  const { strings, t, locale } = useTexts();
  const money = (cents: number | null) => (cents === null ? strings.none : formatFigure(cents, locale));
  if (excursions.trades === 0) {
    return (
      <ReportPart title={strings.excursions_title}>
        <p>{strings.excursions_none}</p>
      </ReportPart>
    );
  }
  const rows = [
    {
      name: strings.winners,
      trades: excursions.winners,
      behindCents: excursions.winnerAdverseCents,
      aheadCents: excursions.winnerFavorableCents,
    },
    {
      name: strings.losers,
      trades: excursions.losers,
      behindCents: excursions.loserAdverseCents,
      aheadCents: excursions.loserFavorableCents,
    },
  ];
  return (
    <ReportPart title={strings.excursions_title}>
      <p>{t('excursions_text', { trades: formatCount(excursions.trades, locale) })}</p>
      <DataTable
        caption={strings.excursions_title}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: strings.group, cell: ({ name }) => name },
          { header: strings.trades, align: 'end', cell: ({ trades }) => formatCount(trades, locale) },
          { header: strings.behind, align: 'end', cell: ({ behindCents }) => money(behindCents) },
          { header: strings.ahead, align: 'end', cell: ({ aheadCents }) => money(aheadCents) },
        ]}
      />
      <DescriptionList
        ruled
        items={[
          { term: strings.most_winners, value: money(excursions.mostWinnersAdverseCents) },
          { term: strings.once_ahead, value: formatCount(excursions.losersOnceAhead, locale) },
        ]}
      />
    </ReportPart>
  );
}
