import { dayName, formatCount, formatRoundedShare } from '#i18n/performance-review.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';

export function WorstDays({ report: { worstDays } }: ReportProps) {
  const { strings, locale } = useTexts();
  if (worstDays === null) {
    return (
      <ReportPart title={strings.worst_title}>
        <p>{strings.worst_none}</p>
      </ReportPart>
    );
  }
  const { worst, others } = worstDays;
  const number = (value: number) => value.toLocaleString(formatLocale(locale));
  const share = (value: number) => formatRoundedShare(value, locale);
  const rows = [
    { name: strings.trades_per_day, worst: number(worst.tradesPerDay), others: number(others.tradesPerDay) },
    {
      name: strings.contracts_per_trade,
      worst: number(worst.contractsPerTrade),
      others: number(others.contractsPerTrade),
    },
    { name: strings.after_two, worst: share(worst.afterTwoLossesBps), others: share(others.afterTwoLossesBps) },
    { name: strings.lost_first, worst: share(worst.lostFirstBps), others: share(others.lostFirstBps) },
  ];
  return (
    <ReportPart title={strings.worst_title}>
      <DataTable
        caption={strings.worst_title}
        narrow="fit"
        rows={worstDays.days}
        rowKey={({ day }) => day}
        columns={[
          { header: strings.day, cell: ({ day }) => dayName(day, locale) },
          { header: strings.trades, align: 'end', cell: ({ trades }) => formatCount(trades, locale) },
          {
            header: strings.result,
            align: 'end',
            cell: ({ resultCents }) => <Money cents={resultCents} locale={locale} signed />,
          },
        ]}
      />
      <DataTable
        showCaption
        caption={strings.worst_habits}
        narrow="fit"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { header: strings.group, cell: ({ name }) => name },
          { header: strings.worst, align: 'end', cell: (row) => row.worst },
          { header: strings.others, align: 'end', cell: (row) => row.others },
        ]}
      />
    </ReportPart>
  );
}
