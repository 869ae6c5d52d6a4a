import type { ReactNode } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import type { Group } from '#shared/accounts/statistics/shape.ts';
import { classNames } from '#ui/class-names.ts';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import styles from './group-table.module.css';
import { useTexts } from './texts.ts';

type GroupTableProps<Key> = {
  readonly title: string;
  readonly rows: readonly Group<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
};

/** Results by group; bars repeat the figures. */
export function GroupTable<Key extends string | number>({ title, rows, nameOf }: GroupTableProps<Key>) {
  const { strings, locale } = useTexts();
  const maxResultCents = Math.max(1, ...rows.map(({ resultCents }) => Math.abs(resultCents)));
  const percent = new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 });
  return (
    <DataTable
      caption={title}
      rows={rows}
      rowKey={(row) => row.key}
      columns={[
        { header: strings.group, place: 'lead', cell: (row) => nameOf(row.key) },
        { header: strings.trades, align: 'end', cell: (row) => row.trades.toLocaleString(formatLocale(locale)) },
        { header: strings.wins, align: 'end', cell: (row) => percent.format(row.wins / row.trades) },
        {
          place: 'value',
          header: strings.result,
          align: 'end',
          cell: (row) => (
            <span className="stack gap-1">
              <Money cents={row.resultCents} locale={locale} signed />
              <span className={styles.track} aria-hidden="true">
                <span
                  className={classNames(styles.bar, row.resultCents < 0 && styles.lost)}
                  style={{ inlineSize: `${(50 * Math.abs(row.resultCents)) / maxResultCents}%` }}
                />
              </span>
            </span>
          ),
        },
      ]}
    />
  );
}
