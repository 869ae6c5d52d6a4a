import { useState } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import type { Bar } from '#shared/trading/market/bars.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import styles from './chart.module.css';
import type { PriceChartProps } from './chart-props.ts';
import { useChartTexts } from './chart-texts.ts';

const rowsShown = 20;
const prices = ['open', 'high', 'low', 'close'] as const;

/** The last completed bars as a table, newest first: the chart's accessible alternative, also for copying. */
export function BarTable({ contract, instrument, bars }: Pick<PriceChartProps, 'contract' | 'instrument' | 'bars'>) {
  const { strings, t, locale } = useChartTexts();
  const [isOpen, setIsOpen] = useState(false);
  const columns: readonly Column<Bar>[] = [
    { header: strings.time, cell: ({ at }) => <ExchangeTime at={at} locale={locale} shape="moment" /> },
    ...prices.map(
      (key): Column<Bar> => ({
        header: strings[key],
        align: 'end',
        cell: (bar) => formatPrice(instrument, bar[`${key}Ticks`], locale),
      }),
    ),
    { header: strings.volume, align: 'end', cell: ({ volume }) => volume.toLocaleString(formatLocale(locale)) },
  ];
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{strings.table}</summary>
      {isOpen && (
        <DataTable
          caption={t('caption', { contract })}
          dense
          columns={columns}
          rows={bars.slice(-rowsShown - 1, -1).toReversed()}
          rowKey={({ at }) => at}
        />
      )}
    </details>
  );
}
