import { formatCount, formatRoundedShare } from '#i18n/performance-review.ts';
import type { Group } from '#shared/accounts/statistics/shape.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { ReportPart } from './report-part.tsx';
import { type ReportProps, useTexts } from './texts.ts';

export function InstrumentGroups({ report: { figures } }: ReportProps) {
  const { strings } = useTexts();
  return <Groups title={strings.by_instrument} header={strings.group} rows={figures.byInstrument} />;
}

export function SizeGroups({ report: { figures } }: ReportProps) {
  const { strings } = useTexts();
  return <Groups title={strings.by_size} header={strings.contracts} rows={figures.bySize} />;
}

type GroupsProps = {
  readonly title: string;
  readonly header: string;
  readonly rows: readonly Group<string | number>[];
};

function Groups({ title, header, rows }: GroupsProps) {
  const { strings, locale } = useTexts();
  return (
    <ReportPart title={title}>
      <DataTable
        caption={title}
        narrow="fit"
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { header, cell: ({ key }) => key },
          { header: strings.trades, align: 'end', cell: ({ trades }) => formatCount(trades, locale) },
          {
            header: strings.win_rate,
            align: 'end',
            cell: ({ wins, trades }) => formatRoundedShare((10_000 * wins) / trades, locale),
          },
          {
            header: strings.result,
            align: 'end',
            cell: ({ resultCents }) => <Money cents={resultCents} locale={locale} signed />,
          },
        ]}
      />
    </ReportPart>
  );
}
