import { formatSigned } from '../../domain/money/format.ts';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { useTexts } from './texts.ts';
import type { DetailsProps } from './types.ts';

/** Cash movements outside trading with their causes; renders nothing if there are none. */
export function AdjustmentsCard({ details }: DetailsProps) {
  const { strings, locale } = useTexts();
  if (details.adjustments.length === 0) return null;
  return (
    <Card as="section" title={strings.adjustments_title}>
      <DataTable
        caption={strings.adjustments_title}
        hideCaption
        narrow="fit"
        rows={details.adjustments}
        rowKey={({ at, amountCents, cause }) => `${at} ${cause} ${amountCents}`}
        columns={[
          { key: 'at', head: strings.adjustment_time, cell: ({ at }) => chicagoMomentText(at, locale) },
          { key: 'cause', head: strings.adjustment_cause, cell: ({ cause }) => strings[`adjustment_${cause}`] },
          {
            key: 'amount',
            head: strings.adjustment_amount,
            align: 'end',
            cell: ({ amountCents }) => formatSigned(amountCents, locale),
          },
        ]}
      />
    </Card>
  );
}
