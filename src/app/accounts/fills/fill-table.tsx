import { findLocalTime, showsLocalTime } from '#lib/format-date-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure } from '#lib/money/format.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { Money } from '#ui/money.tsx';
import type { ListedFill } from '../stores/fills.ts';
import styles from './fills.module.css';
import { useTexts } from './texts.ts';

export function FillTable({ fills }: { readonly fills: readonly ListedFill[] }) {
  const { strings, locale } = useTexts();
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  /** A table has room for both times in one line. */
  const localTimeColumns: readonly Column<ListedFill>[] = showsLocalTime()
    ? [
        {
          header: strings.local_time,
          place: 'wide',
          cell: ({ at }) => findLocalTime(at, locale, { withSeconds: true, withWeekday: true }),
        },
      ]
    : [];
  return (
    <DataTable
      caption={strings.title}
      rows={fills}
      rowKey={({ id }) => id}
      empty={<p>{strings.empty}</p>}
      columns={[
        {
          header: strings.time,
          sorted: 'descending',
          place: 'note',
          cell: ({ at }) => (
            <span className={styles.time}>
              <ExchangeTime at={at} locale={locale} shape="moment" />
            </span>
          ),
        },
        ...localTimeColumns,
        { header: strings.side, place: 'lead', cell: ({ side }) => strings[`side_${side}`] },
        { header: strings.quantity, align: 'end', place: 'lead', cell: ({ quantity }) => count(quantity) },
        { header: strings.contract, place: 'lead', cell: ({ instrument, month }) => contractName(instrument, month) },
        {
          header: strings.price,
          align: 'end',
          place: 'value',
          cell: ({ instrument, priceTicks }) => formatPrice(instrument, priceTicks, locale),
        },
        { header: strings.fee, align: 'end', place: 'wide', cell: ({ feeCents }) => formatFigure(feeCents, locale) },
        {
          header: strings.profit,
          align: 'end',
          place: 'result',
          cell: ({ profitCents }) => profitCents !== null && <Money cents={profitCents} locale={locale} signed />,
        },
      ]}
    />
  );
}
