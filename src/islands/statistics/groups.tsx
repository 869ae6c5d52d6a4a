import { formatLocale } from '../../lib/format-locale.ts';
import type { Statistics } from '../../stores/statistics.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './statistics.module.css';
import type { PartProps } from './types.ts';

type GroupsProps = PartProps & { readonly statistics: Statistics };

/** When and with what the results came: each a table whose bars repeat its figures. */
export function Groups(props: GroupsProps) {
  const { statistics, strings, locale } = props;
  return (
    <div className={styles.groups}>
      <GroupCard {...props} title={strings.by_instrument} rows={statistics.byInstrument} nameOf={(key) => key} />
      <GroupCard
        {...props}
        title={strings.by_weekday}
        rows={statistics.byWeekday}
        nameOf={(key) => weekdayName(key, locale)}
      />
      <GroupCard
        {...props}
        title={strings.by_holding}
        rows={statistics.byHolding}
        nameOf={(key) => strings[`holding_${key}`]}
      />
      <GroupCard
        {...props}
        title={strings.by_hour}
        rows={statistics.byHour}
        nameOf={(hour) => `${String(hour).padStart(2, '0')}:00`}
      />
    </div>
  );
}

type Row<Key> = {
  readonly key: Key;
  readonly trades: number;
  readonly wins: number;
  readonly resultCents: number;
};

type GroupCardProps<Key> = PartProps & {
  readonly title: string;
  readonly rows: readonly Row<Key>[];
  readonly nameOf: (key: Key) => string;
};

function GroupCard<Key extends string | number>({ title, rows, nameOf, strings, locale }: GroupCardProps<Key>) {
  const most = Math.max(1, ...rows.map(({ resultCents }) => Math.abs(resultCents)));
  const percent = new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 0 });
  return (
    <Card as="section" title={title}>
      <DataTable
        caption={title}
        hideCaption
        narrow="fit"
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'name', head: strings.group, cell: (row) => nameOf(row.key) },
          { key: 'trades', head: strings.trades, align: 'end', cell: (row) => row.trades },
          { key: 'wins', head: strings.win_rate, align: 'end', cell: (row) => percent.format(row.wins / row.trades) },
          {
            key: 'result',
            head: strings.result,
            align: 'end',
            cell: (row) => (
              <span className={styles.result}>
                <Money cents={row.resultCents} locale={locale} signed />
                <span className={styles.track} aria-hidden="true">
                  <span
                    className={classNames(styles.bar, row.resultCents < 0 && styles.lost)}
                    style={{ inlineSize: `${(50 * Math.abs(row.resultCents)) / most}%` }}
                  />
                </span>
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** 2024-01-01 was a Monday. */
function weekdayName(weekday: number, locale: string): string {
  const date = Date.UTC(2024, 0, weekday);
  return new Intl.DateTimeFormat(formatLocale(locale), { weekday: 'long', timeZone: 'UTC' }).format(date);
}
