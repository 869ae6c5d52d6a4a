import { useStore } from '@nanostores/react';
import { timeText } from '#app/office/cell.tsx';
import { Due } from '#app/office/due.tsx';
import { textOf, useTexts } from '#app/office/texts.ts';
import { formatFigure } from '#lib/money/format.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { type Fact, Facts } from '#ui/facts.tsx';
import { $checklist } from '../stores/office-payouts.ts';

export function PayoutFacts({ row }: { readonly row: ListRow }) {
  const { strings, t, locale } = useTexts();
  const { data } = useStore($checklist);
  const quote = data?.quote ?? null;
  const money = (cents: unknown) => formatFigure(Number(cents), locale);
  const { dueAt } = row;
  const due: readonly Fact[] =
    typeof dueAt === 'number'
      ? [
          {
            key: 'due',
            label: textOf(strings, 'due', String(row['status'])),
            value: <Due at={dueAt} />,
            note: t('payout_promised', { time: timeText(dueAt) }),
          },
        ]
      : [];
  const left: readonly Fact[] =
    quote === null
      ? []
      : [
          {
            key: 'left',
            label: strings.payout_left,
            value: money(quote.balanceAfterCents),
            note:
              quote.aboveFloorCents === null ? null : t('payout_above_floor', { amount: money(quote.aboveFloorCents) }),
          },
        ];
  return (
    <Facts
      facts={[
        ...due,
        {
          key: 'net',
          label: strings.payout_net,
          value: money(row['netCents']),
          note: t('payout_gross', { amount: money(row['amountCents']) }),
        },
        {
          key: 'destination',
          label: strings.column_destination,
          value: row['destination'],
          note: textOf(strings, 'value', String(row['method'])),
        },
        ...left,
      ]}
    />
  );
}
