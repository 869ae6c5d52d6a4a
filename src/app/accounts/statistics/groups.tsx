import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { weekdayName } from '#i18n/performance-review.ts';
import { capitalize } from '#lib/capitalize.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { chicagoHourToday } from '#shared/exchange/chicago.ts';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import { DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { Money } from '#ui/money.tsx';
import { $accountNames, type Statistics } from '../stores/statistics.ts';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';
import type { StatisticsProps } from './types.ts';

type GroupsProps = {
  readonly statistics: Statistics;
  readonly programNames: StatisticsProps['programNames'];
};

/** Results by time and instrument, in tables whose bars repeat the figures. */
export function Groups(props: GroupsProps) {
  const { strings, locale } = useTexts();
  const { statistics } = props;
  return (
    <div className={styles.groups}>
      <GroupCard title={strings.by_instrument} rows={instrumentRows(statistics)} nameOf={(key) => key} />
      <AccountGroups {...props} />
      <GroupCard title={strings.by_month} rows={statistics.byMonth} nameOf={(month) => monthName(month, locale)} />
      <GroupCard title={strings.by_side} rows={statistics.bySide} nameOf={(side) => strings[`side_${side}`]} />
      <GroupCard
        title={strings.by_weekday}
        rows={statistics.byWeekday}
        nameOf={(key) => capitalize(weekdayName(key, locale), locale)}
      />
      <GroupCard title={strings.by_holding} rows={statistics.byHolding} nameOf={(key) => strings[`holding_${key}`]} />
      <GroupCard title={strings.by_hour} rows={statistics.byHour} nameOf={(hour) => <Hour hour={hour} />} />
    </div>
  );
}

/** An hour in Chicago and, where the user's clock differs, the same hour there as of today. */
function Hour({ hour }: { readonly hour: number }) {
  const { locale } = useTexts();
  return (
    <ExchangeTime
      at={chicagoHourToday(hour, Date.now())}
      locale={locale}
      text={`${String(hour).padStart(2, '0')}:00`}
      isHour
    />
  );
}

/** An instrument traded in several months is followed by a row for each month. */
function instrumentRows({ byInstrument }: Statistics): readonly Row<string>[] {
  return byInstrument.flatMap(({ contracts, ...row }) => (contracts.length > 1 ? [row, ...contracts] : [row]));
}

/** Shown only if there is more than one group to compare. */
function AccountGroups({ statistics, programNames }: GroupsProps) {
  const { strings } = useTexts();
  const names = useStore($accountNames);
  const rows = statistics.byAccount;
  if (rows.length < 2) return null;
  const nameOf = (id: string) => {
    const name = names.find((each) => each.id === id);
    if (!name) return id.slice(0, 6);
    return (
      <>
        {programNames[name.program]} {name.size}
        <span className={styles.number}>{name.platformAccountId}</span>
      </>
    );
  };
  return <GroupCard title={strings.by_account} rows={rows} nameOf={nameOf} />;
}

type Row<Key> = {
  readonly key: Key;
  readonly trades: number;
  readonly wins: number;
  readonly resultCents: number;
};

type GroupCardProps<Key> = {
  readonly title: string;
  readonly rows: readonly Row<Key>[];
  readonly nameOf: (key: Key) => ReactNode;
};

function GroupCard<Key extends string | number>({ title, rows, nameOf }: GroupCardProps<Key>) {
  const { strings, locale } = useTexts();
  const maxResultCents = Math.max(1, ...rows.map(({ resultCents }) => Math.abs(resultCents)));
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
          { key: 'name', header: strings.group, cell: (row) => nameOf(row.key) },
          {
            key: 'trades',
            header: strings.trades,
            align: 'end',
            cell: (row) => row.trades.toLocaleString(formatLocale(locale)),
          },
          { key: 'wins', header: strings.win_rate, align: 'end', cell: (row) => percent.format(row.wins / row.trades) },
          {
            key: 'result',
            header: strings.result,
            align: 'end',
            cell: (row) => (
              <span className={styles.result}>
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
    </Card>
  );
}

/** `November 2026` for `2026-11`. */
function monthName(month: string, locale: string): string {
  const parts = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return capitalize(new Intl.DateTimeFormat(formatLocale(locale), parts).format(Date.parse(month)), locale);
}
