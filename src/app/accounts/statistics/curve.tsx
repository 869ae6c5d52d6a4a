import { chicagoDateText, chicagoWeekdayText } from '#lib/chicago-time.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EquityChart } from '#ui/equity-chart.tsx';
import { Money } from '#ui/money.tsx';
import type { Statistics } from '../stores/statistics.ts';
import styles from './statistics.module.css';
import { useTexts } from './texts.ts';

/** Above this many days the axis shows dates, because weekdays would repeat. */
const maxWeekdayLabels = 10;

/** Cumulative results over the trading days, with a table as the accessible alternative. */
export function Curve({ statistics }: { readonly statistics: Statistics }) {
  const { strings, t, locale } = useTexts();
  const { points, days } = statistics.curve;
  const [first] = days;
  const shown = first === undefined ? [] : points.filter(({ at }) => at >= first.startsAt);
  const labelOf = (at: number) =>
    days.length > maxWeekdayLabels ? chicagoDateText(at, locale) : chicagoWeekdayText(at, locale);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  return (
    <Card as="section" title={strings.curve}>
      <EquityChart
        points={shown.map(({ at, sumCents }) => ({
          at,
          equityCents: sumCents,
          floorCents: null,
          highWaterMarkCents: null,
        }))}
        days={days.map(({ startsAt, endsAt }) => ({ startsAt, endsAt, label: labelOf(endsAt) }))}
        locale={locale}
        labels={{
          title: strings.curve,
          description: t('curve_text', {
            trades: count(statistics.trades),
            days: count(days.length),
            sum: formatMoney(statistics.resultCents, locale),
            fall: formatMoney(statistics.maxDrawdownCents, locale),
          }),
          highWaterMark: '',
          floor: '',
        }}
        measured={false}
      />
      <details className={styles.table}>
        <summary>{strings.curve_table}</summary>
        <DataTable
          caption={strings.curve}
          hideCaption
          narrow="fit"
          rows={days.toReversed()}
          rowKey={(row) => row.day}
          columns={[
            { key: 'day', header: strings.day, cell: (row) => dayName(row.day, locale) },
            { key: 'trades', header: strings.trades, align: 'end', cell: (row) => count(row.trades) },
            {
              key: 'result',
              header: strings.result,
              align: 'end',
              cell: (row) => <Money cents={row.resultCents} locale={locale} signed />,
            },
            {
              key: 'sum',
              header: strings.sum,
              align: 'end',
              cell: (row) => <Money cents={row.sumCents} locale={locale} signed />,
            },
          ]}
        />
      </details>
    </Card>
  );
}

function dayName(day: string, locale: string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(formatLocale(locale), parts).format(Date.parse(day));
}
