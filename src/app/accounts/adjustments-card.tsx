import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { Money } from '#ui/money.tsx';
import { timeHeader } from './both-times.ts';
import { type DetailsProps, useTexts } from './texts.ts';

export function AdjustmentsCard({ details }: DetailsProps) {
  const texts = useTexts();
  const { strings, locale } = texts;
  return (
    <Card as="section" title={strings.adjustments_title}>
      <DataTable
        caption={strings.adjustments_title}
        narrow="fit"
        rows={details.adjustments}
        rowKey={({ at, amountCents, cause }) => `${at} ${cause} ${amountCents}`}
        columns={[
          {
            header: timeHeader(strings.adjustment_time, texts),
            cell: ({ at }) => <ExchangeTime at={at} shape="moment" locale={locale} />,
          },
          { header: strings.adjustment_cause, cell: ({ cause }) => strings[`adjustment_${cause}`] },
          {
            header: strings.adjustment_amount,
            align: 'end',
            cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} signed />,
          },
        ]}
      />
    </Card>
  );
}
