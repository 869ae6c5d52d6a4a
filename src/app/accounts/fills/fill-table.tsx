import { showsLocalTime } from '#lib/format-date-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import type { ListedFill } from '../stores/fills.ts';
import { useTexts } from './texts.ts';

export function FillTable({ fills }: { readonly fills: readonly ListedFill[] }) {
  const { strings, t, locale } = useTexts();
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  return (
    <DataTable
      caption={strings.title}
      hideCaption
      rows={fills}
      rowKey={({ id }) => id}
      empty={<p>{strings.empty}</p>}
      columns={[
        {
          key: 'at',
          header: showsLocalTime() ? t('local_time_header', { head: strings.time }) : strings.time,
          sorted: 'descending',
          place: 'note',
          cell: ({ at }) => <ExchangeTime at={at} locale={locale} shape="moment" />,
        },
        { key: 'side', header: strings.side, place: 'lead', cell: ({ side }) => strings[`side_${side}`] },
        {
          key: 'quantity',
          header: strings.quantity,
          align: 'end',
          place: 'lead',
          cell: ({ quantity }) => count(quantity),
        },
        {
          key: 'contract',
          header: strings.contract,
          place: 'lead',
          cell: ({ instrument, month }) => contractName(instrument, month),
        },
        {
          key: 'price',
          header: strings.price,
          align: 'end',
          place: 'value',
          cell: ({ instrument, priceTicks }) => formatPrice(instrument, priceTicks, locale),
        },
        {
          key: 'fee',
          header: strings.fee,
          align: 'end',
          place: 'result',
          cell: ({ feeCents }) => formatFigure(feeCents, locale),
        },
      ]}
    />
  );
}
